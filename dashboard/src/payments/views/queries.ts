import { queryOptions } from "@tanstack/react-query";
import { type Place, request } from "../../api/request.ts";
import type { Filters } from "../filters.ts";

/** Filters and columns of the list, kept under a name. */
export type View = {
  readonly id: string;
  readonly name: string;
  readonly filters: Filters;
  readonly columns: readonly string[];
  /** Whether the whole team sees it. */
  readonly shared: boolean;
  readonly madeBy: string;
  readonly mayChange: boolean;
};

export type ViewFields = Pick<View, "name" | "filters" | "columns" | "shared">;

const path = "/dashboard/api/views/";

export const viewsQuery = (place: Place) =>
  queryOptions({
    queryKey: ["views", place.tenant],
    queryFn: ({ signal }) => request<{ readonly data: readonly View[] }>(path, { place, signal }),
  });

export const saveView = (place: Place, view: ViewFields, idempotencyKey: string): Promise<View> =>
  request(path, { method: "POST", place, body: view, idempotencyKey });

export const changeView = (place: Place, id: string, view: Partial<ViewFields>): Promise<View> =>
  request(path + encodeURIComponent(id), { method: "POST", place, body: view });

export const deleteView = (place: Place, id: string): Promise<unknown> =>
  request(path + encodeURIComponent(id), { method: "DELETE", place });
