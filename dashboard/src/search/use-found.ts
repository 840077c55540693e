import { type UseQueryResult, useQueries, useQuery } from "@tanstack/react-query";
import { meQuery } from "../api/me.ts";
import type { Place } from "../api/request.ts";
import { useHere } from "../app/place.tsx";
import { t } from "../texts/texts.ts";
import { findById, idsOfPayments, kindOf, readId } from "./find-by-id.ts";
import { findLinks, findPayments, findSessions } from "./find-by-text.ts";
import type { HitGroup } from "./hit.ts";
import { findScreens } from "./screens.ts";

/** One request of a search, and the groups that it fills. */
type Ask = {
  readonly name: string;
  find(place: Place, text: string, signal: AbortSignal): Promise<HitGroup[]>;
};

/** What a text is looked up in. The server isn't asked for what the role doesn't allow to see. */
function asksFor(text: string, may: (scope: string) => boolean): Ask[] {
  const payments = may("payments:read") ? [{ name: "payments", find: findPayments }] : [];
  const id = readId(text);
  if (id) {
    const kind = kindOf(id.prefix, may);
    const find: Ask["find"] = (...search) => (kind ? findById(kind, ...search) : Promise.resolve([]));
    return [...(kind ? [{ name: "id", find }] : []), ...(idsOfPayments.has(id.prefix) ? payments : [])];
  }
  const sales = may("checkout_sessions:read")
    ? [
        { name: "sessions", find: findSessions },
        { name: "links", find: findLinks },
      ]
    : [];
  return [...payments, ...sales];
}

export type Found = {
  readonly groups: readonly HitGroup[];
  readonly isPending: boolean;
  /** Why something couldn't be looked up. */
  readonly error: Error | null;
  /** Looks up again what failed. */
  again(): void;
};

/**
 * What a text finds, kind by kind in one order. A kind is shown once those before it are, so that what is seen stays in its place.
 * Searches that nobody waits for any more are ended.
 */
export function useFound(text: string): Found {
  const { place, may, membership, mode } = useHere();
  const { data: me } = useQuery(meQuery);
  const asks = text === "" ? [] : asksFor(text, may);
  const results = useQueries({
    queries: asks.map(({ name, find }) => ({
      queryKey: ["search", place, name, text],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => find(place, text, signal),
    })),
  });
  const isOperator = me?.operator === true && me.signIn.factors === 2;
  const screens = text === "" ? [] : findScreens(text, { membership, mode, isOperator });
  const groups = [{ title: t("search.screens"), hits: screens }, ...groupsOf(results)];
  return {
    groups: groups.filter(({ hits }) => hits.length > 0),
    isPending: results.some((result) => result.isPending),
    error: results.find((result) => result.error)?.error ?? null,
    again: () => {
      for (const result of results) if (result.error) void result.refetch();
    },
  };
}

function groupsOf(results: readonly UseQueryResult<readonly HitGroup[]>[]): HitGroup[] {
  const pending = results.findIndex(({ isPending }) => isPending);
  const settled = pending === -1 ? results : results.slice(0, pending);
  return settled.flatMap(({ data }) => data ?? []);
}
