import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type Place, request } from "../api/request.ts";

type MoneyBack = { readonly count: number; readonly amount: number };
export type Sums = {
  /** Captured, in minor units. */
  readonly volume: number;
  readonly payments: number;
  readonly decided: number;
  readonly succeeded: number;
  readonly refunds: MoneyBack;
  readonly disputes: MoneyBack;
};
export type Part = {
  readonly method: string;
  readonly connector: string;
  readonly payments: number;
  readonly volume: number;
};
export type CurrencyMetrics = {
  readonly currency: string;
  readonly current: Sums;
  readonly previous: Sums;
  readonly volumeByDay: readonly number[];
  readonly parts: readonly Part[];
};
export type Metrics = {
  readonly countedAt: string;
  /** Newer numbers are being counted. */
  readonly isRenewing: boolean;
  readonly days: number;
  /** When each day began. */
  readonly starts: readonly string[];
  readonly currencies: readonly CurrencyMetrics[];
  readonly declines: readonly { readonly reason: string | null; readonly attempts: number }[];
  readonly open: { readonly reviews: number; readonly disputes: number };
};

/** The last days in the reader's time zone, of which the last one is today. */
export const metricsQuery = (place: Place, days: number) =>
  queryOptions({
    queryKey: ["metrics", place, days],
    queryFn: ({ signal }) => {
      const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
      const query = new URLSearchParams({ days: String(days), zone: timeZone });
      return request<Metrics>(`/dashboard/api/metrics?${query}`, { place, signal });
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    refetchInterval: ({ state }) => (state.data?.isRenewing ? 2_000 : false),
  });
