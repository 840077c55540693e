import type { Call } from "./call.ts";
import { invalidRequest } from "./errors.ts";
import type { Stored } from "./state.ts";

type Listed<Item> = {
  readonly items: Map<string, Item>;
  readonly url: string;
  readonly render: (item: Item) => Record<string, unknown>;
  readonly where?: (item: Item) => boolean;
};

type ListQuery = {
  readonly limit?: number;
  readonly starting_after?: string;
  readonly ending_before?: string;
  readonly created?:
    | number
    | { readonly gt?: number; readonly gte?: number; readonly lt?: number; readonly lte?: number };
};

/** A page of a list, newest first, with Stripe's cursors and its filter by `created`. */
export function listOf<Item extends Stored>(call: Call, list: Listed<Item>): object {
  const query = call.query as ListQuery;
  const limit = query.limit ?? 10;
  if (limit < 1 || limit > 100)
    throw invalidRequest("Invalid limit: it must be between 1 and 100.", { param: "limit" });
  const all = [...list.items.values()]
    .filter((item) => item.livemode === call.livemode && isWithin(item.created, query.created))
    .filter(list.where ?? (() => true))
    .reverse();
  const position = (id: string, param: string): number => {
    const index = all.findIndex((item) => item.id === id);
    if (index === -1) throw invalidRequest(`No such object: '${id}'`, { code: "resource_missing", param });
    return index;
  };
  if (query.ending_before !== undefined) {
    const before = all.slice(0, position(query.ending_before, "ending_before"));
    return pageOf(list, before.slice(-limit), before.length > limit);
  }
  const after =
    query.starting_after === undefined
      ? all
      : all.slice(position(query.starting_after, "starting_after") + 1);
  return pageOf(list, after.slice(0, limit), after.length > limit);
}

function pageOf<Item>(list: Listed<Item>, items: readonly Item[], hasMore: boolean): object {
  return { object: "list", data: items.map(list.render), has_more: hasMore, url: list.url };
}

function isWithin(created: number, range: ListQuery["created"]): boolean {
  if (range === undefined) return true;
  if (typeof range === "number") return created === range;
  return (
    created > (range.gt ?? -1) &&
    created >= (range.gte ?? 0) &&
    created < (range.lt ?? Number.POSITIVE_INFINITY) &&
    created <= (range.lte ?? Number.POSITIVE_INFINITY)
  );
}
