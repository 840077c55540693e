import { randomBytes } from "node:crypto";
import { captureAutomatically } from "./modifications.ts";
import { notifyPayment } from "./notifications.ts";
import { makePspReference, type Payment, remaining, type Session } from "./state.ts";
import { recordMove, type World } from "./world.ts";

/** What a test has the customer, and the issuer, do on the hosted page. */
export type PageChoice = {
  readonly outcome: "authorised" | "refused" | "error" | "pending" | "cancelled";
  /** Adyen's refusal reason, if refused; "Refused" if omitted. */
  readonly reason?: string;
  /** The payment method; visa if omitted. */
  readonly method?: string;
};

export type PageAnswer =
  /** The customer is sent back to the merchant. */
  | { readonly kind: "returned"; readonly redirectUrl: string }
  /** The page says why, and the customer may try again. */
  | { readonly kind: "refused"; readonly reason: string }
  /** The session takes no payment any more. */
  | { readonly kind: "over"; readonly status: Session["status"] };

export function choose(world: World, session: Session, choice: PageChoice): PageAnswer {
  // A session that the customer has left by the cancel button still takes payments until it expires: assumed, because
  // Adyen's specification doesn't say of `canceled`, as it says of `refused` and `expired`, that it can't.
  if (session.status !== "active" && session.status !== "canceled")
    return { kind: "over", status: session.status };
  const { reason = "Refused", method = "visa" } = choice;
  switch (choice.outcome) {
    case "authorised":
      authorise(world, makePayment(world, session, method));
      return returned(session, "completed");
    case "pending":
      makePayment(world, session, method);
      return returned(session, "paymentPending");
    case "cancelled":
      return returned(session, "canceled");
    case "refused":
      return refused(world, makePayment(world, session, method), reason);
    case "error":
      return refused(world, makePayment(world, session, method), "Acquirer Error");
  }
}

/** A pending payment ends, even after its session has expired. */
export function settlePending(
  world: World,
  payment: Payment,
  outcome: "authorised" | "refused" | "offer_closed",
  reason: string,
): void {
  if (payment.status !== "pending") throw new Error(`Payment ${payment.pspReference} is ${payment.status}.`);
  if (outcome === "authorised") {
    authorise(world, payment);
    return;
  }
  payment.status = outcome;
  if (outcome === "refused") notifyPayment(world, "AUTHORISATION", payment, { success: false, reason });
  else notifyPayment(world, "OFFER_CLOSED", payment, { success: true, reason: "" });
}

function makePayment(world: World, session: Session, method: string): Payment {
  const payment: Payment = {
    pspReference: makePspReference(),
    session,
    amount: session.request.amount,
    method,
    created: world.clock.now(),
    status: "pending",
    captured: 0,
    released: 0,
    refunded: 0,
  };
  world.state.payments.set(payment.pspReference, payment);
  session.payments.push(payment);
  return payment;
}

function authorise(world: World, payment: Payment): void {
  payment.status = "authorised";
  recordMove(world, "authorized", payment, payment.amount.value);
  notifyPayment(world, "AUTHORISATION", payment, { success: true, reason: "074530:1111:03/2030" });
  const delayHours = captureDelayOf(world, payment.session);
  if (delayHours !== null)
    world.clock.at(world.clock.now() + delayHours * 3600, () => captureAutomatically(world, payment));
  world.clock.at(world.clock.now() + world.settings.authorizationDays * 86_400, () => lapse(world, payment));
}

function captureDelayOf(world: World, { request }: Session): number | null {
  if (request.additionalData?.manualCapture === "true") return null;
  return request.captureDelayHours ?? world.settings.captureDelayHours;
}

function lapse(world: World, payment: Payment): void {
  const left = remaining(payment);
  if (payment.status !== "authorised" || left === 0) return;
  payment.released += left;
  if (payment.captured === 0) payment.status = "expired";
  recordMove(world, "released", payment, left);
  notifyPayment(world, "EXPIRE", payment, { success: true, reason: "" });
}

function refused(world: World, payment: Payment, reason: string): PageAnswer {
  const { session } = payment;
  payment.status = "refused";
  session.refusals += 1;
  notifyPayment(world, "AUTHORISATION", payment, { success: false, reason });
  if (session.refusals >= world.settings.refusalsPerSession) return returned(session, "refused");
  return { kind: "refused", reason };
}

/** The customer goes back with a result, which from then on shows the same status forever. */
function returned(session: Session, status: Session["status"]): PageAnswer {
  session.status = status;
  const sessionResult = `Ab02b4c0!${randomBytes(48).toString("base64")}`;
  session.results.set(sessionResult, { status, payments: session.payments.flatMap(toApiPayment) });
  const url = new URL(session.request.returnUrl);
  url.searchParams.set("sessionId", session.id);
  url.searchParams.set("sessionResult", sessionResult);
  return { kind: "returned", redirectUrl: url.toString() };
}

/** Only authorised and pending payments are listed. */
function toApiPayment({ status, amount, method, pspReference }: Payment): object[] {
  if (status !== "authorised" && status !== "pending") return [];
  const paymentMethod = { type: "scheme", brand: method };
  return [
    { pspReference, amount, paymentMethod, resultCode: status === "pending" ? "Pending" : "Authorised" },
  ];
}
