import { payeeOf } from "./payee.ts";
import { renderAuthorizationPart, renderCapturePart, renderRefund } from "./render-payment.ts";
import type { Order } from "./state.ts";
import { link, toTime, type World } from "./world.ts";

export const payerId = "QYR5Z8XDVJNXQ";
const payerEmail = "ada@example.com";
const payerName = { given_name: "Ada", surname: "Lovelace" };

/** What a create is answered with unless the merchant asks for more. */
export function renderMinimalOrder(world: World, order: Order): object {
  const source = order.namesPayPal ? { payment_source: { paypal: payerOf(order) } } : {};
  return { id: order.id, status: order.status, ...source, links: linksOf(world, order) };
}

export function renderOrder(world: World, order: Order): object {
  const isApproved = order.funding !== null;
  return {
    id: order.id,
    intent: order.intent,
    status: order.status,
    ...(isApproved || order.namesPayPal ? { payment_source: { paypal: payerOf(order) } } : {}),
    purchase_units: [renderUnit(world, order)],
    ...(isApproved ? { payer: { name: payerName, email_address: payerEmail, payer_id: payerId } } : {}),
    create_time: toTime(order.created),
    ...(order.updated === order.created ? {} : { update_time: toTime(order.updated) }),
    links: linksOf(world, order),
  };
}

/** What a capture or authorization of an order is answered with unless the merchant asks for more: no amount of the order. */
export function renderCompletedOrder(world: World, order: Order): object {
  return {
    id: order.id,
    status: order.status,
    payment_source: { paypal: payerOf(order) },
    purchase_units: [{ reference_id: order.unit.reference_id ?? "default", ...paymentsOf(world, order) }],
    payer: { name: payerName, email_address: payerEmail, payer_id: payerId },
    links: linksOf(world, order),
  };
}

function payerOf({ funding }: Order): object {
  if (funding === null) return {};
  return { email_address: payerEmail, account_id: payerId, account_status: "VERIFIED", name: payerName };
}

function renderUnit(world: World, order: Order): object {
  const { reference_id = "default", ...unit } = order.unit;
  return {
    reference_id,
    ...unit,
    payee: payeeOf(world),
    ...(order.funding !== null && order.context.shipping_preference !== "NO_SHIPPING" && !unit.shipping
      ? { shipping: shippingAddress }
      : {}),
    ...paymentsOf(world, order),
  };
}

const shippingAddress = {
  name: { full_name: "Ada Lovelace" },
  address: {
    address_line_1: "1 Main Street",
    admin_area_2: "London",
    postal_code: "W1A 1AA",
    country_code: "GB",
  },
};

function paymentsOf(world: World, order: Order): object {
  const { authorizations, captures, refunds } = world.state;
  const ofOrder = <Item>(items: Map<string, Item>, find: (item: Item) => Order): readonly Item[] =>
    [...items.values()].filter((item) => find(item) === order);
  const parts = {
    authorizations: ofOrder(authorizations, (item) => item.hold.order).map((item) =>
      renderAuthorizationPart(world, item),
    ),
    captures: ofOrder(captures, (item) => item.order).map((item) => renderCapturePart(world, item)),
    refunds: ofOrder(refunds, (item) => item.capture.order).map((item) => renderRefund(world, item)),
  };
  const found = Object.entries(parts).filter(([, items]) => items.length > 0);
  return found.length === 0 ? {} : { payments: Object.fromEntries(found) };
}

function linksOf(world: World, order: Order): readonly object[] {
  const path = `/v2/checkout/orders/${order.id}`;
  const verb = order.intent === "CAPTURE" ? "capture" : "authorize";
  const self = link(world, "self", path);
  switch (order.status) {
    case "CREATED":
      return [self, approvalLink(world, order), link(world, verb, `${path}/${verb}`, "POST")];
    case "PAYER_ACTION_REQUIRED":
      return [self, approvalLink(world, order)];
    case "APPROVED":
      return [self, link(world, verb, `${path}/${verb}`, "POST")];
    case "COMPLETED":
      return [self];
  }
}

/** Where the customer approves. Its name depends on whether the order names PayPal as its payment source. */
export function approvalLink(
  world: World,
  order: Order,
  rel = approvalRel(order),
): { href: string; rel: string; method: "GET" } {
  return { href: `${world.url()}/checkoutnow?token=${order.id}`, rel, method: "GET" };
}

function approvalRel({ namesPayPal }: Order): string {
  return namesPayPal ? "payer-action" : "approve";
}
