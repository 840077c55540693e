import { hash } from "node:crypto";
import type { TenantTransaction } from "../database/transaction.ts";
import type { Clock } from "../kernel/clock.ts";
import { makeId } from "../kernel/id.ts";
import { countOpenOfLink, findByIdempotencyKey } from "../sessions/find-session.ts";
import { insertLinkSession } from "../sessions/insert-link-session.ts";
import type { Session } from "../sessions/session.ts";
import { type ClosedReason, closedReason, linkPath, type PaymentLink } from "./payment-link.ts";
import { getLink, lockLink } from "./queries.ts";

type Deps = { readonly publicUrl: URL; readonly clock: Clock };

/** `isNew` is false when the same form was sent before. */
export type Started =
  | { readonly kind: "started"; readonly sessionId: string; readonly isNew: boolean }
  | { readonly kind: "closed"; readonly reason: ClosedReason };

/**
 * Starts a session of a payment link for one visit of its page: sent twice, the same form leads to the same session. A link with a limit is
 * locked while its sessions are counted, so that they never exceed it; others aren't. Undefined if there is no such link.
 *
 * @param visit random digits, which each delivered page has of its own
 */
export async function startSession(
  deps: Deps,
  trx: TenantTransaction,
  linkId: string,
  visit: string,
): Promise<Started | undefined> {
  const idempotencyKey = `payment-link/${visit}`;
  const [link, earlier] = await Promise.all([
    getLink(trx, linkId),
    findByIdempotencyKey(trx, idempotencyKey),
  ]);
  if (!link) return undefined;
  if (isUsable(earlier, linkId)) return { kind: "started", sessionId: earlier.id, isNew: false };
  const nowMs = Math.floor(deps.clock.nowMs());
  const reason =
    closedReason(link, nowMs) ??
    (link.maxPayments === null ? undefined : await takePlace(trx, linkId, nowMs));
  if (reason) {
    // The same form may have taken the last place while this one waited for the lock.
    const meanwhile = reason === "taken" ? await findByIdempotencyKey(trx, idempotencyKey) : undefined;
    return isUsable(meanwhile, linkId)
      ? { kind: "started", sessionId: meanwhile.id, isNew: false }
      : { kind: "closed", reason };
  }
  const session = sessionOf(deps, trx, link, nowMs);
  // The session of this form has expired: the customer begins once more.
  const key = earlier
    ? { idempotencyKey: null, fingerprint: null }
    : { idempotencyKey, fingerprint: hash("sha256", linkId, "buffer") };
  if (await insertLinkSession(trx, session, key))
    return { kind: "started", sessionId: session.id, isNew: true };
  const same = await findByIdempotencyKey(trx, idempotencyKey);
  if (!isUsable(same, linkId))
    throw new Error("the session was not inserted, and no usable session has its key");
  return { kind: "started", sessionId: same.id, isNew: false };
}

const isUsable = (session: Session | undefined, linkId: string): session is Session =>
  session !== undefined && session.paymentLinkId === linkId && session.status !== "expired";

/** Locks a link with a limit until the transaction ends. Returns why there is no place left; undefined if there is one. */
async function takePlace(
  trx: TenantTransaction,
  linkId: string,
  nowMs: number,
): Promise<ClosedReason | undefined> {
  const link = await lockLink(trx, linkId);
  return link && (closedReason(link, nowMs) ?? (await takenReason(trx, link)));
}

/** `taken` if open and complete sessions reach the limit. Exact only while the link is locked. */
export async function takenReason(
  trx: TenantTransaction,
  { id, maxPayments, completedSessions }: PaymentLink,
): Promise<"taken" | undefined> {
  if (maxPayments === null) return undefined;
  const left = maxPayments - completedSessions;
  return (await countOpenOfLink(trx, id, left)) >= left ? "taken" : undefined;
}

function sessionOf(
  { publicUrl }: Deps,
  { tenantId, mode }: TenantTransaction,
  link: PaymentLink,
  nowMs: number,
): Session {
  const id = makeId("cs", mode, tenantId, nowMs);
  return {
    tenantId,
    id,
    mode,
    status: "open",
    paymentStatus: "unpaid",
    amount: link.amount,
    currency: link.currency,
    details: {
      ...link.details,
      connectorAccount: null,
      // Without an address of the merchant's, the payment page says that it is paid.
      successUrl: link.details.successUrl ?? `${publicUrl.origin}/pay/{CHECKOUT_SESSION_ID}`,
      cancelUrl: `${publicUrl.origin}${linkPath(link.id)}`,
    },
    metadata: link.metadata,
    clientReferenceId: link.clientReferenceId,
    customerEmail: null,
    collected: null,
    chosen: null,
    paymentId: null,
    clockId: null,
    paymentLinkId: link.id,
    createdAt: new Date(nowMs),
    expiresAt: new Date(endOf(link, nowMs)),
    extensions: 0,
    completedAt: null,
  };
}

const placeLastsMs = 30 * 60_000;
const dayMs = 24 * 60 * 60_000;

/** When a session ends, in milliseconds since 1970: soon where it holds one of a limited number of places. */
export function endOf(
  { maxPayments, expiresAt }: Pick<PaymentLink, "maxPayments" | "expiresAt">,
  nowMs: number,
): number {
  const soon = nowMs + placeLastsMs;
  if (maxPayments !== null) return soon;
  return Math.min(nowMs + dayMs, Math.max(soon, expiresAt?.getTime() ?? Number.POSITIVE_INFINITY));
}
