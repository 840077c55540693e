import { type Html, html } from "../kernel/html.ts";
import { type Page, type Section, sections } from "./pages.ts";

/**
 * The pages by section. On a phone it is a popover, which the button in the header opens without a script; on a desktop it always
 * stands beside the text.
 *
 * @param path the current page, whose section is open
 */
export function renderNavigation(path: string): Html {
  return html`<nav id="menu" class="side" popover aria-label="Docs">
      ${sections.map((section) => renderSection(section, path))}
      <ul>${renderEntry({ path: "/docs/api", label: "API reference" }, path)}</ul>
    </nav>`;
}

function renderSection({ title, pages }: Section, current: string): Html {
  const entries = html`<ul>${pages.map((page) => renderEntry(page, current))}</ul>`;
  return pages.some(({ path }) => path === current)
    ? html`<details open><summary>${title}</summary>${entries}</details>`
    : html`<details><summary>${title}</summary>${entries}</details>`;
}

function renderEntry({ path, label }: Pick<Page, "path" | "label">, current: string): Html {
  if (path === current) return html`<li><a href="${path}" aria-current="page">${label}</a></li>`;
  return html`<li><a href="${path}">${label}</a></li>`;
}
