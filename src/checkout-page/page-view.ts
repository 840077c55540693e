import { present } from "../kernel/assert.ts";
import { parseId } from "../kernel/id.ts";
import { fillSessionId } from "../kernel/url-rules.ts";
import { linkPath } from "../payment-links/payment-link.ts";
import { type Attempt, surplusOf } from "../payments/payment.ts";
import { attemptsPerSession } from "../payments/state.ts";
import { mayChangeAmount } from "../sessions/amounts/change-amount.ts";
import { amountDetailsOf, pageUrl } from "../sessions/api-session.ts";
import { isEndingSoon, mayBeExtended } from "../sessions/extend-session.ts";
import { logoPath } from "../settings/api-settings.ts";
import type { PageSettings, PageTextName } from "../settings/settings.ts";
import { amountFormOf } from "./amounts/amount-form.ts";
import { declineThresholds } from "./decline-subjects.ts";
import type { PageDeps } from "./deps.ts";
import { detailsAtFirst } from "./details/page-details.ts";
import { makeFormToken } from "./form-token.ts";
import { localizedPath, receiptPath } from "./links.ts";
import { type Locale, negotiateLocale } from "./locale.ts";
import type { Merchant } from "./merchant.ts";
import { findNote } from "./merchant-note.ts";
import { offerOf } from "./offered-methods.ts";
import type { LineItem } from "./order.ts";
import type { PostedForm } from "./parse-form.ts";
import type { Checkout } from "./read-checkout.ts";
import type { Declined, ErrorReason, LateFunds, MoreTime, PageState, PageView } from "./view-model.ts";

export type RequestedLocale = {
  readonly query: string | undefined;
  readonly acceptLanguage: string | undefined;
};

/** The language of a page, from the session, the request and the tenant. */
export function localeOf(checkout: Checkout | undefined, requested: RequestedLocale): Locale {
  return negotiateLocale({
    ...(checkout && checkout.session.details.locale !== "auto"
      ? { sessionLocale: checkout.session.details.locale }
      : {}),
    ...(requested.query === undefined ? {} : { query: requested.query }),
    ...(requested.acceptLanguage === undefined ? {} : { acceptLanguage: requested.acceptLanguage }),
    ...(checkout?.settings.defaultLocale ? { tenantDefault: checkout.settings.defaultLocale } : {}),
  });
}

export const pagePath = (sessionId: string): string => `/pay/${sessionId}`;

/** The page's state for a checkout. This is the only place that maps a session's state to what a customer sees. */
export function stateOf(checkout: Checkout): PageState {
  const { session, payment, lastAttempt, nowMs } = checkout;
  if (session.status === "complete") return completeState(checkout);
  if (session.status === "expired") return payment && payment.amountLate > 0 ? "late" : "expired";
  if (session.paymentStatus === "processing")
    return lastAttempt?.status === "action_required" ? "challenge" : "processing";
  if (session.expiresAt.getTime() <= nowMs || checkout.tenant.closedAt !== null) return "expired";
  if (offerOf(checkout).methods.length === 0) return "unavailable";
  return lastAttempt && lastAttempt.number >= attemptsPerSession ? "attempts_used_up" : "open";
}

/** The status that the page's script polls. It reloads the page once the status has changed. */
export function statusOf(checkout: Checkout) {
  const state = stateOf(checkout);
  if (state === "transfer") return { state, received: receivedOf(checkout) };
  return state === "open" ? { state, attempts: attemptsOf(checkout), ...timeLeft(checkout) } : { state };
}

/** What the script has to know after it has extended the session. */
function timeLeft({ session, settings, nowMs }: Checkout) {
  return {
    expiresAt: session.expiresAt.toISOString(),
    now: new Date(nowMs).toISOString(),
    mayBeExtended: mayBeExtended(session, settings.timeExtensions),
  };
}

const attemptsOf = ({ lastAttempt }: Checkout): number => lastAttempt?.number ?? 0;

/** The received part of a transfer, in minor units. */
const receivedOf = ({ lastAttempt }: Checkout): number => lastAttempt?.amountReceived ?? 0;

function completeState({ session, payment, lastAttempt }: Checkout): PageState {
  switch (session.paymentStatus) {
    case "processing":
      return lastAttempt?.transferInstructions ? "transfer" : "processing_async";
    case "paid":
    case "authorized":
      return "paid";
    case "unpaid":
      if (payment && payment.amountLate > 0) return "late";
      return payment?.status === "voided" ? "released" : "payment_failed";
  }
}

