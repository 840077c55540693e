import { present } from "../../../src/kernel/assert.ts";
import { recordBalance } from "./balances.ts";
import { startCapture } from "./captures.ts";
import { expireLater } from "./expiry.ts";
import { acceptsAmount, type Method, methods } from "./methods.ts";
import type { Payment, PaymentStatus } from "./state.ts";
import { closeAuthorization, openAmount, reach, releaseRest } from "./transitions.ts";
import { recordMove, type World } from "./world.ts";

/** What a customer does on the hosted page, and how it ends. */
export type CheckoutChoice = {
  /** `open`: the customer looks at the page, or chooses a method, and leaves. */
  readonly outcome: PaymentStatus;
  /** The method that the customer chooses, where there is a choice. */
  readonly method?: string;
  /** Of a failed payment; `card_declined` if omitted. */
  readonly failureReason?: string;
};

export type CheckoutResult =
  | { readonly kind: "return"; readonly url: string }
  /** Canceled on the page of a method: the customer may now choose any method. */
  | { readonly kind: "choose_method"; readonly url: string }
  | { readonly kind: "over"; readonly status: PaymentStatus }
  | { readonly kind: "refused"; readonly message: string };

export function checkOut(world: World, payment: Payment, choice: CheckoutChoice): CheckoutResult {
  if (payment.status !== "open" && payment.status !== "pending")
    return { kind: "over", status: payment.status };
  const { redirectUrl, cancelUrl } = payment.details;
  const back = redirectUrl ?? world.url();
  if (choice.outcome === "canceled") {
    if (payment.method !== null) return returnToMethods(world, payment);
    reach(world, payment, "canceled");
    return { kind: "return", url: cancelUrl ?? back };
  }
  const method = methodFor(payment, choice);
  if (typeof method === "string") return { kind: "refused", message: method };
  chooseMethod(world, payment, method);
  const refusal = carryOut(world, payment, method, choice);
  return refusal === null ? { kind: "return", url: back } : { kind: "refused", message: refusal };
}

/** No webhook: the payment stays open, and is no longer bound to the merchant's method. */
function returnToMethods(world: World, payment: Payment): CheckoutResult {
  payment.method = null;
  payment.allowedMethods = [];
  payment.status = "open";
  return { kind: "choose_method", url: `${world.url()}/checkout/${payment.id}` };
}

/** The method that the payment is made with, or why it can't be. */
function methodFor(payment: Payment, choice: CheckoutChoice): Method | string {
  const { amount, currency, allowedMethods } = payment;
  const fits = methods.filter(
    (method) =>
      (allowedMethods.length === 0 || allowedMethods.includes(method.id)) &&
      acceptsAmount(method, amount, currency),
  );
  const usual = fits.find(({ id }) => id === "creditcard") ?? fits[0];
  const id = choice.method ?? payment.method ?? usual?.id;
  return fits.find((method) => method.id === id) ?? `The payment can't be made by ${id}.`;
}

function chooseMethod(world: World, payment: Payment, method: Method): void {
  if (payment.method === method.id) return;
  payment.method = method.id;
  payment.expiresAt = Math.max(payment.expiresAt, world.clock.now() + method.expiresAfterSeconds);
  expireLater(world, payment);
}

/** @returns why the outcome isn't possible; null if it is */
function carryOut(world: World, payment: Payment, method: Method, choice: CheckoutChoice): string | null {
  const { outcome, failureReason = "card_declined" } = choice;
  const hold = method.captures === "none" ? null : payment.hold;
  switch (outcome) {
    case "open":
    case "canceled":
      return null;
    case "pending":
    case "expired":
      reach(world, payment, outcome);
      return null;
    case "failed":
      payment.failureReason = failureReason;
      reach(world, payment, "failed");
      return null;
    case "authorized":
      if (!hold) return `A payment by ${method.id} without a capture mode or delay is paid at once.`;
      authorize(world, payment);
      return null;
    case "paid":
      if (hold) authorize(world, payment);
      else pay(world, payment);
      return null;
  }
}

function pay(world: World, payment: Payment): void {
  payment.amountReceived = payment.amount;
  recordMove(world, "authorized", payment, payment.amount);
  recordMove(world, "captured", payment, payment.amount);
  recordBalance(world, "payment", payment, payment.amount);
  reach(world, payment, "paid");
}

function authorize(world: World, payment: Payment): void {
  const { clock, delays } = world;
  const captureBefore = clock.now() + delays.authorization;
  payment.captureBefore = captureBefore;
  recordMove(world, "authorized", payment, payment.amount);
  reach(world, payment, "authorized");
  const hold = present(payment.hold, "the payment's hold");
  if (hold.kind === "delayed") clock.at(clock.now() + hold.seconds, () => captureRest(world, payment));
  clock.at(captureBefore + 86_400, () => lapse(world, payment));
}

function captureRest(world: World, payment: Payment): void {
  const rest = openAmount(world, payment);
  if (payment.status === "authorized" && !payment.releaseRequested && rest > 0)
    startCapture(world, payment, rest);
}

/** A day after `captureBefore`, what wasn't captured goes back to the customer. */
function lapse(world: World, payment: Payment): void {
  if (payment.status !== "authorized") return;
  releaseRest(world, payment);
  if (payment.amountReceived > 0) closeAuthorization(world, payment);
  else reach(world, payment, "expired");
}
