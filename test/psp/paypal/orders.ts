import type { Call, Result } from "./call.ts";
import { notFound, unprocessable } from "./errors.ts";
import { readPurchaseUnit } from "./purchase-unit.ts";
import { renderMinimalOrder, renderOrder } from "./render-order.ts";
import { type ExperienceContext, makeId, type Order, type PurchaseUnit } from "./state.ts";
import type { World } from "./world.ts";

/** A body of `POST /v2/checkout/orders` that the specification allows. */
type OrderBody = {
  readonly intent: Order["intent"];
  readonly purchase_units: readonly [PurchaseUnit, ...PurchaseUnit[]];
  readonly payment_source?: { readonly paypal?: { readonly experience_context?: ExperienceContext } };
  readonly application_context?: ExperienceContext;
};

export function createOrder({ world, body, wantsRepresentation }: Call): Result {
  const { intent, purchase_units, payment_source, application_context } = body as OrderBody;
  const [unit, second] = purchase_units;
  // The fake takes one purchase unit. PayPal takes ten, and for AUTHORIZE one.
  if (second) throw unprocessable("UNSUPPORTED_INTENT", { field: "/purchase_units" });
  const amount = readPurchaseUnit(unit);
  checkInvoiceId(world, unit.invoice_id);
  const now = world.clock.now();
  const paypal = payment_source?.paypal;
  const order: Order = {
    id: makeId(),
    created: now,
    updated: now,
    intent,
    unit,
    amount,
    currency: unit.amount.currency_code,
    context: paypal?.experience_context ?? application_context ?? {},
    namesPayPal: paypal !== undefined,
    status: paypal === undefined ? "CREATED" : "PAYER_ACTION_REQUIRED",
    expired: false,
    funding: null,
    declines: 0,
  };
  world.state.orders.set(order.id, order);
  world.clock.at(now + world.settings.orderSeconds, () => expire(world, order));
  const render = wantsRepresentation ? renderOrder : renderMinimalOrder;
  return {
    status: order.namesPayPal ? 200 : 201,
    body: render(world, order),
    latest: () => render(world, order),
  };
}

/** @throws ApiError if a payment with this invoice id was captured, and the account refuses a second one */
export function checkInvoiceId(world: World, invoiceId: string | undefined): void {
  if (!world.settings.blocksDuplicateInvoices || invoiceId === undefined) return;
  const captures = [...world.state.captures.values()];
  if (captures.some((capture) => capture.invoiceId === invoiceId && capture.status !== "DECLINED"))
    throw unprocessable("DUPLICATE_INVOICE_ID", { field: "/purchase_units/0/invoice_id", value: invoiceId });
}

/** An order that wasn't captured or authorized is gone, even if the customer has approved it. */
function expire(world: World, order: Order): void {
  if (order.status === "COMPLETED") return;
  const approved = order.status === "APPROVED";
  const resource = renderOrder(world, order);
  order.expired = true;
  if (approved) world.notify("CHECKOUT.PAYMENT-APPROVAL.REVERSED", resource);
}

export function findOrder({ world, id }: Call): Order {
  const order = world.state.orders.get(id);
  if (!order || order.expired) throw notFound();
  return order;
}

export function getOrder(call: Call): object {
  return renderOrder(call.world, findOrder(call));
}
