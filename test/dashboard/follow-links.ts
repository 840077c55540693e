import type { Page } from "playwright-core";
import type { PeopleApp } from "../../src/people/test-support.ts";

export type Screen = {
  readonly path: string;
  /** Without ids and filters: payments-id. */
  readonly kind: string;
  /** Of those of its kind: 0 for the first. */
  readonly number: number;
  /** Where its link was found; the first screen has none. */
  readonly from: string | undefined;
};

/** Opens a screen, and looks at it. */
export type Visit = (screen: Screen) => Promise<void>;

type Options = {
  readonly kassa: PeopleApp;
  /** Screens of one kind are alike: of payments, for example, this many are visited. */
  readonly ofEachKind: number;
};

/**
 * Visits the home of the sandbox, the screens it links to, and so on, so that new screens are found by their links. Returns the kinds that
 * were found.
 */
export async function followLinks(
  page: Page,
  { kassa, ofEachKind }: Options,
  visit: Visit,
): Promise<ReadonlySet<string>> {
  const start = `/dashboard/${kassa.tenant.tenant.id}/sandbox`;
  const isOurs = (path: string): boolean => path.startsWith(start) || path.startsWith("/dashboard/operator/");
  const first = `${start}/home`;
  const waiting: { path: string; from: string | undefined }[] = [{ path: first, from: undefined }];
  const seen = new Set([first]);
  const kinds = new Map<string, number>();
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const kind = kindOf(next.path);
    const number = kinds.get(kind) ?? 0;
    if (number === ofEachKind) continue;
    kinds.set(kind, number + 1);
    await visit({ ...next, kind, number });
    for (const link of await linksOf(page)) {
      if (seen.has(link) || !isOurs(link)) continue;
      seen.add(link);
      waiting.push({ path: link, from: next.path });
    }
  }
  return new Set(kinds.keys());
}

const kindOf = (path: string): string =>
  path
    .replace(/.*\/sandbox\//, "")
    .replace(/^\/dashboard\//, "")
    .replace(/\?.*/, "")
    .replaceAll(/[a-z]+_sandbox_\w+|ten_\w+/g, "id")
    .replaceAll(/\W+/g, "-")
    .slice(0, 40);

const linksOf = (page: Page): Promise<string[]> =>
  page.evaluate("[...document.querySelectorAll('a[href]')].map((a) => a.getAttribute('href'))");
