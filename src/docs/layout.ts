import { type Html, html } from "../kernel/html.ts";
import { pages } from "./pages.ts";
import { stylesheet } from "./stylesheet.ts";

export type Section = { readonly id: string; readonly text: string };

export type DocsPage = {
  /** The title in the browser's tab; plain text. */
  readonly title: string;
  /** The path of the current menu entry, if any. */
  readonly path: string;
  /** The table of contents; empty for a page without one. */
  readonly contents: readonly { readonly heading: string | null; readonly sections: readonly Section[] }[];
  readonly main: Html;
  /** Whether the page takes the whole width. Lines of text stay short. */
  readonly wide?: boolean;
};

const favicon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Crect width='24' height='24' rx='6' fill='%231f4e8c'/%3E%3Cpath d='M5 8.5h14v8H5zM5 11.25h14' fill='none' stroke='%23fff' stroke-width='1.5' stroke-linejoin='round'/%3E%3C/svg%3E";

/** The HTML document around every page of the docs. */
export function layout({ title, path, contents, main, wide = false }: DocsPage): Html {
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title} · Kassa</title>
  <meta name="color-scheme" content="light dark">
  <link rel="icon" href="${favicon}">
  <link rel="stylesheet" href="${stylesheet.path}" integrity="${stylesheet.integrity}">
</head>
<body>
  <a class="skip" href="#content">Skip to the content</a>
  <header>
    <div class="bar">
      <a class="brand" href="/docs">Kassa</a>
      <nav class="menu" aria-label="Docs"><ul>${pages.map((entry) => menuEntry(entry, path))}</ul></nav>
    </div>
  </header>
  <div class="frame${!wide && " guide"}${contents.length === 0 && " alone"}">
    ${contents.length > 0 && tableOfContents(contents)}
    <main id="content" tabindex="-1">
${main}
    </main>
  </div>
</body>
</html>
`;
}

function menuEntry({ path, label }: (typeof pages)[number], current: string): Html {
  if (path === current) return html`<li><a href="${path}" aria-current="page">${label}</a></li>`;
  return html`<li><a href="${path}">${label}</a></li>`;
}

/** Folded on a phone, where it would push the content down; the stylesheet keeps it open on a desktop. */
function tableOfContents(contents: DocsPage["contents"]): Html {
  const groups = contents.map(
    ({ heading, sections }) => html`${heading !== null && html`<p>${heading}</p>`}
      <ul>${sections.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul>`,
  );
  return html`<nav class="contents" aria-label="On this page">
      <details class="folded"><summary>On this page</summary>${groups}</details>
      <div class="open">${groups}</div>
    </nav>`;
}
