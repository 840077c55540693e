import type { Page } from "@kassa/sdk";
import { infiniteQueryOptions, type UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Place, request } from "../api/request.ts";
import { More } from "./more.tsx";
import { type Column, type Row, Rows } from "./rows.tsx";
import { Failure, Loading } from "./states.tsx";

/** A list of the API, page by page, by its cursor. */
export const pagedQuery = <Item extends { readonly id: string }>(
  place: Place,
  path: string,
  filters: Readonly<Record<string, string>> = {},
) =>
  infiniteQueryOptions({
    queryKey: [path, place, filters],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: "25", ...filters });
      if (pageParam !== "") query.set("startingAfter", pageParam);
      return request<Page<Item>>(`${path}?${query}`, { place, signal });
    },
    getNextPageParam: ({ data, hasMore }) => (hasMore ? data.at(-1)?.id : undefined),
  });

type Props<Item> = {
  readonly list: UseInfiniteQueryResult<{ readonly pages: readonly Page<Item>[] }>;
  readonly columns: readonly Column[];
  readonly toRow: (item: Item) => Row;
  /** What is shown if there is nothing. */
  readonly empty: ReactNode;
};

/** A list with its states, and a button for more of it. */
export function Paged<Item>({ list, columns, toRow, empty }: Props<Item>) {
  const items = list.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <>
      {list.error && <Failure error={list.error} again={() => void list.refetch()} />}
      {list.isPending && <Loading />}
      {list.data && items.length === 0 && empty}
      {items.length > 0 && <Rows columns={columns} rows={items.map(toRow)} />}
      <More list={list} />
    </>
  );
}
