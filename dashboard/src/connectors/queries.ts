import type { ConnectorAccount, Page, RoutingSimulation } from "@kassa/sdk";
import { queryOptions } from "@tanstack/react-query";
import { type Mode, type Place, request } from "../api/request.ts";

export type Field = {
  readonly name: string;
  /** What the PSP's dashboard calls it, and where it is there. */
  readonly label: string;
  /** The end of the sentence “It has to be …”. */
  readonly expects: string;
};
export type CredentialField = Field & { readonly needed: "always" | "notifications" | "never" };
export type SettingField = Field & { readonly modes: readonly Mode[]; readonly isOptional: boolean };

/** A PSP, as a merchant sets up an account of it. */
export type ConnectorKind = {
  readonly name: string;
  readonly title: string;
  readonly credentials: readonly CredentialField[];
  readonly settings: readonly SettingField[];
  readonly registersNotifications: boolean;
};

export const kindsQuery = queryOptions({
  queryKey: ["connector-kinds"],
  queryFn: async ({ signal }) =>
    (await request<{ data: readonly ConnectorKind[] }>("/dashboard/api/connector-kinds", { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
});

const path = "/api/connector-accounts";

/** All accounts of the mode: a tenant has a few. */
export const accountsQuery = (place: Place) =>
  queryOptions({
    queryKey: ["connectors", place],
    queryFn: async ({ signal }) =>
      (await request<Page<ConnectorAccount>>(`${path}?limit=100`, { place, signal })).data,
  });

export const accountQuery = (place: Place, id: string) =>
  queryOptions({
    queryKey: ["connectors", place, id],
    queryFn: ({ signal }) =>
      request<ConnectorAccount>(`${path}/${encodeURIComponent(id)}`, { place, signal }),
  });

/** A payment that somebody imagines. */
export type Imagined = {
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly method: string;
  readonly captureMethod: string;
  /** Empty if it isn't known. */
  readonly country: string;
};

/** At which accounts it would be tried, and why the others are passed over. */
export const simulateRouting = (place: Place, { amount, country, ...more }: Imagined) => {
  const query = new URLSearchParams({ amount: String(amount), ...more, ...(country && { country }) });
  return request<RoutingSimulation>(`/api/routing/simulation?${query}`, { place });
};

export type NewAccount = {
  readonly connector: string;
  readonly label: string;
  readonly credentials: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, string>>;
  readonly status?: "disabled";
};

export const createAccount = (place: Place, body: NewAccount, idempotencyKey: string) =>
  request<ConnectorAccount>(path, { method: "POST", place, body, idempotencyKey });

export const changeAccount = (place: Place, id: string, body: object) =>
  request<ConnectorAccount>(`${path}/${id}`, { method: "POST", place, body });

export const rotateCredentials = (place: Place, id: string, credentials: Readonly<Record<string, string>>) =>
  request<ConnectorAccount>(`${path}/${id}/credentials`, { method: "POST", place, body: { credentials } });

export type Check = { readonly result: "valid" | "refused" | "unknown"; readonly detail: string | null };

export const checkAccount = (place: Place, id: string) =>
  request<Check>(`${path}/${id}/check`, { method: "POST", place, body: {} });

export const registerNotifications = (place: Place, id: string) =>
  request<ConnectorAccount>(`${path}/${id}/register-notifications`, { method: "POST", place, body: {} });

export const deleteAccount = (place: Place, id: string) =>
  request(`${path}/${id}`, { method: "DELETE", place });
