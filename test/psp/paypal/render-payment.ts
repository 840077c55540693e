import { toMoney } from "./currencies.ts";
import { payeeOf } from "./payee.ts";
import type { Authorization, Capture, Refund } from "./state.ts";
import { type Link, link, toTime, type World } from "./world.ts";

const protection = {
  status: "ELIGIBLE",
  dispute_categories: ["ITEM_NOT_RECEIVED", "UNAUTHORIZED_TRANSACTION"],
};

/** An authorization, as the Payments API and its events show it. */
export function renderAuthorization(world: World, authorization: Authorization): object {
  const { hold } = authorization;
  return {
    ...renderAuthorizationPart(world, authorization),
    supplementary_data: { related_ids: { order_id: hold.order.id } },
    payee: payeeOf(world),
  };
}

/** An authorization within an order. */
export function renderAuthorizationPart(world: World, authorization: Authorization): object {
  const { id, status, amount, hold, expiresAt, created, updated } = authorization;
  const { custom_id, invoice_id } = hold.order.unit;
  return {
    id,
    status,
    ...(status === "PENDING" ? { status_details: { reason: "PENDING_REVIEW" } } : {}),
    amount: toMoney(amount, hold.order.currency),
    ...given({ custom_id, invoice_id }),
    seller_protection: protection,
    expiration_time: toTime(expiresAt),
    create_time: toTime(created),
    update_time: toTime(updated),
    links: authorizationLinks(world, authorization),
  };
}

export function authorizationLinks(world: World, { id, status, hold }: Authorization): readonly Link[] {
  const path = `/v2/payments/authorizations/${id}`;
  const up = link(world, "up", `/v2/checkout/orders/${hold.order.id}`);
  const actions =
    status === "CREATED" || status === "PARTIALLY_CAPTURED"
      ? ["capture", "void", "reauthorize"].map((verb) => link(world, verb, `${path}/${verb}`, "POST"))
      : [];
  return [link(world, "self", path), ...actions, up];
}

/** A capture, as the Payments API and its events show it. */
export function renderCapture(world: World, capture: Capture): object {
  const { order, authorization } = capture;
  return {
    ...renderCapturePart(world, capture),
    supplementary_data: {
      related_ids: {
        order_id: order.id,
        ...(authorization === null ? {} : { authorization_id: authorization.id }),
      },
    },
    payee: payeeOf(world),
  };
}

/** A capture within an order. */
export function renderCapturePart(world: World, capture: Capture): object {
  const { id, status, amount, order, invoiceId, final, pendingReason, created, updated } = capture;
  return {
    id,
    status,
    ...(status === "PENDING" && pendingReason ? { status_details: { reason: pendingReason } } : {}),
    amount: toMoney(amount, order.currency),
    final_capture: final,
    ...given({ custom_id: order.unit.custom_id, invoice_id: invoiceId }),
    seller_protection: protection,
    // PayPal knows its fee once the money is there.
    ...(status === "PENDING" || status === "DECLINED"
      ? {}
      : { seller_receivable_breakdown: receivable(capture) }),
    create_time: toTime(created),
    update_time: toTime(updated),
    links: captureLinks(world, capture),
  };
}

function receivable({ amount, fee, order: { currency } }: Capture): object {
  return {
    gross_amount: toMoney(amount, currency),
    paypal_fee: toMoney(fee, currency),
    net_amount: toMoney(amount - fee, currency),
  };
}

export function captureLinks(world: World, { id, order, authorization }: Capture): readonly Link[] {
  const path = `/v2/payments/captures/${id}`;
  const up = authorization
    ? `/v2/payments/authorizations/${authorization.id}`
    : `/v2/checkout/orders/${order.id}`;
  return [link(world, "self", path), link(world, "refund", `${path}/refund`, "POST"), link(world, "up", up)];
}

/** A refund, as the Payments API and its events show it: of its capture it has only a link. */
export function renderRefund(world: World, refund: Refund): object {
  const { id, status, amount, capture, invoiceId, customId, note, created, updated } = refund;
  const { currency } = capture.order;
  return {
    id,
    status,
    ...(status === "PENDING" ? { status_details: { reason: "ECHECK" } } : {}),
    amount: toMoney(amount, currency),
    ...given({ invoice_id: invoiceId, custom_id: customId, note_to_payer: note }),
    seller_payable_breakdown: {
      gross_amount: toMoney(amount, currency),
      // PayPal keeps the fee of a payment that is refunded.
      paypal_fee: toMoney(0, currency),
      net_amount: toMoney(amount, currency),
      total_refunded_amount: toMoney(refund.totalRefunded, currency),
    },
    create_time: toTime(created),
    update_time: toTime(updated),
    links: refundLinks(world, refund),
  };
}

export function refundLinks(world: World, { id, capture }: Refund): readonly Link[] {
  return [
    link(world, "self", `/v2/payments/refunds/${id}`),
    link(world, "up", `/v2/payments/captures/${capture.id}`),
  ];
}

/** Without the fields that the merchant didn't give. */
function given(fields: Readonly<Record<string, string | undefined>>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
