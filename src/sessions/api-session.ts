import { rfc3339 } from "../kernel/rfc3339.ts";
import type { Session, SessionDetails } from "./session.ts";
import { type AccountCheck, warningsOf } from "./warnings.ts";

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
