import { rfc3339 } from "../kernel/rfc3339.ts";
import type { Session } from "./session.ts";

/** The payment page's address of a session. */
export function pageUrl(publicUrl: URL, sessionId: string): string {
  return `${publicUrl.origin}/pay/${sessionId}`;
}

/** A session as the API and its events show it. */
export function presentSession(session: Session, publicUrl: URL) {
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
  };
}