/** The view of a checkout in a language. */
export function viewOf(deps: PageDeps, checkout: Checkout, locale: Locale, posted?: PostedForm): PageView {
  const state = stateOf(checkout);
  const common = commonOf(deps, checkout, locale);
  const { lastAttempt } = checkout;
  const statusUrl = `${common.pageUrl}/status`;
  const successUrl = successUrlOf(deps, checkout);
  const cancelUrl = cancelUrlOf(checkout);
  switch (state) {
    case "open":
      return { ...common, state, ...openParts(deps, checkout, locale, posted) };
    case "processing":
      return { ...common, state, statusUrl, canBeClosed: true };
    case "challenge":
      return { ...common, state, statusUrl, ...challengeParts(deps, checkout, locale) };
    case "transfer": {
      const instructions = present(lastAttempt?.transferInstructions, "the instructions of a transfer");
      const receivedMinor = receivedOf(checkout);
      const callOff = callOffParts(deps, checkout, locale);
      return { ...common, state, instructions, receivedMinor, statusUrl, successUrl, ...callOff };
    }
    case "paid":
      return { ...common, state, successUrl, ...paidParts(checkout, locale) };
    case "processing_async":
      return { ...common, state, successUrl };
    case "payment_failed":
      return { ...common, state, cancelUrl, ...declinedPart(deps, checkout), ...returnedPart(checkout) };
    case "late":
      return { ...common, state, cancelUrl, late: present(lateFunds(checkout), "late funds") };
    case "released":
    case "expired":
    case "attempts_used_up":
    case "unavailable":
      return { ...common, state, cancelUrl };
    case "cancelled":
      return { ...common, state };
    case "link":
    case "link_closed":
    case "receipt":
    case "no_receipt":
    case "not_found":
    case "error":
      return { state: "not_found", locale };
  }
}

/** The page that says "cancelled", for sessions whose merchant gave no cancelUrl. */
export function cancelledViewOf(deps: PageDeps, checkout: Checkout, locale: Locale): PageView {
  return { ...commonOf(deps, checkout, locale), state: "cancelled" };
}

/** The page for a problem with the request, as opposed to the session. */
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

/** The page while the database can't be read: only the mode in the id of the session or payment link is known. */
export function outageViewOf(id: string, locale: Locale): PageView {
  const session = parseId(id, "cs");
  const link = parseId(id, "pl");
  return {
    state: "error",
    locale,
    reason: "temporarily_unavailable",
    mode: (session ?? link)?.mode ?? null,
    pageUrl: session ? pagePath(id) : link ? linkPath(id) : null,
    merchant: null,
  };
}

/** Where the customer goes after paying; null if that is this page, as with a payment link without a successUrl. */
function successUrlOf({ publicUrl }: PageDeps, { session }: Checkout): string | null {
  const successUrl = fillSessionId(session.details.successUrl, session.id);
  return successUrl === pageUrl(publicUrl, session.id) ? null : successUrl;
}

function cancelUrlOf({ session }: Checkout): string | null {
  return session.details.cancelUrl === null ? null : fillSessionId(session.details.cancelUrl, session.id);
}

function openParts(deps: PageDeps, checkout: Checkout, locale: Locale, posted: PostedForm | undefined) {
  const { session, lastAttempt, settings } = checkout;
  const path = pagePath(session.id);
  const { methods, providers, brands, cardBrands } = offerOf(checkout);
  const lastMethod = methods.find((method) => method === lastAttempt?.method) ?? methods[0] ?? null;
  return {
    methods,
    providers,
    brands,
    cardBrands,
    attempts: attemptsOf(checkout),
    method: posted ? posted.method : lastMethod,
    expiresAt: session.expiresAt.toISOString(),
    now: new Date(checkout.nowMs).toISOString(),
    moreTime: moreTimeOf(checkout, locale),
    submitUrl: localizedPath(path, locale),
    formToken: makeFormToken(deps.keyring, session.id, deps.clock.nowMs()),
    cancelUrl: cancelUrlOf(checkout) ?? localizedPath(`${path}/cancelled`, locale),
    // A PSP's own page has test numbers of its own.
    testCards: providers.get("card") === null ? deps.testCards : [],
    testAccounts: providers.get("bank_debit") === null ? deps.testAccounts : [],
    wrongTestNumbers: session.mode === "sandbox" ? deps.wrongTestNumbers : [],
    ...notePart(settings, "submitNote", locale),
    slower: deps.declineLimits.slow(declineThresholds.session, lastAttempt?.number ?? 0),
    ...amountsPart(session, path, locale),
    details: posted?.details ?? detailsAtFirst(checkout, locale),
    ...(posted ? { fieldErrors: posted.fieldErrors, values: posted.values } : declinedPart(deps, checkout)),
  };
}

function amountsPart(session: Checkout["session"], path: string, locale: Locale) {
  const amounts = amountFormOf(session, path, locale);
  return amounts ? { amounts } : {};
}

function moreTimeOf({ session, settings, nowMs }: Checkout, locale: Locale): MoreTime | null {
  if (!mayBeExtended(session, settings.timeExtensions)) return null;
  return {
    url: localizedPath(`${pagePath(session.id)}/extend`, locale),
    isDue: isEndingSoon(session, nowMs),
  };
}

function callOffParts(deps: PageDeps, { session }: Checkout, locale: Locale) {
  return {
    callOffUrl: localizedPath(`${pagePath(session.id)}/call-off`, locale),
    formToken: makeFormToken(deps.keyring, session.id, deps.clock.nowMs()),
  };
}

