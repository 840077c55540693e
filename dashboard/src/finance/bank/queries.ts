import type {
  BankEntry,
  CheckoutSession,
  DecidedBankEntry,
  ListedExpectedTransfer,
  MerchantBankAccount,
  Page,
  StatementImport,
} from "@kassa/sdk";
import { queryOptions, useQueries } from "@tanstack/react-query";
import { type Place, request } from "../../api/request.ts";
import { pagedQuery } from "../../components/paged.tsx";

const imports = "/api/bank-statements";
export const entriesPath = "/api/bank-entries";
const accounts = "/api/bank-accounts";
export const below = (path: string, id: string): string => `${path}/${encodeURIComponent(id)}`;

export const importsQuery = (place: Place) => pagedQuery<StatementImport>(place, imports);

/** An import; asked for again until all its entries are stored. */
export const importQuery = (place: Place, id: string) =>
  queryOptions({
    queryKey: [imports, place, id],
    queryFn: ({ signal }) => request<StatementImport>(below(imports, id), { place, signal }),
    refetchInterval: ({ state }) => (state.data?.status === "completed" ? false : 1_000),
  });

export const importPath = (fileName: string, csvMapping?: object): string => {
  const name = fileName.replaceAll(/[/\\]/g, "-").slice(0, 255);
  return `${imports}?${new URLSearchParams({ name, ...(csvMapping && { csvMapping: JSON.stringify(csvMapping) }) })}`;
};

export const entriesQuery = (place: Place, filters: Readonly<Record<string, string>>) =>
  pagedQuery<BankEntry>(place, entriesPath, filters);

/** At most a hundred, to say how many there are. */
export const someEntriesQuery = (place: Place, filters: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: [entriesPath, place, "some", filters],
    queryFn: ({ signal }) =>
      request<Page<BankEntry>>(`${entriesPath}?${new URLSearchParams({ limit: "100", ...filters })}`, {
        place,
        signal,
      }),
  });

/** An entry with what it is for, or may be for. */
export const entryQuery = (place: Place, id: string) =>
  queryOptions({
    queryKey: [entriesPath, place, id],
    queryFn: ({ signal }) => request<DecidedBankEntry>(below(entriesPath, id), { place, signal }),
  });

export const transferQuery = (place: Place, id: string) =>
  queryOptions({
    queryKey: ["/api/expected-transfers", place, id],
    queryFn: ({ signal }) =>
      request<ListedExpectedTransfer>(below("/api/expected-transfers", id), { place, signal }),
  });

/** Whether it isn't known yet what entries that wait may be for. What is below that would move. */
export function useSuggestionsPending(place: Place, ids: readonly string[]): boolean {
  const entries = useQueries({ queries: ids.map((id) => entryQuery(place, id)) });
  const transfers = entries.flatMap(({ data }) => [
    ...(data?.exceptions ?? []).flatMap(({ suggestions }) =>
      suggestions.map(({ expectedTransfer }) => expectedTransfer),
    ),
    ...(data?.matches ?? []).flatMap(({ expectedTransfer }) => expectedTransfer ?? []),
  ]);
  const found = useQueries({ queries: [...new Set(transfers)].map((id) => transferQuery(place, id)) });
  const sessions = [...new Set(found.flatMap(({ data }) => data?.session ?? []))];
  const named = useQueries({ queries: sessions.map((id) => sessionQuery(place, id)) });
  return [...entries, ...found, ...named].some(({ isPending }) => isPending);
}

export const accountsQuery = (place: Place) =>
  queryOptions({
    queryKey: [accounts, place],
    queryFn: ({ signal }) => request<Page<MerchantBankAccount>>(`${accounts}?limit=100`, { place, signal }),
  });

export const addAccount = (place: Place, body: object, key: string): Promise<MerchantBankAccount> =>
  request(accounts, { method: "POST", place, body, idempotencyKey: key });

export const setAccountStatus = (
  place: Place,
  id: string,
  status: "enabled" | "disabled",
): Promise<MerchantBankAccount> => request(below(accounts, id), { method: "POST", place, body: { status } });

/** The newest transfers that customers were asked for. */
export const transfersQuery = (place: Place) =>
  queryOptions({
    queryKey: ["/api/expected-transfers", place],
    queryFn: ({ signal }) =>
      request<Page<ListedExpectedTransfer>>("/api/expected-transfers?limit=50", { place, signal }),
  });

export const sessionQuery = (place: Place, id: string) =>
  queryOptions({
    queryKey: ["/api/checkout/sessions", place, id],
    queryFn: ({ signal }) => request<CheckoutSession>(below("/api/checkout/sessions", id), { place, signal }),
    staleTime: 60_000,
  });

/** What a person decides about an entry, or about one of its transactions. */
export type Decision =
  | { readonly kind: "match"; readonly expectedTransfer: string }
  | { readonly kind: "match"; readonly session: string }
  | { readonly kind: "ignore" | "unmatch" };

export function decideEntry(
  place: Place,
  entry: string,
  decision: Decision & { readonly transaction?: number },
  key: string,
): Promise<DecidedBankEntry> {
  const { kind, ...body } = decision;
  const path = `${below(entriesPath, entry)}/${kind}`;
  return request(path, { method: "POST", place, body, idempotencyKey: key });
}
