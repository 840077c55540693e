import type {
  CallOptions,
  ChargeRef,
  FindChargeOutcome,
  FindMovementOutcome,
  FindMovementRequest,
} from "../contract.ts";
import { type Calls, type Client, type ReadPayment, referenceOf, unclear } from "./client.ts";
import { listPath, nextItem } from "./lists.ts";
import { isOfAttempt, translateCharge } from "./translate.ts";
import { paymentInKey, translateFindMovement } from "./translate-movements.ts";
import { unknown } from "./unknown.ts";
import { wirePayments } from "./wire.ts";

export async function findCharge(
  client: Client,
  charge: ChargeRef,
  call: CallOptions,
): Promise<FindChargeOutcome> {
  const found = await findPayment(client(call), charge);
  switch (found.kind) {
    case "read":
      return translateCharge(found.payment, charge.idempotencyKey);
    case "absent":
      return { kind: "not_charged" };
    case "unknown":
      return found;
  }
}

export async function findMovement(
  client: Client,
  request: FindMovementRequest,
  call: CallOptions,
): Promise<FindMovementOutcome> {
  const { charge, idempotencyKey } = request;
  const calls = client(call);
  const named = referenceOf(charge) ?? paymentInKey(idempotencyKey);
  const found =
    named === undefined ? await findPayment(calls, charge) : await calls.readPayment(charge.account, named);
  if (found.kind === "unknown") return found;
  if (found.kind === "absent") return { kind: "not_found" };
  if (!isOfAttempt(found.payment, charge.idempotencyKey)) return unknown("the payment is of another attempt");
  return translateFindMovement(found.payment, request);
}

/**
 * How much earlier than the attempt its payment may seem to be made: clocks differ, and Mollie's times have whole seconds.
 */
const clockMarginMs = 5 * 60_000;

/** So far a look-up without a reference reads the list. A profile with more payments since the attempt's start is unknown. */
const pagesAtMost = 8;

/**
 * The charge's payment. Without a reference, the list is read back to the attempt's start, newest first, because Mollie has no
 * look-up by metadata. If the list doesn't have it, Mollie has never made it: nobody saw its page, since the reference wasn't stored.
 */
async function findPayment(
  calls: Calls,
  charge: ChargeRef,
): Promise<ReadPayment | { readonly kind: "absent" }> {
  const { account, idempotencyKey } = charge;
  const known = referenceOf(charge);
  if (known !== null) return calls.readPayment(account, known);
  const oldestMs = charge.startedAt.getTime() - clockMarginMs;
  let from: string | null = null;
  for (let page = 0; page < pagesAtMost; page += 1) {
    const listed = await readPage(calls, charge, from);
    if (listed.kind === "unknown") return listed;
    const found = listed.payments.find((payment) => isOfAttempt(payment, idempotencyKey));
    if (found) return calls.readPayment(account, found.id);
    const isPast = listed.payments.some(({ createdAt }) => Date.parse(createdAt) < oldestMs);
    if (isPast || listed.next === null) return { kind: "absent" };
    from = listed.next;
  }
  return unknown("too many payments were made since the attempt began");
}

async function readPage(calls: Calls, { account }: ChargeRef, from: string | null) {
  const response = await calls.send({ account, method: "GET", path: listPath("/payments", from) });
  if (response.kind === "no_response" || response.status !== 200) return unclear(response);
  if (!wirePayments.fits(response.body)) return unknown("the response has an unexpected shape");
  const { _embedded: embedded, _links: links } = response.body;
  const next = nextItem(links);
  if (next === undefined) return unknown("the list's next page has no beginning");
  return { kind: "listed", payments: embedded.payments, next } as const;
}