function challengeParts(deps: PageDeps, checkout: Checkout, locale: Locale) {
  const { session, lastAttempt } = checkout;
  return {
    ...callOffParts(deps, checkout, locale),
    confirmedBy: lastAttempt?.method === "wallet" ? "wallet" : "bank",
    provider: lastAttempt ? providerOf(deps, lastAttempt) : null,
    continueUrl: lastAttempt?.redirectUrl ?? pagePath(session.id),
  } as const;
}

function paidParts(checkout: Checkout, locale: Locale) {
  const { session, payment, settings } = checkout;
  return {
    ...notePart(settings, "paidNote", locale),
    paidMinor: session.paymentStatus === "paid" && payment ? payment.amountCaptured : session.amount,
    refundedMinor: payment?.amountRefunded ?? 0,
    ...(session.paymentStatus === "paid"
      ? { receiptUrl: localizedPath(receiptPath(session.id), locale) }
      : {}),
    ...extraMoneyParts(checkout),
  };
}

/** Extra money of a paid session: the surplus of its own transfer, and the late funds of another attempt. */
function extraMoneyParts({ payment, paidBy, returnsLate: returned }: Checkout) {
  if (!payment || !paidBy) return {};
  const surplusMinor = surplusOf(paidBy, payment);
  const secondMinor = payment.amountLate - surplusMinor;
  return {
    ...(surplusMinor > 0 ? { surplus: { amountMinor: surplusMinor, returned } } : {}),
    ...(secondMinor > 0 ? { second: { amountMinor: secondMinor, returned } } : {}),
  };
}

function lateFunds({ payment, returnsLate }: Checkout): LateFunds | undefined {
  if (!payment || payment.amountLate === 0) return undefined;
  return { amountMinor: payment.amountLate, returned: returnsLate };
}

function returnedPart(checkout: Checkout): { readonly partMinor?: number } {
  const partMinor = receivedOf(checkout);
  return partMinor > 0 ? { partMinor } : {};
}

function declinedPart(deps: PageDeps, { lastAttempt }: Checkout): { readonly declined?: Declined } {
  if (!lastAttempt || lastAttempt.declineReason === null) return {};
  const { declineReason: reason, method } = lastAttempt;
  return { declined: { reason, method, provider: providerOf(deps, lastAttempt) } };
}

/** The PSP on whose own page the customer was sent; null if it was this page. */
const providerOf = (deps: PageDeps, { hosted, connector }: Attempt): string | null =>
  hosted ? deps.connectors.titleOf(connector) : null;

/** The data that every page of the session shows. */
export function commonOf(deps: PageDeps, checkout: Checkout, locale: Locale) {
  const { session } = checkout;
  return {
    mode: session.mode,
    locale,
    ...merchantLocalePart(session.details),
    pageUrl: pagePath(session.id),
    merchant: merchantOf(checkout),
    order: {
      amountMinor: session.amount,
      currency: session.currency,
      lineItems: lineItemsOf(deps, checkout),
      adjustments: session.details.adjustments ?? [],
      description: session.details.description,
      parts: amountDetailsOf(session),
    },
  };
}

export const merchantLocalePart = (details: { readonly locale: string }) =>
  details.locale === "auto" ? {} : { merchantLocale: details.locale };

/**
 * The items with their pictures' paths on this origin. Leaves out pictures that recently failed to load, and the items that the customer
 * has left out, once they can't be taken again.
 */
function lineItemsOf({ pictures }: PageDeps, { scope, session }: Checkout): LineItem[] {
  const items = session.details.lineItems ?? [];
  const isAdjustable = mayChangeAmount(session);
  return items.flatMap(({ imageUrl, adjustableQuantity, ...item }, index) => {
    if (item.quantity === 0 && !isAdjustable) return [];
    const hasPicture = imageUrl !== undefined && !pictures.failedRecently(scope, imageUrl);
    return {
      ...item,
      ...(hasPicture ? { picture: `${pagePath(session.id)}/pictures/${index}` } : {}),
      ...(adjustableQuantity && isAdjustable ? { adjustable: adjustableQuantity } : {}),
    };
  });
}

export function notePart(settings: PageSettings, name: PageTextName, locale: Locale) {
  const note = findNote(settings, name, locale);
  return note ? { note } : {};
}

export function merchantOf({ settings }: Pick<Checkout, "settings">): Merchant {
  const { displayName, supportEmail, supportUrl, supportPhone, brandColor, logo } = settings;
  const { termsUrl, privacyUrl, imprintUrl } = settings;
  return {
    name: displayName,
    ...(supportEmail ? { supportEmail } : {}),
    ...(supportUrl ? { supportUrl } : {}),
    ...(supportPhone ? { supportPhone } : {}),
    ...(termsUrl ? { termsUrl } : {}),
    ...(privacyUrl ? { privacyUrl } : {}),
    ...(imprintUrl ? { imprintUrl } : {}),
    ...(brandColor ? { brandColor } : {}),
    ...(logo ? { logo: { url: logoPath(logo.id), width: logo.width, height: logo.height } } : {}),
  };
}
