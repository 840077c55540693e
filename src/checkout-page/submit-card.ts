import type { CardDetails } from "../connectors/contract.ts";
import { crashPoint } from "../kernel/crash-point.ts";
import { fillSessionId } from "../kernel/url-rules.ts";
import { beginPayment } from "../payments/begin-payment.ts";
import { callOffAttempt } from "../payments/call-off-attempt.ts";
import { reconcileNow } from "../payments/reconcile.ts";
import type { PageDeps } from "./deps.ts";
import type { Locale } from "./locale.ts";
import { type Checkout, readCheckout } from "./read-checkout.ts";

/** What a submit came to, for the route to answer. */
export type Submitted =
  | { readonly kind: "see_page" }
  | { readonly kind: "session_not_open" }
  | { readonly kind: "attempts_used_up" }
  | { readonly kind: "too_many_tries"; readonly retryAfterSeconds: number }
  | { readonly kind: "go_to"; readonly url: string };

/** Who pays, as far as the request says: from which address, reading which language. */
export type Consumer = { readonly address: string; readonly locale: Locale };

/** Pays a session with a card, and says where the consumer goes next. */
export async function submitCard(
  deps: PageDeps,
  checkout: Checkout,
  card: CardDetails,
  { address, locale }: Consumer,
): Promise<Submitted> {
  const { scope, session } = checkout;
  // Digests, so that no card number outlives the request; the mode keeps sandbox trials from ever touching live limits.
  const cardKey = deps.keyring
    .digest("card-limits", `${scope.mode} ${scope.tenantId} ${card.number}`)
    .toString("base64");
  const addressKey = `${scope.mode} ${address}`;
  const wait = Math.max(
    deps.declinesByAddress.waitSeconds(addressKey),
    deps.declinesByCard.waitSeconds(cardKey),
  );
  if (wait > 0) return { kind: "too_many_tries", retryAfterSeconds: wait };
  const begun = await beginPayment(deps, scope, session.id, card, locale);
  crashPoint("submit:paid");
  switch (begun.kind) {
    case "in_progress":
    case "no_connector":
      return { kind: "see_page" };
    case "session_not_open":
      return { kind: "session_not_open" };
    case "too_many_attempts":
      return { kind: "attempts_used_up" };
    case "asked":
      break;
  }
  const after = await readCheckout(deps, session.id);
  crashPoint("submit:before-redirect");
  if (after?.lastAttempt?.status === "declined") {
    deps.declinesByAddress.count(addressKey);
    deps.declinesByCard.count(cardKey);
  }
  return whereNext(after);
}

/** Back from the bank's page: ask the PSP what came of it, for the address that the consumer arrives at proves nothing. */
export async function returnFromBank(deps: PageDeps, checkout: Checkout): Promise<Submitted> {
  const { scope, session, lastAttempt } = checkout;
  if (lastAttempt?.status === "action_required") await reconcileNow(deps, scope, lastAttempt);
  crashPoint("return:outcome-applied");
  const after = await readCheckout(deps, session.id);
  // Not decided yet: the page says so; sending them to the bank again would be a circle.
  return after?.lastAttempt?.status === "action_required" ? { kind: "see_page" } : whereNext(after);
}

/** The consumer would rather pay in another way. */
export async function callOff(deps: PageDeps, checkout: Checkout): Promise<void> {
  if (checkout.lastAttempt) await callOffAttempt(deps, checkout.scope, checkout.lastAttempt);
}

function whereNext(checkout: Checkout | undefined): Submitted {
  const attempt = checkout?.lastAttempt;
  if (attempt?.status === "action_required" && attempt.redirectUrl !== null) {
    return { kind: "go_to", url: attempt.redirectUrl };
  }
  if (checkout?.session.status === "complete" && checkout.session.paymentStatus !== "unpaid") {
    return { kind: "go_to", url: fillSessionId(checkout.session.details.successUrl, checkout.session.id) };
  }
  return { kind: "see_page" };
}
