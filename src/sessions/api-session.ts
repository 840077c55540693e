import type { TenantScope } from "../database/transaction.ts";
import { rfc3339 } from "../kernel/rfc3339.ts";
import type { Session, SessionDetails } from "./session.ts";

/** The payment page's address of a session. */
export function pageUrl(publicUrl: URL, sessionId: string): string {
  return `${publicUrl.origin}/pay/${sessionId}`;
}

/** What it takes to show a session. */
export type ApiSessionDeps = { readonly publicUrl: URL; readonly hasAccount: AccountCheck };

/** All of a session that is shown under its own name. What is forgotten below doesn't compile. */
type Shown = Omit<
  Session,
  "tenantId" | "details" | "paymentId" | "clockId" | "createdAt" | "expiresAt" | "completedAt"
> &
  SessionDetails & { readonly [others: string]: unknown };

/** A session as the API and its events show it. */
export function toApiSession(session: Session, { publicUrl, hasAccount }: ApiSessionDeps) {
  const { details } = session;
  return {
    object: "checkout.session",
    id: session.id,
    mode: session.mode,
    status: session.status,
    paymentStatus: session.paymentStatus,
    url: session.status === "open" ? pageUrl(publicUrl, session.id) : null,
    amount: session.amount,
    currency: session.currency,
    successUrl: details.successUrl,
    cancelUrl: details.cancelUrl,
    lineItems: details.lineItems,
    adjustments: details.adjustments,
    description: details.description,
    locale: details.locale,
    customerEmail: session.customerEmail,
    clientReferenceId: session.clientReferenceId,
    metadata: session.metadata,
    captureMethod: details.captureMethod,
    paymentMethods: details.paymentMethods,
    payment: session.paymentId,
    clock: session.clockId,
    createdAt: rfc3339(session.createdAt),
    expiresAt: rfc3339(session.expiresAt),
    completedAt: session.completedAt?.toISOString() ?? null,
    warnings: warningsOf(session, hasAccount),
  } satisfies Shown;
}

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
