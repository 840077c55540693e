import { queryOptions } from "@tanstack/react-query";
import { isProblem } from "./problem.ts";
import { type Mode, request } from "./request.ts";

export type Role = "owner" | "developer" | "support" | "finance" | "read_only";

export type Membership = {
  readonly tenant: { readonly id: string; readonly name: string };
  readonly role: Role;
  readonly scopes: Readonly<Record<Mode, readonly string[]>>;
};

export type Me = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly operator: boolean;
  /** Whether signing in with the password also takes a code. */
  readonly hasAuthenticator: boolean;
  readonly signIn: { readonly id: string; readonly factors: 1 | 2 };
  readonly memberships: readonly Membership[];
};

/** Who is signed in; null for nobody. */
export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: async ({ signal }): Promise<Me | null> => {
    try {
      return await request<Me>("/dashboard/api/me", { signal });
    } catch (error) {
      if (isProblem(error, "sign_in_required")) return null;
      throw error;
    }
  },
  staleTime: 60_000,
});

/** Whether a role's scopes allow something. */
export function allows({ scopes }: Membership, mode: Mode, scope: string): boolean {
  const granted = scopes[mode];
  const [resource] = scope.split(":");
  return granted.some((each) => each === "full" || each === scope || each === `${resource}:write`);
}
