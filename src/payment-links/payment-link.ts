import type { Mode } from "../kernel/mode.ts";
import { rfc3339 } from "../kernel/rfc3339.ts";
import type { Metadata } from "../sessions/metadata.ts";
import type { SessionDetails } from "../sessions/session.ts";

/** A reusable link: each customer who begins to pay gets a session of their own. Amounts are minor units. */
export type PaymentLink = {
  readonly id: string;
  readonly mode: Mode;
  readonly name: string;
  readonly active: boolean;
  readonly amount: number;
  readonly currency: string;
  readonly details: LinkDetails;
  readonly clientReferenceId: string | null;
  readonly metadata: Metadata | null;
  /** How many of its sessions may be open or complete; null for any number. */
  readonly maxPayments: number | null;
  readonly expiresAt: Date | null;
  /** The number of its complete sessions. */
  readonly completedSessions: number;
  readonly createdAt: Date;
};

/** What all sessions of the link have. Without a successUrl the customer stays on the payment page, which says that it is paid. */
export type LinkDetails = Omit<SessionDetails, "successUrl" | "cancelUrl" | "connectorAccount"> & {
  readonly successUrl: string | null;
};

/** The path of a link's page. */
export const linkPath = (id: string): string => `/l/${id}`;

/**
 * Why nobody can begin to pay by a link. `sold_out`: as many have paid as may. `taken`: as many are paying or have paid, so it may become
 * free again.
 */
export type ClosedReason = "inactive" | "expired" | "sold_out" | "taken";

/** Why nobody can begin to pay now, as far as the link itself says it; undefined if somebody can. */
export function closedReason(
  { active, expiresAt, maxPayments, completedSessions }: PaymentLink,
  nowMs: number,
): ClosedReason | undefined {
  if (maxPayments !== null && completedSessions >= maxPayments) return "sold_out";
  if (!active) return "inactive";
  if (expiresAt !== null && expiresAt.getTime() <= nowMs) return "expired";
  return undefined;
}

/** The API's object `payment_link`. */
export function toApiPaymentLink(link: PaymentLink, publicUrl: URL) {
  const { details } = link;
  return {
    object: "payment_link",
    id: link.id,
    mode: link.mode,
    url: `${publicUrl.origin}${linkPath(link.id)}`,
    name: link.name,
    active: link.active,
    amount: link.amount,
    currency: link.currency,
    lineItems: details.lineItems,
    adjustments: details.adjustments,
    description: details.description,
    statementDescriptor: details.statementDescriptor,
    locale: details.locale,
    captureMethod: details.captureMethod,
    paymentMethods: details.paymentMethods,
    collect: details.collect,
    promotionCodes: details.promotionCodes,
    tips: details.tips,
    successUrl: details.successUrl,
    clientReferenceId: link.clientReferenceId,
    metadata: link.metadata,
    maxPayments: link.maxPayments,
    completedSessions: link.completedSessions,
    expiresAt: link.expiresAt === null ? null : rfc3339(link.expiresAt),
    createdAt: rfc3339(link.createdAt),
  };
}
