import { readFileSync } from "node:fs";
import type { Html } from "../kernel/html.ts";
import { layout } from "./layout.ts";
import { type RenderedDocument, renderMarkdown } from "./markdown/render.ts";
import { pages } from "./pages.ts";

export type Guide = { readonly path: string; readonly file: string };

/** The pages that are rendered from files in docs/. */
export const guides: readonly Guide[] = pages.filter((page) => page.file !== null);

/** The address in the files, which works as it stands for readers of the repository. */
const writtenAddress = "http://localhost:8080";

/** A guide as a page, with this server's address in place of the one in the file. */
export function renderGuide({ path, file }: Guide, publicUrl: URL): Html {
  const text = readFileSync(new URL(`../../docs/${file}`, import.meta.url), "utf8");
  const document = renderMarkdown(text.replaceAll(writtenAddress, publicUrl.origin));
  return layout({ title: document.title, path, contents: contentsOf(document), main: document.body });
}

/** A guide of one or two sections needs no table of contents. */
function contentsOf({ sections }: RenderedDocument) {
  return sections.length < 3 ? [] : [{ heading: null, sections }];
}
