import type { BodyOf, Export } from "@kassa/sdk";
import { queryOptions } from "@tanstack/react-query";
import { type Place, request } from "../api/request.ts";
import { pagedQuery } from "../components/paged.tsx";

export const exportsPath = "/api/exports";

/** How often something that is being made is asked for. */
const askEveryMs = 1_000;

const isUnfinished = ({ status }: Export): boolean => status === "pending" || status === "running";

export const exportQuery = (place: Place, id: string) =>
  queryOptions({
    queryKey: ["export", place, id],
    queryFn: ({ signal }) => request<Export>(`${exportsPath}/${encodeURIComponent(id)}`, { place, signal }),
    refetchInterval: ({ state }) => (!state.data || isUnfinished(state.data) ? askEveryMs : false),
  });

/** The exports of the last days, asked for again while one of them is being made. */
export const exportsQuery = (place: Place) => ({
  ...pagedQuery<Export>(place, exportsPath),
  refetchInterval: ({
    state,
  }: {
    state: { data?: { pages: readonly { data: readonly Export[] }[] } | undefined };
  }) => (state.data?.pages.some(({ data }) => data.some(isUnfinished)) ? askEveryMs : (false as const)),
});

export type NewExport = BodyOf<"POST /api/exports">;

export const createExport = (place: Place, body: NewExport, idempotencyKey: string) =>
  request<Export>(exportsPath, { method: "POST", place, body, idempotencyKey });

export const deleteExport = (place: Place, id: string) =>
  request(`${exportsPath}/${encodeURIComponent(id)}`, { method: "DELETE", place });

export const contentPath = ({ id }: Export): string => `${exportsPath}/${encodeURIComponent(id)}/content`;
