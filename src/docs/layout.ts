import { type Html, html } from "../kernel/html.ts";
import { renderNavigation } from "./navigation.ts";
import { stylesheet } from "./stylesheet.ts";

export type Anchor = { readonly id: string; readonly text: string };

export type DocsPage = {
  /** The title in the browser's tab; plain text. */
  readonly title: string;
  /** The path of the current entry in the navigation, if any. */
  readonly path: string;
  /** The headings on this page; empty for a page without a table of contents. */
  readonly contents: readonly Anchor[];
  readonly main: Html;
};

const favicon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Crect width='24' height='24' rx='6' fill='%231f4e8c'/%3E%3Cpath d='M5 8.5h14v8H5zM5 11.25h14' fill='none' stroke='%23fff' stroke-width='1.5' stroke-linejoin='round'/%3E%3C/svg%3E";

/** The HTML document around every page of the docs. */
export function layout({ title, path, contents, main }: DocsPage): Html {
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
      <button class="menu-button" type="button" popovertarget="menu" aria-label="Menu">${menuIcon}</button>
      <a class="brand" href="/docs">Kassa</a>
    </div>
  </header>
  <div class="frame">
    ${renderNavigation(path)}
    <main id="content" tabindex="-1">
${main}
    </main>
    ${contents.length > 0 && tableOfContents(contents)}
  </div>
</body>
</html>
`;
}

const menuIcon = html`<svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" aria-hidden="true"><path d="M4 7h16M4 12h16M4 17h16"/></svg>`;

/** Shown beside the text where there is room for it. */
function tableOfContents(contents: readonly Anchor[]): Html {
  return html`<nav class="contents" aria-label="On this page">
      <p>On this page</p>
      <ul>${contents.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul>
    </nav>`;
}
