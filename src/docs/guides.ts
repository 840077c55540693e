import { readFileSync } from "node:fs";
import type { Html } from "../kernel/html.ts";
import { layout } from "./layout.ts";
import { renderMarkdown } from "./markdown/render.ts";
import type { Page } from "./pages.ts";

/** The address in the files, which works as it stands for readers of the repository. */
const writtenAddress = "http://localhost:8080";

/** A guide as a page, with this server's address in place of the one in the file. */
export function renderGuide({ path, file }: Page, publicUrl: URL): Html {
  const text = readFileSync(new URL(`../../docs/${file}`, import.meta.url), "utf8");
  const document = renderMarkdown(text.replaceAll(writtenAddress, publicUrl.origin), file);
  return layout({ title: document.title, path, contents: document.sections, main: document.body });
}
