import { readFileSync } from "node:fs";
import type { Html } from "../kernel/html.ts";
import { layout } from "./layout.ts";
import { type RenderedDocument, renderMarkdown } from "./markdown/render.ts";
import { pages } from "./pages.ts";

export type Guide = { readonly path: string; readonly file: string };

/** The pages that are documents of the folder docs/. */
export const guides: readonly Guide[] = pages.filter((page) => page.file !== null);

/** The address that the files name, which every reader of the repository can try as it stands. */
const writtenAddress = "http://localhost:8080";

/** A guide as a page, with this server's address in the place of the written one. */
export function renderGuide({ path, file }: Guide, publicUrl: URL): Html {
  const text = readFileSync(new URL(`../../docs/${file}`, import.meta.url), "utf8");
  const document = renderMarkdown(text.replaceAll(writtenAddress, publicUrl.origin));
  return layout({ title: document.title, path, contents: contentsOf(document), main: document.body });
}

/** A guide of one or two sections needs no table of contents. */
function contentsOf({ sections }: RenderedDocument) {
  return sections.length < 3 ? [] : [{ heading: null, sections }];
}
