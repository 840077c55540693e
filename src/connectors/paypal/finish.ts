import { present } from "../../kernel/assert.ts";
import type { AuthorizeOutcome, CallOptions, ChargeRef } from "../contract.ts";
import { type Calls, type Client, orderOf, orderPath, type Refusal, refusalIn, unclear } from "./client.ts";
import { declineReasonOfIssue, isWayBack } from "./declines.ts";
import { translateOrder, waitingAt } from "./translate.ts";
import { unknown } from "./unknown.ts";
import type { WireOrder } from "./wire.ts";

/**
 * Captures an order that the customer has approved, or authorizes it for a manual capture. The request ID is always the same for an
 * attempt, so PayPal does it once and repeats its answer for six hours; after that it refuses a second capture.
 */
export async function finish(
  client: Client,
  charge: ChargeRef,
  call: CallOptions,
): Promise<AuthorizeOutcome> {
  const { account, hostedReference, idempotencyKey, capture } = charge;
  const calls = client(call);
  const response = await calls.send({
    account,
    method: "POST",
    path: `${orderPath(present(hostedReference, "the order's ID"))}/${capture === "manual" ? "authorize" : "capture"}`,
    requestId: `${idempotencyKey}-finish`,
    body: {},
  });
  const refusal = refusalIn(response);
  if (refusal) return afterRefusal(calls, charge, refusal);
  if (response.kind === "no_response" || (response.status !== 200 && response.status !== 201))
    return unclear(response);
  const read = orderOf(response.body, charge);
  if (read.kind !== "read") return unknown("the response is about another order");
  return outcomeOf(read.order) ?? unknown("the order isn't completed");
}

/**
 * A refusal is final only if the order still has no payment: an earlier call whose answer was lost may have made one. Where PayPal
 * names a page, the customer goes there to choose another way to pay, and the attempt goes on.
 */
async function afterRefusal(calls: Calls, charge: ChargeRef, refusal: Refusal): Promise<AuthorizeOutcome> {
  const read = await calls.readOrder(charge);
  if (read.kind === "unknown") return read;
  if (read.kind === "gone") return { kind: "declined", pspReference: null, reason: "abandoned" };
  const outcome = outcomeOf(read.order);
  if (outcome && outcome.kind !== "action_required") return outcome;
  const page = refusal.links.find(({ rel }) => rel === "redirect" || rel === "payer-action");
  if (page && isWayBack(refusal.issue)) return waitingAt(read.order, page.href);
  if (outcome) return outcome;
  // Whether the app lacks a permission or the order is gone, the operator may have to act; nothing is charged meanwhile.
  if (refusal.status !== 422) return unknown(`status ${refusal.status}, ${refusal.issue}`);
  const reason = declineReasonOfIssue(refusal.issue);
  return reason === null
    ? unknown(`PayPal says ${refusal.issue}`)
    : { kind: "declined", pspReference: null, reason };
}

/** Undefined for an order that the customer has approved and that has no payment. */
function outcomeOf(order: WireOrder): AuthorizeOutcome | undefined {
  const found = translateOrder(order);
  switch (found.kind) {
    case "found":
      return found.outcome;
    case "not_charged":
      return { kind: "declined", pspReference: null, reason: "abandoned" };
    case "awaits_finish":
      return undefined;
    case "unknown":
      return found;
  }
}
