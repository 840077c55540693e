import { authorize } from "./authorizations.ts";
import type { Call, Result } from "./call.ts";
import { makeCapture } from "./captures.ts";
import { type ErrorLink, unprocessable } from "./errors.ts";
import { checkInvoiceId, findOrder } from "./orders.ts";
import { approvalLink, renderCompletedOrder, renderOrder } from "./render-order.ts";
import type { Funding, Order } from "./state.ts";
import type { World } from "./world.ts";

const attemptsPerOrder = 10;

/** `POST /v2/checkout/orders/{id}/capture`: takes the customer's money, after the approval. */
export function captureOrder(call: Call): Result {
  const order = findOrder(call);
  if (order.intent === "AUTHORIZE") throw unprocessable("ACTION_DOES_NOT_MATCH_INTENT");
  if (order.status === "COMPLETED") throw unprocessable("ORDER_ALREADY_CAPTURED");
  const funding = checkFunding(call.world, order);
  const { amount, unit } = order;
  makeCapture(
    call.world,
    { order, authorization: null, amount, final: true, invoiceId: unit.invoice_id },
    funding,
  );
  return complete(call, order);
}

/** `POST /v2/checkout/orders/{id}/authorize`: holds the customer's money, after the approval. */
export function authorizeOrder(call: Call): Result {
  const order = findOrder(call);
  if (order.intent === "CAPTURE") throw unprocessable("ACTION_DOES_NOT_MATCH_INTENT");
  if (order.status === "COMPLETED") throw unprocessable("ORDER_ALREADY_AUTHORIZED");
  authorize(call.world, order, checkFunding(call.world, order));
  return complete(call, order);
}

/** An order is COMPLETED even if its capture is pending or declined. */
function complete({ world, wantsRepresentation }: Call, order: Order): Result {
  order.status = "COMPLETED";
  order.updated = world.clock.now();
  if (order.intent === "CAPTURE") world.notify("CHECKOUT.ORDER.COMPLETED", renderOrder(world, order));
  const render = wantsRepresentation ? renderOrder : renderCompletedOrder;
  return { status: 201, body: render(world, order), latest: () => render(world, order) };
}

/** @throws ApiError if the customer hasn't approved, or has to act again */
function checkFunding(world: World, order: Order): Funding {
  const { funding, status } = order;
  if (status !== "APPROVED" || funding === null) throw unprocessable("ORDER_NOT_APPROVED");
  checkInvoiceId(world, order.unit.invoice_id);
  if (order.declines >= attemptsPerOrder) throw unprocessable("MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED");
  if (funding.refuse === undefined) return funding;
  order.declines += 1;
  throw unprocessable(funding.refuse, {}, wayBack(world, order, funding.refuse));
}

/** Where the customer chooses another way to pay, or does what is missing. */
function wayBack(world: World, order: Order, issue: Funding["refuse"] & string): readonly ErrorLink[] {
  switch (issue) {
    case "INSTRUMENT_DECLINED":
      return [approvalLink(world, order, "redirect")];
    case "PAYER_ACTION_REQUIRED":
      order.status = "PAYER_ACTION_REQUIRED";
      order.updated = world.clock.now();
      return [approvalLink(world, order, "payer-action")];
    case "TRANSACTION_REFUSED":
      return [];
  }
}
