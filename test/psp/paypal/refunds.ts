import type { Call, Result } from "./call.ts";
import { change, findCapture } from "./captures.ts";
import { type Money, readMoney } from "./currencies.ts";
import { notFound, unprocessable } from "./errors.ts";
import { refundLinks, renderRefund } from "./render-payment.ts";
import { type Capture, makeId, type Refund } from "./state.ts";
import { book, recordMove, type World } from "./world.ts";

const refundableSeconds = 180 * 86_400;

type RefundBody = {
  readonly amount?: Money;
  readonly invoice_id?: string;
  readonly custom_id?: string;
  readonly note_to_payer?: string;
};

/** `POST /v2/payments/captures/{id}/refund`: a part, or all that wasn't refunded yet. */
export function refundCapture(call: Call): Result {
  const { world, body, wantsRepresentation } = call;
  const capture = findCapture(call);
  const refund = refundAmount(world, capture, body as RefundBody);
  const render = (): object =>
    wantsRepresentation
      ? renderRefund(world, refund)
      : { id: refund.id, status: refund.status, links: refundLinks(world, refund) };
  return { status: 201, body: render(), latest: render };
}

/** @throws ApiError where the capture's state or the account doesn't allow it */
export function refundAmount(world: World, capture: Capture, body: RefundBody): Refund {
  checkRefundable(world, capture);
  const left = capture.amount - capture.refunded - capture.disputed;
  const amount = body.amount === undefined ? left : readAmount(body.amount, capture);
  if (amount > left) throw unprocessable("REFUND_AMOUNT_EXCEEDED", { field: "/amount/value" });
  if (amount < capture.amount && hasOpenDispute(world, capture)) throw unprocessable("TRANSACTION_DISPUTED");
  if (world.balanceShort) throw unprocessable("REFUND_FAILED_INSUFFICIENT_FUNDS");
  checkInvoiceId(world, body.invoice_id);
  return makeRefund(world, capture, amount, body);
}

function checkRefundable(world: World, { status, created, amount, refunded, disputed }: Capture): void {
  switch (status) {
    case "PENDING":
      throw unprocessable("PENDING_CAPTURE");
    case "DECLINED":
      throw unprocessable("REFUND_NOT_ALLOWED");
    case "COMPLETED":
    case "PARTIALLY_REFUNDED":
    case "REFUNDED":
      break;
  }
  if (refunded >= amount) throw unprocessable("CAPTURE_FULLY_REFUNDED");
  if (refunded + disputed >= amount) throw unprocessable("REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK");
  if (world.clock.now() > created + refundableSeconds) throw unprocessable("REFUND_TIME_LIMIT_EXCEEDED");
}

function hasOpenDispute({ state }: World, capture: Capture): boolean {
  return [...state.disputes.values()].some((one) => one.capture === capture && one.status !== "RESOLVED");
}

function checkInvoiceId({ state, settings }: World, invoiceId: string | undefined): void {
  if (!settings.blocksDuplicateInvoices || invoiceId === undefined) return;
  if ([...state.refunds.values()].some((refund) => refund.invoiceId === invoiceId))
    throw unprocessable("DUPLICATE_INVOICE_ID", { field: "/invoice_id", value: invoiceId });
}

function readAmount(money: Money, { order }: Capture): number {
  if (money.currency_code !== order.currency)
    throw unprocessable("REFUND_CAPTURE_CURRENCY_MISMATCH", { field: "/amount/currency_code" });
  return readMoney(money, { field: "/amount", decimalsIssue: "DECIMALS_NOT_SUPPORTED" });
}

function makeRefund(world: World, capture: Capture, amount: number, body: RefundBody): Refund {
  const now = world.clock.now();
  capture.refunded += amount;
  const refund: Refund = {
    ...{ id: makeId(), created: now, updated: now, capture, amount },
    invoiceId: body.invoice_id,
    customId: body.custom_id,
    note: body.note_to_payer,
    totalRefunded: capture.refunded,
    status: "PENDING",
  };
  world.state.refunds.set(refund.id, refund);
  const { order } = capture;
  recordMove(world, "refunded", order, amount, refund.id);
  const reference = { id: capture.id, type: "TXN" } as const;
  book(world, order, { id: refund.id, code: "T1107", amount: -amount, reference });
  showRefunded(world, capture);
  if (world.settings.refundsPending) world.notify("PAYMENT.REFUND.PENDING", renderRefund(world, refund));
  else settleRefund(world, refund, "COMPLETED");
  return refund;
}

function showRefunded(world: World, capture: Capture): void {
  const { refunded, amount } = capture;
  const partly = refunded === 0 ? "COMPLETED" : "PARTIALLY_REFUNDED";
  change(world, capture, refunded >= amount ? "REFUNDED" : partly);
}

function settleRefund(world: World, refund: Refund, status: "COMPLETED" | "FAILED" | "CANCELLED"): void {
  refund.status = status;
  refund.updated = world.clock.now();
  const event = status === "COMPLETED" ? "PAYMENT.CAPTURE.REFUNDED" : "PAYMENT.REFUND.FAILED";
  world.notify(event, renderRefund(world, refund));
}

/** The bank of the merchant or customer decides a refund. Even one that is completed may come back. */
export function decideRefund(
  world: World,
  refund: Refund,
  status: "COMPLETED" | "FAILED" | "CANCELLED",
): void {
  if (refund.status === "FAILED" || refund.status === "CANCELLED" || refund.status === status)
    throw new Error(`Refund ${refund.id} is ${refund.status}.`);
  if (status !== "COMPLETED") returnRefund(world, refund);
  settleRefund(world, refund, status);
}

function returnRefund(world: World, { capture, amount, id }: Refund): void {
  capture.refunded -= amount;
  showRefunded(world, capture);
  recordMove(world, "refund_returned", capture.order, amount, id);
  book(world, capture.order, { code: "T1107", amount, reference: { id, type: "TXN" } });
}

function findRefund({ world, id }: Call): Refund {
  const refund = world.state.refunds.get(id);
  if (!refund) throw notFound();
  return refund;
}

export function getRefund(call: Call): object {
  return renderRefund(call.world, findRefund(call));
}
