import type { Settings } from "@kassa/sdk";
import { queryOptions } from "@tanstack/react-query";
import { type Place, request } from "../api/request.ts";

export const settingsQuery = (place: Place) =>
  queryOptions({
    queryKey: ["settings", place],
    queryFn: ({ signal }) => request<Settings>("/api/settings", { place, signal }),
  });

export const changeSettings = (place: Place, body: object): Promise<Settings> =>
  request("/api/settings", { method: "POST", place, body });

export const uploadLogo = (place: Place, file: Blob): Promise<Settings> =>
  request("/api/settings/logo", { method: "POST", place, file });

export const removeLogo = (place: Place): Promise<Settings> =>
  request("/api/settings/logo", { method: "DELETE", place });
