import { toAmount } from "./amounts.ts";
import { documentation, htmlLink, link, toTime } from "./links.ts";
import { findMethod } from "./methods.ts";
import { profileId } from "./profiles.ts";
import { renderCapture, renderChargeback, renderRefund } from "./render-movements.ts";
import { itemsOf, type Payment } from "./state.ts";
import type { World } from "./world.ts";

/** Whether the merchant may call the payment off. Most open payments can't be. */
export function isCancelable({ status, method }: Payment): boolean {
  if (status === "authorized") return true;
  return (status === "open" || status === "pending") && findMethod(method ?? "")?.cancelable === true;
}

/** What can still be refunded: for some methods up to 25 EUR more than was paid. */
export function refundableAmount(payment: Payment): number {
  if (payment.amountReceived === 0) return 0;
  const extra = findMethod(payment.method ?? "")?.refundExtra ?? 0;
  return Math.max(0, payment.amountReceived + extra - payment.amountRefunded - payment.amountChargedBack);
}

/** @param query with `embed`, which adds captures, refunds or chargebacks */
export function renderPayment(
  world: World,
  payment: Payment,
  query: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { details, status } = payment;
  const isOpen = status === "open" || status === "pending";
  return withoutUndefined({
    resource: "payment",
    id: payment.id,
    mode: payment.livemode ? "live" : "test",
    createdAt: toTime(payment.created),
    ...renderAmounts(payment),
    description: details.description,
    method: payment.method,
    metadata: details.metadata,
    status,
    ...renderTimes(payment),
    isCancelable: isOpen || status === "authorized" ? isCancelable(payment) : undefined,
    captureMode: payment.hold ? (payment.hold.kind === "manual" ? "manual" : "automatic") : undefined,
    captureDelay: payment.hold?.kind === "delayed" ? `${payment.hold.seconds / 3600} hours` : undefined,
    locale: details.locale ?? undefined,
    countryCode: "NL",
    profileId,
    settlementId: payment.settlement ?? undefined,
    sequenceType: "oneoff",
    redirectUrl: details.redirectUrl,
    cancelUrl: details.cancelUrl ?? undefined,
    webhookUrl: details.webhookUrl ?? undefined,
    details: renderDetails(payment),
    _embedded: renderEmbedded(world, payment, query.embed),
    _links: renderLinks(world, payment, isOpen),
  });
}

function renderAmounts(payment: Payment): object {
  const { currency, amountReceived, amountChargedBack } = payment;
  const isReceived = amountReceived > 0;
  const captures = findMethod(payment.method ?? "")?.captures ?? "none";
  return {
    amount: toAmount(payment.amount, currency),
    amountCaptured:
      payment.hold && captures !== "none" && payment.reachedAt.authorized !== undefined
        ? toAmount(amountReceived, currency)
        : undefined,
    amountRefunded: isReceived ? toAmount(payment.amountRefunded, currency) : undefined,
    amountRemaining: isReceived ? toAmount(refundableAmount(payment), currency) : undefined,
    amountChargedBack: amountChargedBack > 0 ? toAmount(amountChargedBack, currency) : undefined,
  };
}

function renderTimes(payment: Payment): object {
  const { reachedAt, status } = payment;
  const at = (seconds: number | undefined) => (seconds === undefined ? undefined : toTime(seconds));
  return {
    authorizedAt: at(reachedAt.authorized),
    paidAt: at(reachedAt.paid),
    canceledAt: at(reachedAt.canceled),
    expiresAt: status === "open" || status === "pending" ? toTime(payment.expiresAt) : undefined,
    expiredAt: at(reachedAt.expired),
    failedAt: at(reachedAt.failed),
    captureBefore: payment.captureBefore === null ? undefined : toTime(payment.captureBefore),
  };
}

function renderDetails(payment: Payment): object | null {
  if (payment.method !== "creditcard")
    return payment.failureReason ? { failureReason: payment.failureReason } : null;
  if (payment.failureReason !== null)
    return { failureReason: payment.failureReason, failureMessage: "The payment was declined." };
  if (payment.status !== "paid" && payment.status !== "authorized") return null;
  return {
    cardNumber: "6787",
    cardHolder: "T. TEST",
    cardFingerprint: "3TT5rrHCyHdJ8ibPfhjFUn",
    cardAudience: "consumer",
    cardLabel: "Mastercard",
    cardCountryCode: "NL",
    cardSecurity: "3dsecure",
    feeRegion: "intra-eu",
  };
}

function renderEmbedded(world: World, payment: Payment, embed: unknown): object | undefined {
  if (embed === undefined) return undefined;
  const wanted = String(embed).split(",");
  const ofPayment = (item: { readonly payment: string }) => item.payment === payment.id;
  const { captures, refunds, chargebacks } = world.state;
  return withoutUndefined({
    captures: wanted.includes("captures")
      ? itemsOf(captures, ofPayment).map((capture) => renderCapture(world, capture))
      : undefined,
    refunds: wanted.includes("refunds")
      ? itemsOf(refunds, ofPayment).map((refund) => renderRefund(world, refund))
      : undefined,
    chargebacks: wanted.includes("chargebacks")
      ? itemsOf(chargebacks, ofPayment).map((chargeback) => renderChargeback(world, chargeback))
      : undefined,
  });
}

function renderLinks(world: World, payment: Payment, isOpen: boolean): object {
  const path = `/payments/${payment.id}`;
  const { captures, refunds, chargebacks } = world.state;
  const linkIfAny = (items: Map<string, { readonly payment: string }>, name: string) =>
    [...items.values()].some((item) => item.payment === payment.id)
      ? link(world, `${path}/${name}`)
      : undefined;
  return withoutUndefined({
    self: link(world, path),
    // Only as long as the customer can pay.
    checkout: isOpen ? htmlLink(`${world.url()}/checkout/${payment.id}`) : undefined,
    captures: linkIfAny(captures, "captures"),
    refunds: linkIfAny(refunds, "refunds"),
    chargebacks: linkIfAny(chargebacks, "chargebacks"),
    settlement: payment.settlement ? link(world, `/settlements/${payment.settlement}`) : undefined,
    dashboard: htmlLink(`https://my.mollie.com/dashboard/org_12345678/payments/${payment.id}`),
    documentation: documentation("get-payment"),
  });
}

function withoutUndefined(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
