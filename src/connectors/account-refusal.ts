import type { NewChargeRoute } from "./registry.ts";

/** `other_account`: the session names another account. */
export type AccountRefusal = "disabled" | "other_account";

/**
 * Why an account gets no charge of a session, whatever is paid; undefined if it may get one. A session that names an account is paid at
 * this one only, even if it is disabled: so an account can be tried before customers use it.
 *
 * @param named the account that the session names; null for none
 */
export function accountRefusal(
  { account, isEnabled }: Pick<NewChargeRoute, "account" | "isEnabled">,
  named: string | null,
): AccountRefusal | undefined {
  if (account.id === named) return undefined;
  if (!isEnabled) return "disabled";
  return named === null ? undefined : "other_account";
}
