import { readFileSync } from "node:fs";
import type { Html } from "../kernel/html.ts";
import { layout } from "./layout.ts";
import { renderMarkdown } from "./markdown/render.ts";
import type { Page } from "./pages.ts";

/** The address in the files, which works as it stands for readers of the repository. */
const writtenAddress = "http://localhost:8080";

/** The text of a page's file. */
export function readSource({ file }: Page): string {
  return readFileSync(new URL(`../../docs/${file}`, import.meta.url), "utf8");
}

/** A guide's Markdown, with this server's address in place of the one in the file. */
export function sourceFor(page: Page, publicUrl: URL): string {
  return readSource(page).replaceAll(writtenAddress, publicUrl.origin);
}

/** A guide as a page. */
export function renderGuide(page: Page, publicUrl: URL): Html {
  const { path, file } = page;
  const { title, body, sections } = renderMarkdown(sourceFor(page, publicUrl), file);
  return layout({ title, path, contents: path === "/docs" ? [] : sections, main: body, file });
}
