import type { Page } from "../types.ts";

/** Cursors: the id of the object before or after the page. */
export type Cursor = { startingAfter?: string; endingBefore?: string };

/** All objects of a list. Each page is fetched when it is needed. */
export async function* through<Item extends { id: string }>(
  fetchPage: (cursor: Cursor) => Promise<Page<Item>>,
): AsyncGenerator<Item> {
  let cursor: Cursor = {};
  for (;;) {
    const page = await fetchPage(cursor);
    yield* page.data;
    const last = page.data.at(-1);
    if (!page.hasMore || !last) return;
    cursor = { startingAfter: last.id };
  }
}
