import type {
  Balance,
  ConnectorAccount,
  LedgerDifferenceList,
  LedgerEntry,
  LedgerPeriod,
  LedgerPeriodList,
  Page,
  Settlement,
  SettlementLine,
} from "@kassa/sdk";
import { queryOptions } from "@tanstack/react-query";
import { type Place, request } from "../../api/request.ts";
import { pagedQuery } from "../../components/paged.tsx";

const periods = "/api/ledger/periods";

export const balanceQuery = (place: Place) =>
  queryOptions({
    queryKey: ["balance", place],
    queryFn: ({ signal }) => request<Balance>("/api/balance", { place, signal }),
  });

export const connectorAccountsQuery = (place: Place) =>
  queryOptions({
    queryKey: ["connector-account-names", place],
    queryFn: ({ signal }) =>
      request<Page<ConnectorAccount>>("/api/connector-accounts?limit=100", { place, signal }),
    staleTime: 60_000,
  });

export const payoutsQuery = (place: Place) => pagedQuery<Settlement>(place, "/api/settlements");

export const linesQuery = (place: Place, batch: string) =>
  pagedQuery<SettlementLine>(place, "/api/settlement-lines", { batch });

export const ledgerQuery = (place: Place, filters: Readonly<Record<string, string>>) =>
  pagedQuery<LedgerEntry>(place, "/api/ledger/entries", filters);

export const periodsQuery = (place: Place) =>
  queryOptions({
    queryKey: [periods, place],
    queryFn: ({ signal }) => request<LedgerPeriodList>(periods, { place, signal }),
  });

/** What keeps a month from being closed. */
export const differencesQuery = (place: Place, month: string) =>
  queryOptions({
    queryKey: ["differences", place, month],
    queryFn: ({ signal }) =>
      request<LedgerDifferenceList>(`/api/ledger/differences?month=${month}`, { place, signal }),
    staleTime: 0,
  });

export type Closing = { readonly month: string; readonly despiteDifferences?: true };

export const closeMonth = (place: Place, body: Closing, idempotencyKey: string): Promise<LedgerPeriod> =>
  request(periods, { method: "POST", place, body, idempotencyKey });

export type Reopening = { readonly month: string; readonly reason: string };

export const reopenMonth = (place: Place, body: Reopening, idempotencyKey: string): Promise<LedgerPeriod> =>
  request(`${periods}/reopen`, { method: "POST", place, body, idempotencyKey });
