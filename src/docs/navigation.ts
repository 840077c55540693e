import { tags } from "../http/openapi/tags.ts";
import { type Html, html } from "../kernel/html.ts";
import { apiPath, resourcePath } from "./api/resources.ts";
import { type Page, sections } from "./pages.ts";

type Entry = Pick<Page, "path" | "label">;
type Group = { readonly title: string; readonly pages: readonly Entry[] };

/** The pages of the API reference, which has no files. */
const reference: Group = {
  title: "API",
  pages: [
    { path: apiPath, label: "Overview" },
    ...[...tags, { name: "Webhooks" }].map(({ name }) => ({ path: resourcePath(name), label: name })),
  ],
};

/** The sections of the navigation; the API comes before the other pages of reference. */
const groups: readonly Group[] = sections.flatMap((section) =>
  section.title === "Reference" ? [reference, section] : [section],
);

/** All entries of the navigation, in order. */
export const entries: readonly Entry[] = groups.flatMap(({ pages }) => pages);

/**
 * The pages by section. On a phone it is a popover, which the button in the header opens without a script; on a desktop it always
 * stands beside the text.
 *
 * @param path the current page, whose section is open
 */
export function renderNavigation(path: string): Html {
  return html`<nav id="menu" class="side" popover aria-label="Docs">
      ${groups.map((group) => renderGroup(group, path))}
    </nav>`;
}

function renderGroup({ title, pages }: Group, current: string): Html {
  const list = html`<summary>${title}</summary><ul>${pages.map((page) => renderEntry(page, current))}</ul>`;
  const isOpen = current === "/docs" || pages.some(({ path }) => path === current);
  return isOpen ? html`<details open>${list}</details>` : html`<details>${list}</details>`;
}

function renderEntry({ path, label }: Entry, current: string): Html {
  if (path === current) return html`<li><a href="${path}" aria-current="page">${label}</a></li>`;
  return html`<li><a href="${path}">${label}</a></li>`;
}

/** Links to the pages before and after this one, if it is in the navigation. */
export function renderNeighbours(current: string): Html | null {
  const at = entries.findIndex(({ path }) => path === current);
  if (at < 0) return null;
  const link = (entry: Entry | undefined, kind: string, words: string) =>
    entry && html`<a class="${kind}" href="${entry.path}"><span>${words}</span> ${entry.label}</a>`;
  return html`<nav class="neighbours" aria-label="Pages">${link(entries[at - 1], "previous", "Previous")}${link(entries[at + 1], "next", "Next")}</nav>`;
}
