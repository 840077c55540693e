import { readFileSync } from "node:fs";
import { type Html, html } from "../kernel/html.ts";

/**
 * The public address of the repository, from `repository` in package.json, or null while there is none. npm allows a text
 * or an object with a `url`, which may begin with `git+` and end with `.git`.
 */
export function webAddressOf(repository: unknown): string | null {
  const url =
    typeof repository === "object" && repository !== null && "url" in repository
      ? repository.url
      : repository;
  const [, address] = /^(?:git\+)?(https:\/\/[\w./-]+?)(?:\.git)?\/?$/.exec(String(url)) ?? [];
  return address ?? null;
}

const { repository }: { repository?: unknown } = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
);
const ownAddress = webAddressOf(repository);

/** Where a page comes from, and how to correct it. `blob/HEAD` is the default branch at GitHub and GitLab, which offer an editor there. */
export function sourceLink(file: string, path: string, address = ownAddress): Html {
  const name = html`<code>docs/${file}</code>`;
  const source =
    address === null
      ? html`${name} in the repository`
      : html`<a href="${address}/blob/HEAD/docs/${file}">${name}</a>`;
  return html`<p class="source"><a href="${path}.md">This page as Markdown</a>. To correct it, edit ${source}.</p>`;
}
