import { crashPoint } from "../kernel/crash-point.ts";
import { fillSessionId } from "../kernel/url-rules.ts";
import { beginPayment } from "../payments/attempts/begin-payment.ts";
import { callOffAttempt } from "../payments/attempts/call-off-attempt.ts";
import { reconcileNow } from "../payments/attempts/reconcile.ts";
import type { SubmitInFlight } from "../payments/declines/submits-in-flight.ts";
import type { PaymentChoice } from "../payments/payment-choice.ts";
import type { Collected } from "../sessions/collect/collect.ts";
import { declineSubjects } from "./decline-subjects.ts";
import type { PageDeps } from "./deps.ts";
import type { Locale } from "./locale.ts";
import { type Checkout, readCheckout } from "./read-checkout.ts";

/** The result of a submit, which the route turns into a response. */
export type SubmitResult =
  /** `checkout`: as it is now, if an attempt was made. */
  | { readonly kind: "show_page"; readonly checkout?: Checkout | undefined }
  | { readonly kind: "session_not_open" }
  | { readonly kind: "attempts_used_up" }
  /** `checkout`: as it is now. */
  | { readonly kind: "amount_changed"; readonly checkout: Checkout | undefined }
  | { readonly kind: "too_many_tries"; readonly retryAfterSeconds: number }
  | { readonly kind: "redirect"; readonly url: string };

/** The customer's IP address and language, and what they entered of what the session asks for; null if it asks for nothing. */
export type Customer = {
  readonly address: string;
  readonly locale: Locale;
  readonly collected: Collected | null;
  /** The amount that their page showed; null if the form doesn't say it. */
  readonly shownAmount: number | null;
};

/** Submits a payment for a session, and says where the customer goes next. */
export async function submitPayment(
  deps: PageDeps,
  checkout: Checkout,
  choice: PaymentChoice,
  customer: Customer,
): Promise<SubmitResult> {
  const { scope } = checkout;
  const subjects = declineSubjects(deps, checkout, choice, customer.address);
  const entered = await deps.declineLimits.enter(scope, subjects);
  crashPoint("submit:limits-asked");
  if (entered.kind === "refused") return { kind: "too_many_tries", retryAfterSeconds: entered.waitSeconds };
  try {
    return await beginAttempt(deps, checkout, choice, customer, entered.submit);
  } finally {
    entered.submit.end();
  }
}

async function beginAttempt(
  deps: PageDeps,
  { scope, session, country }: Checkout,
  choice: PaymentChoice,
  { locale, collected, shownAmount }: Customer,
  submit: SubmitInFlight,
): Promise<SubmitResult> {
  const customer = { locale, country, collected, shownAmount };
  const begun = await beginPayment(deps, scope, session.id, choice, customer, submit);
  crashPoint("submit:paid");
  switch (begun.kind) {
    case "in_progress":
    case "no_connector":
      return { kind: "show_page" };
    case "session_not_open":
      return { kind: "session_not_open" };
    case "amount_changed":
      return { kind: "amount_changed", checkout: await readCheckout(deps, session.id, country) };
    case "too_many_attempts":
      return { kind: "attempts_used_up" };
    case "asked":
      deps.begun.note(session.id);
  }
  const after = await readCheckout(deps, session.id, country);
  crashPoint("submit:before-redirect");
  return nextStep(after);
}

/**
 * The customer returns from the page of the bank or the wallet. Asks the PSP for the outcome, because the URL of the return
 * proves nothing.
 *
 * @param query the parameters that the bank added to the address
 */
export async function returnFromBank(
  deps: PageDeps,
  checkout: Checkout,
  query: Readonly<Record<string, unknown>>,
): Promise<SubmitResult> {
  const { scope, session, lastAttempt } = checkout;
  if (lastAttempt?.status === "action_required") await reconcileNow(deps, scope, lastAttempt, query);
  crashPoint("return:outcome-applied");
  const after = await readCheckout(deps, session.id, checkout.country);
  // Still undecided: show the page, because a redirect to the bank would be a loop.
  return after?.lastAttempt?.status === "action_required" ? { kind: "show_page" } : nextStep(after);
}

/** Gives up the last attempt, so that the customer can pay in another way. */
export async function callOff(deps: PageDeps, checkout: Checkout): Promise<void> {
  if (checkout.lastAttempt) await callOffAttempt(deps, checkout.scope, checkout.lastAttempt);
}

function nextStep(checkout: Checkout | undefined): SubmitResult {
  const attempt = checkout?.lastAttempt;
  if (attempt?.status === "action_required" && attempt.redirectUrl !== null) {
    return { kind: "redirect", url: attempt.redirectUrl };
  }
  // Only the payment page shows where to send the transfer. It links to the shop.
  const hasToTransfer = attempt?.status === "pending" && attempt.transferInstructions !== null;
  if (hasToTransfer) return { kind: "show_page" };
  if (checkout?.session.status === "complete" && checkout.session.paymentStatus !== "unpaid") {
    return { kind: "redirect", url: fillSessionId(checkout.session.details.successUrl, checkout.session.id) };
  }
  return { kind: "show_page", checkout };
}
