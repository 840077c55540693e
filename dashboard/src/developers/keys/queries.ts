import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Place, request } from "../../api/request.ts";
import { useHere } from "../../app/place.tsx";

export type Key = {
  readonly id: string;
  readonly name: string | null;
  readonly hint: string;
  readonly scopes: readonly string[];
  /** From where it may be used, such as 203.0.113.0/24; from anywhere if there are none. */
  readonly allowedNetworks: readonly string[];
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
};
export type Made = { readonly id: string; readonly secret: string };

export const keysQuery = (place: Place) =>
  queryOptions({
    queryKey: ["keys", place],
    queryFn: ({ signal }) =>
      request<{ readonly data: readonly Key[] }>("/dashboard/api/keys/", { place, signal }),
  });

/** Changes keys, and shows the list anew. */
export function useKeyChange<Answer>(change: () => Promise<Answer>) {
  const { place } = useHere();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keysQuery(place).queryKey }),
  });
}
