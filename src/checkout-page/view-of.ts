import { parseId } from "../kernel/id.ts";
import { fillSessionId } from "../kernel/url-rules.ts";
import { attemptsPerSession } from "../payments/begin-payment.ts";
import type { PageDeps } from "./deps.ts";
import { makeFormToken } from "./form-token.ts";
import { localizedPath } from "./links.ts";
import { type Locale, negotiateLocale } from "./locale.ts";
import type { Checkout } from "./read-checkout.ts";
import type { ErrorReason, FieldErrors, FormValues, Merchant, PageState, PageView } from "./view-model.ts";

export type ReaderWishes = {
  readonly query: string | undefined;
  readonly acceptLanguage: string | undefined;
};

/** The language for whoever reads this checkout's page. */
export function localeOf(checkout: Checkout | undefined, wishes: ReaderWishes): Locale {
  return negotiateLocale({
    ...(checkout && checkout.session.details.locale !== "auto"
      ? { explicit: checkout.session.details.locale }
      : {}),
    ...(wishes.query === undefined ? {} : { query: wishes.query }),
    ...(wishes.acceptLanguage === undefined ? {} : { acceptLanguage: wishes.acceptLanguage }),
    ...(checkout?.tenant.defaultLocale ? { tenantDefault: checkout.tenant.defaultLocale } : {}),
  });
}

/** What a form that was just posted adds to the page. */
export type PostedForm = { readonly fieldErrors: FieldErrors; readonly values: FormValues };

export const pagePath = (sessionId: string): string => `/pay/${sessionId}`;

/** Which page a checkout has now. The one place where a session's state becomes what a consumer sees. */
export function stateOf(deps: PageDeps, checkout: Checkout): PageState {
  const { session, scope, lastAttempt } = checkout;
  if (session.status === "expired") return "expired";
  if (session.status === "complete") return completeState(checkout);
  if (session.paymentStatus === "processing")
    return lastAttempt?.status === "action_required" ? "challenge" : "processing";
  if (session.expiresAt.getTime() <= deps.clock.nowMs()) return "expired";
  if (!deps.connectors.connectorFor(scope)) return "unavailable";
  return lastAttempt && lastAttempt.number >= attemptsPerSession ? "attempts_used_up" : "open";
}

function completeState({ session }: Checkout): PageState {
  switch (session.paymentStatus) {
    case "processing":
      return "processing_async";
    case "paid":
    case "authorized":
      return "paid";
    case "unpaid":
      return "payment_failed";
  }
}

/** The view of a checkout, in a language. */
export function viewOf(deps: PageDeps, checkout: Checkout, locale: Locale, posted?: PostedForm): PageView {
  const state = stateOf(deps, checkout);
  const common = commonOf(checkout, locale);
  const successUrl = fillSessionId(checkout.session.details.successUrl, checkout.session.id);
  const cancelUrl = cancelUrlOf(checkout);
  switch (state) {
    case "open":
      return { ...common, state, ...openParts(deps, checkout, locale, posted) };
    case "processing":
      return { ...common, state, statusUrl: `${common.pageUrl}/status`, canBeClosed: true };
    case "challenge":
      return {
        ...common,
        state,
        continueUrl: checkout.lastAttempt?.redirectUrl ?? common.pageUrl,
        callOffUrl: localizedPath(`${common.pageUrl}/call-off`, locale),
        statusUrl: `${common.pageUrl}/status`,
        formToken: makeFormToken(deps.keyring, checkout.session.id, deps.clock.nowMs()),
      };
    case "paid":
    case "processing_async":
      return { ...common, state, successUrl };
    case "payment_failed":
    case "expired":
    case "attempts_used_up":
    case "unavailable":
      return { ...common, state, cancelUrl };
    case "cancelled":
      return { ...common, state };
    case "not_found":
    case "error":
      return { state: "not_found", locale };
  }
}

/** The page that says "cancelled", for sessions whose merchant gave no cancelUrl. */
export function cancelledViewOf(checkout: Checkout, locale: Locale): PageView {
  return { ...commonOf(checkout, locale), state: "cancelled" };
}

/** A page that says what is wrong with the request rather than with the session. */
export function errorViewOf(
  checkout: Checkout,
  locale: Locale,
  reason: ErrorReason,
  retryAfterSeconds?: number,
): PageView {
  return {
    state: "error",
    locale,
    reason,
    mode: checkout.session.mode,
    pageUrl: pagePath(checkout.session.id),
    merchant: merchantOf(checkout),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}

/** The page while nothing can be read: all that is known of the session is what its id says. */
export function outageViewOf(sessionId: string, locale: Locale): PageView {
  const id = parseId(sessionId, "cs");
  return {
    state: "error",
    locale,
    reason: "temporarily_unavailable",
    mode: id?.mode ?? null,
    pageUrl: id ? pagePath(sessionId) : null,
    merchant: null,
  };
}

function cancelUrlOf({ session }: Checkout): string | null {
  return session.details.cancelUrl === null ? null : fillSessionId(session.details.cancelUrl, session.id);
}

function openParts(deps: PageDeps, checkout: Checkout, locale: Locale, posted: PostedForm | undefined) {
  const { session, lastAttempt } = checkout;
  const path = pagePath(session.id);
  const nowMs = deps.clock.nowMs();
  const declined = posted ? null : (lastAttempt?.declineReason ?? null);
  return {
    expiresAt: session.expiresAt.toISOString(),
    now: new Date(nowMs).toISOString(),
    submitUrl: localizedPath(path, locale),
    formToken: makeFormToken(deps.keyring, session.id, nowMs),
    cancelUrl: cancelUrlOf(checkout) ?? localizedPath(`${path}/cancelled`, locale),
    testCards: deps.testCards,
    ...(posted ?? {}),
    ...(declined === null ? {} : { declined }),
  };
}

function commonOf(checkout: Checkout, locale: Locale) {
  const { session } = checkout;
  return {
    mode: session.mode,
    locale,
    pageUrl: pagePath(session.id),
    merchant: merchantOf(checkout),
    order: {
      amountMinor: session.amount,
      currency: session.currency,
      lineItems: session.details.lineItems ?? [],
      description: session.details.description,
    },
  };
}

function merchantOf({ tenant }: Checkout): Merchant {
  return {
    name: tenant.name,
    ...(tenant.supportEmail ? { supportEmail: tenant.supportEmail } : {}),
    ...(tenant.supportUrl ? { supportUrl: tenant.supportUrl } : {}),
    ...(tenant.supportPhone ? { supportPhone: tenant.supportPhone } : {}),
  };
}
