import { createHash } from "node:crypto";
import path from "node:path/posix";
import type { Tokens } from "marked";
import { type Html, html } from "../../kernel/html.ts";
import { findImage } from "../images.ts";
import { codeBlock } from "./code-block.ts";
import { parseStateDiagram, renderStateDiagram } from "./state-diagram.ts";

/** The file of a diagram in docs/images/, by its Mermaid source. `npm run generate` writes it. */
export function diagramFile(source: string): string {
  return `diagrams/${createHash("sha256").update(source).digest("hex").slice(0, 12)}.svg`;
}

/** A diagram as a picture; the transitions of a state diagram also as a list, for a phone and for a screen reader. */
export function renderDiagram(source: string): Html {
  const arrows = parseStateDiagram(source);
  const list =
    arrows &&
    html`<details class="transitions"><summary>All transitions</summary>${renderStateDiagram(arrows)}</details>`;
  const image = findImage(diagramFile(source));
  if (!image) return list ?? codeBlock(source);
  const { address, width, height } = image;
  const name = arrows ? "State diagram; all its transitions are listed below" : "Sequence diagram";
  return html`<div class="diagram" tabindex="0" role="group" aria-label="${arrows ? "State diagram" : "Sequence diagram"}"><img src="${address}" alt="${name}" width="${width}" height="${height}" loading="lazy"></div>${list}`;
}

/**
 * An image in docs/images/, with its dark variant if there is one: "home-light.webp" and "home-dark.webp". Others come out as
 * their text.
 *
 * @param file the file that shows it, to which its address is relative
 */
export function renderImage({ href, text }: Tokens.Image, file: string): Html | string {
  const wanted = path.relative("images", path.join(path.dirname(file), href));
  const image = findImage(wanted);
  if (!image) return text;
  const dark = wanted.includes("-light.") ? findImage(wanted.replace("-light.", "-dark.")) : undefined;
  const { address, width, height } = image;
  return html`<picture>${dark && html`<source media="(prefers-color-scheme: dark)" srcset="${dark.address}">`}<img src="${address}" alt="${text}" width="${width}" height="${height}" loading="lazy"></picture>`;
}
