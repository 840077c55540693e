import type { TenantScope } from "../database/transaction.ts";
import type { Session } from "./session.ts";

/** What doesn't keep a request from being done but needs the merchant's attention. */
export const warningTexts = {
  live_account_missing:
    "This tenant has no live account at a payment service provider yet. The payment page of this session says that it can't be paid.",
} as const;
export type WarningCode = keyof typeof warningTexts;
export type SessionWarning = { readonly code: WarningCode; readonly text: string };

/** Whether a tenant has an account that money can be taken at, in a mode. */
export type AccountCheck = (scope: TenantScope) => boolean;

/** Of an open session only: another can't be paid anyway. */
export function warningsOf(session: Session, hasAccount: AccountCheck): SessionWarning[] {
  if (session.status !== "open" || hasAccount(session)) return [];
  return [{ code: "live_account_missing", text: warningTexts.live_account_missing }];
}
