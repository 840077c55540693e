import { type Html, html } from "../kernel/html.ts";
import { script, searchIndexPath, searchScript, stylesheet } from "./assets.ts";
import { menuIcon, searchIcon } from "./icons.ts";
import { renderNavigation, renderNeighbours } from "./navigation.ts";
import { sourceLink } from "./source-link.ts";

export type Anchor = { readonly id: string; readonly text: string };

export type DocsPage = {
  /** The title in the browser's tab; plain text. */
  readonly title: string;
  /** The path of the current entry in the navigation, if any. */
  readonly path: string;
  /** The headings on this page; empty for a page without a table of contents. */
  readonly contents: readonly Anchor[];
  readonly main: Html;
  /** The page's file in docs/, if it has one. */
  readonly file?: string;
};

/** Stands where each response has a nonce of its own. */
export const noncePlace = "{{script-nonce}}";

const favicon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Crect width='24' height='24' rx='6' fill='%231f4e8c'/%3E%3Cpath d='M5 8.5h14v8H5zM5 11.25h14' fill='none' stroke='%23fff' stroke-width='1.5' stroke-linejoin='round'/%3E%3C/svg%3E";

/** The HTML document around every page of the docs. */
export function layout({ title, path, contents, main, file }: DocsPage): Html {
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title} · Kassa</title>
  <meta name="color-scheme" content="light dark">
  <link rel="icon" href="${favicon}">
  <link rel="stylesheet" href="${stylesheet.path}" integrity="${stylesheet.integrity}">
  <script src="${script.path}" integrity="${script.integrity}" nonce="${noncePlace}" defer></script>
</head>
<body>
  <a class="skip" href="#content">Skip to the content</a>
  ${header(path)}
  <div class="frame">
    ${renderNavigation(path)}
    <main id="content" tabindex="-1">
${contents.length > 2 && foldedContents(contents)}
${main}
${renderNeighbours(path)}
${file !== undefined && sourceLink(file, path)}
    </main>
    ${contents.length > 0 && tableOfContents(contents)}
  </div>
</body>
</html>
`;
}

/** The search button is shown by the script, which search needs. */
function header(path: string): Html {
  const inReference = path.startsWith("/docs/api");
  return html`<header>
    <div class="bar">
      <button class="menu-button" type="button" popovertarget="menu" aria-label="Menu">${menuIcon}</button>
      <a class="brand" href="/docs">Kassa <span>Docs</span></a>
      <button class="search-button" type="button" aria-label="Search" hidden data-script="${searchScript.path}" data-index="${searchIndexPath}">${searchIcon}<span>Search</span><kbd aria-hidden="true">/</kbd></button>
      <a class="${inReference ? "top current" : "top"}" href="/docs/api">API</a>
    </div>
  </header>`;
}

function entries(contents: readonly Anchor[]): Html {
  return html`<ul>${contents.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul>`;
}

/** Shown beside the text where there is room for it. */
function tableOfContents(contents: readonly Anchor[]): Html {
  return html`<nav class="contents" aria-label="On this page"><p>On this page</p>${entries(contents)}</nav>`;
}

/** Shown above the text where there is no room beside it. */
function foldedContents(contents: readonly Anchor[]): Html {
  return html`<details class="folded"><summary>On this page</summary>${entries(contents)}</details>`;
}
