import type { BankAccount } from "./account.ts";

/** An identification of an account for comparing: "3704 0044/0532013000" and "37040044-0532013000" are the same. */
export const statementName = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, "");

/** The identifications by which statements may name an account, for comparing. A Pix key or UPI id is never among them. */
export function statementNamesOf({
  type,
  identifier,
  statementAccounts,
}: Pick<BankAccount, "type" | "identifier" | "statementAccounts">): string[] {
  const own = type === "pix_key" || type === "upi_id" ? [] : [identifier];
  return [...own, ...statementAccounts].map(statementName);
}
