import { createHmac } from "node:crypto";
import type { NotificationItem } from "./notification-item.ts";
import type { Dispute, Modification, Payment } from "./state.ts";
import { toAdyenTime } from "./time.ts";
import type { World } from "./world.ts";

export function notifyPayment(
  world: World,
  eventCode: "AUTHORISATION" | "OFFER_CLOSED" | "EXPIRE",
  payment: Payment,
  outcome: { readonly success: boolean; readonly reason: string },
): void {
  const authorised = eventCode === "AUTHORISATION" && outcome.success;
  const card = authorised ? { authCode: "074530", cardSummary: "1111", expiryDate: "03/2030" } : {};
  world.send({
    ...common(world, payment),
    eventCode,
    success: outcome.success ? "true" : "false",
    pspReference: payment.pspReference,
    merchantReference: payment.session.request.reference,
    amount: payment.amount,
    reason: outcome.reason,
    ...(authorised ? { operations: ["CANCEL", "CAPTURE", "REFUND"] } : {}),
    additionalData: eventCode === "AUTHORISATION" ? { ...card, ...sessionIdOf(world, payment) } : {},
  });
}

export function notifyModification(
  world: World,
  eventCode: string,
  modification: Modification,
  outcome: {
    readonly success: boolean;
    readonly reason: string;
    readonly additionalData?: Readonly<Record<string, string>>;
  },
): void {
  const { payment, pspReference, reference, amount } = modification;
  world.send({
    ...common(world, payment),
    eventCode,
    success: outcome.success ? "true" : "false",
    pspReference,
    originalReference: payment.pspReference,
    merchantReference: reference ?? payment.session.request.reference,
    amount,
    reason: outcome.reason,
    additionalData: outcome.additionalData ?? {},
  });
}

/** All events of a dispute have the dispute's PSP reference. */
/** @param value the amount that the event moves, in minor units */
export function notifyDispute(
  world: World,
  eventCode: string,
  dispute: Dispute,
  reason = "",
  value = dispute.amount.value,
): void {
  const { payment, capture } = dispute;
  const amount = { ...dispute.amount, value };
  world.send({
    ...common(world, payment),
    eventCode,
    success: "true",
    pspReference: dispute.pspReference,
    originalReference: payment.pspReference,
    merchantReference: payment.session.request.reference,
    amount,
    reason,
    additionalData: {
      chargebackReasonCode: dispute.reasonCode,
      chargebackSchemeCode: payment.method,
      disputeStatus: dispute.status,
      defendable: String(isDefendable(dispute)),
      defensePeriodEndsAt: toAdyenTime(dispute.defensePeriodEndsAt),
      capturePspReference: capture.pspReference,
      captureMerchantReference: capture.reference ?? payment.session.request.reference,
    },
  });
}

const isDefendable = ({ status, defenseReasons }: Dispute): boolean =>
  status === "Undefended" && Object.keys(defenseReasons).length > 0;

/** @param url where the report can be downloaded */
export function notifyReport(world: World, merchantAccountCode: string, filename: string, url: string): void {
  world.send({
    eventCode: "REPORT_AVAILABLE",
    success: "true",
    eventDate: toAdyenTime(world.clock.now()),
    pspReference: filename,
    merchantAccountCode,
    merchantReference: "",
    amount: { value: 0, currency: "EUR" },
    reason: url,
    additionalData: {},
  });
}

function common(world: World, payment: Payment) {
  return {
    eventDate: toAdyenTime(world.clock.now()),
    merchantAccountCode: payment.session.request.merchantAccount,
    paymentMethod: payment.method,
  };
}

function sessionIdOf(world: World, payment: Payment): Record<string, string> {
  return world.settings.sendsSessionId ? { checkoutSessionId: payment.session.id } : {};
}

/**
 * HMAC-SHA256 with the hexadecimal key, in Base64. Nothing is escaped: Adyen's documentation once said that colons and
 * backslashes are, but notifications are signed without (adyen-python-api-library#117, #193, adyen-php-api-library#165).
 */
export function signatureOf(item: NotificationItem, hmacKey: string): string {
  const { pspReference, originalReference = "", merchantAccountCode, merchantReference } = item;
  const { amount, eventCode, success } = item;
  const signed = [
    ...[pspReference, originalReference, merchantAccountCode, merchantReference],
    ...[amount.value, amount.currency, eventCode, success],
  ].join(":");
  return createHmac("sha256", Buffer.from(hmacKey, "hex")).update(signed, "utf8").digest("base64");
}

export function signed(item: NotificationItem, hmacKey: string): NotificationItem {
  return { ...item, additionalData: { ...item.additionalData, hmacSignature: signatureOf(item, hmacKey) } };
}
