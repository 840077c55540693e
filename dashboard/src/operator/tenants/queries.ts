import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Mode } from "../../api/request.ts";
import { request } from "../../api/request.ts";

const tenantsApi = "/dashboard/api/operator/tenants";

export type Tenant = {
  readonly id: string;
  readonly name: string;
  readonly hasOwner: boolean;
  readonly allowedHosts: readonly string[];
  /** Requests a second for each key; null for what the configuration says. */
  readonly rateLimits: Readonly<Record<Mode, number | null>>;
  readonly createdAt: string;
  readonly closedAt: string | null;
};
export type NewTenant = Tenant & { readonly keys: Readonly<Record<Mode, { readonly secret: string }>> };
export type TenantChange = Partial<Pick<Tenant, "name" | "allowedHosts" | "rateLimits">>;
export type Invited = { readonly link: string; readonly sentByMail: boolean };

export const tenantsQuery = queryOptions({
  queryKey: ["operator", "tenants"],
  queryFn: ({ signal }) => request<{ readonly data: readonly Tenant[] }>(`${tenantsApi}/`, { signal }),
});

export const tenantQuery = (id: string) =>
  queryOptions({
    queryKey: ["operator", "tenants", id],
    queryFn: ({ signal }) => request<Tenant>(`${tenantsApi}/${id}`, { signal }),
  });

export const createTenant = (body: { readonly name: string }, idempotencyKey: string) =>
  request<NewTenant>(`${tenantsApi}/`, { method: "POST", body, idempotencyKey });
export const changeTenant = (id: string, body: TenantChange) =>
  request<Tenant>(`${tenantsApi}/${id}`, { method: "POST", body });
export const setClosed = (id: string, closed: boolean) =>
  request<Tenant>(`${tenantsApi}/${id}/${closed ? "close" : "reopen"}`, { method: "POST", body: {} });
export const inviteOwner = (id: string, body: { readonly email: string }, idempotencyKey: string) =>
  request<Invited>(`${tenantsApi}/${id}/owner-invitations`, { method: "POST", body, idempotencyKey });

/** A change of a tenant, after which what is shown of tenants is asked for again. The names in the header come with the person. */
export function useTenantChange<Given, Answer>(change: (given: Given) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: tenantsQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: ["me"] });
    },
  });
}
