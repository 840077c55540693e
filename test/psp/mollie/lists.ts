import type { Call } from "./call.ts";
import { badRequest, notFound } from "./errors.ts";
import { documentation, link } from "./links.ts";
import type { Stored } from "./state.ts";

type Listed<Item> = {
  readonly items: Map<string, Item>;
  /** After `/v2`. */
  readonly path: string;
  readonly embedded: string;
  readonly kind: string;
  readonly render: (item: Item) => object;
  readonly where?: (item: Item) => boolean;
};

/** A page of a list: newest first, from the item with the id `from` on, at most `limit` items. */
export function listOf<Item extends Stored>(call: Call, list: Listed<Item>): object {
  const limit = Number(call.query.limit ?? 50);
  if (!Number.isInteger(limit) || limit < 1 || limit > 250)
    throw badRequest("Invalid limit. It must be between 1 and 250.");
  const all = [...list.items.values()]
    .filter((item) => item.livemode === call.livemode && (list.where?.(item) ?? true))
    .reverse();
  if (call.query.sort === "asc") all.reverse();
  const { from } = call.query;
  const start = from === undefined ? 0 : all.findIndex(({ id }) => id === from);
  if (start === -1) throw notFound(list.kind, String(from));
  const items = all.slice(start, start + limit);
  const pageLink = (first: Item | undefined) => {
    if (!first) return null;
    const sort = call.query.sort === undefined ? "" : `&sort=${call.query.sort}`;
    return link(call.world, `${list.path}?from=${first.id}&limit=${limit}${sort}`);
  };
  return {
    count: items.length,
    _embedded: { [list.embedded]: items.map(list.render) },
    _links: {
      self: link(call.world, `${list.path}?limit=${limit}`),
      previous: start === 0 ? null : pageLink(all[Math.max(0, start - limit)]),
      next: pageLink(all[start + limit]),
      documentation: documentation(),
    },
  };
}
