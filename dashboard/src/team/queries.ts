import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Role } from "../api/me.ts";
import { type Place, request } from "../api/request.ts";
import { useHere } from "../app/place.tsx";

export type Member = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly hasSecondFactor: boolean;
};
export type Invitation = {
  readonly id: string;
  readonly email: string | null;
  readonly role: Role;
  readonly expiresAt: string;
};
export type Team = { readonly members: readonly Member[]; readonly invitations: readonly Invitation[] };

export const roles: readonly Role[] = ["owner", "developer", "support", "finance", "read_only"];

export const teamQuery = (place: Place) =>
  queryOptions({
    queryKey: ["team", place.tenant],
    queryFn: ({ signal }) => request<Team>("/dashboard/api/team/", { place, signal }),
  });

/** A change of the team, after which its list is asked for again. */
export function useTeamChange<Given, Answer>(change: (given: Given) => Promise<Answer>) {
  const { place } = useHere();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: teamQuery(place).queryKey }),
  });
}
