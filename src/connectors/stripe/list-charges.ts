import type { ListChargesOutcome, ListChargesRequest, ListedCharge } from "../contract.ts";
import type { StripeCall, StripeClient } from "./client.ts";
import { attemptField } from "./metadata.ts";
import { readIntent } from "./read-intent.ts";
import { unexpected } from "./read-payment.ts";
import { chargeOf, unknown } from "./translate-charge.ts";
import { translateListed } from "./translate-listed.ts";
import { type WireIntent, type WireRefund, wireDisputes, wireEvents, wireRefunds } from "./wire.ts";

/** The events of which each change of a charge has one. */
const types = [
  "payment_intent.amount_capturable_updated",
  "payment_intent.succeeded",
  "payment_intent.canceled",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
] as const;

/** A page has the changes of a window of time, so that a call reads at most so many charges; more only if they share a second. */
const eventsAtMost = 20;

/** Stripe lists events of the last 30 days (docs.stripe.com/api/events). */
const keptSeconds = 30 * 86_400;

type Unknown = { readonly kind: "unknown"; readonly detail: string };
type Call = () => StripeCall;

/** Where a page begins, in Unix seconds, and how many seconds its window has. */
type Window = { readonly from: number; readonly length: number };

/**
 * Lists Kassa's approved charges by Stripe's events, because Stripe lists charges by their creation only. Stripe lists the newest events
 * first; a window of time that has too many for a page is halved, and the next one is twice as long.
 */
export async function listCharges(
  client: StripeClient,
  { account, changedAfter, cursor }: ListChargesRequest,
  timeoutMs: number,
  nowMs: number,
): Promise<ListChargesOutcome> {
  const endMs = performance.now() + timeoutMs;
  const call: Call = () => ({ account, timeoutMs: Math.max(1, endMs - performance.now()) });
  const now = Math.floor(nowMs / 1000);
  const begin = Math.max(Math.floor(Date.parse(changedAfter) / 1000), now - keptSeconds);
  const window = cursor === null ? { from: begin, length: now + 1 - begin } : readCursor(cursor);
  if (!window) return unknown("the cursor isn't one of Stripe's");
  const found = await readWindow(client, call, window);
  if ("kind" in found) return found;
  const charges: ListedCharge[] = [];
  for (const [intent, changedAt] of found.changes) {
    const charge = await readCharge(client, call, intent, changedAt);
    if (charge === "not_ours") continue;
    if (charge.kind === "unknown") return charge;
    charges.push(charge.charge);
  }
  charges.sort((a, b) => a.changedAt.getTime() - b.changedAt.getTime());
  const { from, length } = found.window;
  const next = from + length > now ? null : `${from + length} ${length * 2}`;
  return { kind: "page", charges, next };
}

function readCursor(cursor: string): Window | undefined {
  const [, from, length] = /^(\d{1,12}) (\d{1,12})$/.exec(cursor) ?? [];
  return from === undefined || length === undefined
    ? undefined
    : { from: Number(from), length: Number(length) };
}

/** PaymentIntents that changed in a window, with the time of the last change. */
type Changes = { readonly window: Window; readonly changes: ReadonlyMap<string, number> };

async function readWindow(client: StripeClient, call: Call, asked: Window): Promise<Changes | Unknown> {
  let window = asked;
  for (;;) {
    const read = await readEvents(client, call, window);
    if (read === "too_many") window = { ...window, length: Math.max(1, Math.floor(window.length / 2)) };
    else return "kind" in read ? read : { window, changes: read };
  }
}

async function readEvents(
  client: StripeClient,
  call: Call,
  { from, length }: Window,
): Promise<Map<string, number> | "too_many" | Unknown> {
  const changes = new Map<string, number>();
  let after: string | undefined;
  for (;;) {
    const limit = length > 1 ? eventsAtMost : 100;
    const query = { types, created: { gte: from, lt: from + length }, limit, starting_after: after };
    const answer = await client.get(call(), "/v1/events", query);
    if (answer.kind === "error") return unknown(`Stripe can't list events (${answer.error.code})`);
    if (answer.kind === "unknown") return answer;
    if (!wireEvents.fits(answer.body)) return unexpected;
    const { data, has_more: hasMore } = answer.body;
    if (hasMore && length > 1) return "too_many";
    for (const {
      created,
      data: { object },
    } of data) {
      const intent = object.object === "payment_intent" ? object.id : object.payment_intent;
      if (intent) changes.set(intent, Math.max(created, changes.get(intent) ?? 0));
    }
    after = data.at(-1)?.id;
    if (!hasMore || after === undefined) return changes;
  }
}

type Read = { readonly kind: "charge"; readonly charge: ListedCharge } | Unknown | "not_ours";

async function readCharge(client: StripeClient, call: Call, id: string, changedAt: number): Promise<Read> {
  const intent = await readIntent(client, call(), id);
  if (!("id" in intent)) return intent;
  if (intent.metadata[attemptField] === undefined || !wasApproved(intent)) return "not_ours";
  const refunds = await listRefunds(client, call, intent);
  if ("kind" in refunds) return refunds;
  const disputes = await listDisputes(client, call(), intent);
  if (!disputes) return unknown("the disputes can't be listed");
  const charge = translateListed({ intent, refunds, disputes, changedAt });
  return charge ? { kind: "charge", charge } : unknown(`the PaymentIntent ${id} can't be translated`);
}

/** A PaymentIntent may be canceled after an approval, or after a declined charge because its session has expired. */
function wasApproved(intent: WireIntent): boolean {
  const isOver = intent.status === "canceled" && chargeOf(intent)?.status === "succeeded";
  return isOver || intent.status === "succeeded" || intent.status === "requires_capture";
}

async function listRefunds(
  client: StripeClient,
  call: Call,
  intent: WireIntent,
): Promise<readonly WireRefund[] | Unknown> {
  // A failed refund isn't counted as refunded any more, so that only the list shows it.
  if (chargeOf(intent)?.amount_captured === 0) return [];
  const refunds: WireRefund[] = [];
  let after: string | undefined;
  for (;;) {
    const query = { payment_intent: intent.id, limit: 100, starting_after: after };
    const answer = await client.get(call(), "/v1/refunds", query);
    if (answer.kind === "error") return unknown(`Stripe can't list the refunds (${answer.error.code})`);
    if (answer.kind === "unknown") return answer;
    if (!wireRefunds.fits(answer.body)) return unexpected;
    const { data, has_more: hasMore } = answer.body;
    // A release has no balance transaction; a refund that waits for money in the balance has none either.
    refunds.push(
      ...data.filter((refund) => refund.balance_transaction !== null || refund.status !== "succeeded"),
    );
    after = data.at(-1)?.id;
    if (!hasMore || after === undefined) return refunds;
  }
}

/** Stripe's references of a charge's disputes; undefined if they can't be listed now. */
export async function listDisputes(
  client: StripeClient,
  call: StripeCall,
  intent: WireIntent | null,
): Promise<string[] | undefined> {
  if (!intent || !chargeOf(intent)?.disputed) return [];
  const answer = await client.get(call, "/v1/disputes", { payment_intent: intent.id, limit: 100 });
  if (answer.kind !== "ok" || !wireDisputes.fits(answer.body)) return undefined;
  return answer.body.data.map(({ id }) => id);
}
