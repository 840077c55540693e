import type { Settings } from "@kassa/sdk";
import { queryOptions } from "@tanstack/react-query";
import { type Place, request } from "../api/request.ts";

export const settingsQuery = (place: Place) =>
  queryOptions({
    queryKey: ["settings", place],
    queryFn: ({ signal }) => request<Settings>("/api/settings", { place, signal }),
  });

/** What the operator and the owner set for the tenant, in both modes. */
export type Limits = {
  /** Where customers may be sent back to; empty for anywhere. */
  readonly allowedHosts: readonly string[];
  /** Of each API key; null for any number. */
  readonly requestsPerSecond: Readonly<Record<"live" | "sandbox", number | null>>;
};

export const limitsQuery = (place: Place) =>
  queryOptions({
    queryKey: ["limits", place],
    queryFn: ({ signal }) => request<Limits>("/dashboard/api/limits", { place, signal }),
  });

export const changeHosts = (place: Place, allowedHosts: readonly string[]): Promise<Limits> =>
  request("/dashboard/api/limits", { method: "POST", place, body: { allowedHosts } });

export const changeSettings = (place: Place, body: object): Promise<Settings> =>
  request("/api/settings", { method: "POST", place, body });

export const uploadLogo = (place: Place, file: Blob): Promise<Settings> =>
  request("/api/settings/logo", { method: "POST", place, file });

export const removeLogo = (place: Place): Promise<Settings> =>
  request("/api/settings/logo", { method: "DELETE", place });
