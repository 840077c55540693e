import type { Page } from "../types.ts";

/** Where a page of a list begins or ends: the id of an object of the page beside it. */
export type Cursor = { startingAfter?: string; endingBefore?: string };

/** Every object of a list, fetched page by page as it is asked for. */
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
