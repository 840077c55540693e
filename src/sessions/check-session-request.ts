import { type AmountLimits, limitCurrency } from "../kernel/amount-limits.ts";
import { type Currency, findCurrency } from "../kernel/currency.ts";
import type { Mode } from "../kernel/mode.ts";
import { toDecimalString } from "../kernel/money.ts";
import { canPay } from "../kernel/payment-method.ts";
import { combineProblems, type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { findForbiddenText, mayHoldForbiddenText } from "../kernel/text-rules.ts";
import { checkRedirectUrl, type RedirectUrlRules } from "../kernel/url-rules.ts";
import { checkAdjustable } from "./amounts/check-adjustable.ts";
import { checkCollect } from "./collect/check-collect.ts";
import type { MetadataChange } from "./metadata.ts";
import type { CreateSessionBody } from "./schemas.ts";
import { hasRightSign, statementDescriptorRule } from "./session.ts";

/** What the checks need beside the body. */
export type RequestContext = {
  readonly mode: Mode;
  readonly allowedHosts: readonly string[];
  readonly amountLimits: AmountLimits;
  /** The time of the session's clock. */
  readonly nowMs: number;
  /** Whether the clock named in the request exists. */
  readonly clockFound: boolean;
  /** The body as it was sent. One scan of it tells whether the texts have to be checked one by one. */
  readonly rawJson: string;
  /** The payment page's address, by its template. Customers may always stay there, whatever rules there are for other addresses. */
  readonly ownPage?: string;
};

/** The URLs of a request as they are stored: international domain names in ASCII. */
export type CheckedUrls = { readonly successUrl: string; readonly cancelUrl: string | null };

/** What is sold, of a session or of a payment link. */
export type PurchaseBody = Omit<
  CreateSessionBody,
  "successUrl" | "cancelUrl" | "customerEmail" | "expiresAt" | "clock" | "connectorAccount"
> & { readonly successUrl?: string | null };

export type PurchaseContext = Omit<RequestContext, "nowMs" | "clockFound">;

/** Checks a create request that has passed its schema. The failure lists everything that is wrong. */
export function checkSessionRequest(
  body: CreateSessionBody,
  context: RequestContext,
): Result<CheckedUrls, Problem> {
  const faults: Problem[] = [];
  const successUrl = checkPurchase(body, context, faults) ?? body.successUrl;
  const rules = redirectRules(context);
  const cancelUrl =
    typeof body.cancelUrl === "string" ? checkUrl(body.cancelUrl, "/cancelUrl", rules, faults) : null;
  if (body.expiresAt !== undefined) checkExpiry(body.expiresAt, context.nowMs, faults);
  if (typeof body.clock === "string" && !context.clockFound) faults.push(clockFault(context.mode));
  checkAllTexts(body, context.rawJson, faults);
  const fault = combineProblems(faults);
  return fault ? failed(fault) : success({ successUrl, cancelUrl });
}

/** Adds what is wrong with a purchase, apart from its texts, to `faults`. Returns the successUrl as it is stored; null without one. */
export function checkPurchase(
  body: PurchaseBody,
  context: PurchaseContext,
  faults: Problem[],
): string | null {
  const currency = checkMoney(body, context.amountLimits, faults);
  checkMethods(body, faults);
  checkPictures(body, context, faults);
  const successUrl =
    typeof body.successUrl === "string" && body.successUrl !== context.ownPage
      ? checkUrl(body.successUrl, "/successUrl", redirectRules(context), faults)
      : null;
  checkOrder(body, faults);
  checkAdjustable(body, currency, faults);
  if (body.locale !== undefined) checkLocale(body.locale, faults);
  if (body.collect) checkCollect(body.collect, faults);
  if (typeof body.statementDescriptor === "string") checkDescriptor(body.statementDescriptor, faults);
  return successUrl;
}

/** Returns the currency with the tenant's limits; undefined if there is no such currency. */
function checkMoney(body: PurchaseBody, amountLimits: AmountLimits, faults: Problem[]): Currency | undefined {
  const found = findCurrency(body.currency);
  if (!found) {
    faults.push(
      problem("currency_invalid", `"${body.currency}" is not an active ISO 4217 currency.`, "/currency"),
    );
    return undefined;
  }
  const currency = limitCurrency(found, amountLimits);
  if (body.amount >= currency.minimumAmount && body.amount <= currency.maximumAmount) return currency;
  faults.push(problem("amount_invalid", `It has to be between ${limits(currency)}.`, "/amount"));
  return currency;
}

/**
 * Merchants may send one list for all purchases: methods that can't pay this one are ignored. It is an error if none is left.
 */
function checkMethods({ paymentMethods, currency, captureMethod }: PurchaseBody, faults: Problem[]): void {
  if (!paymentMethods || !findCurrency(currency)) return;
  const purchase = { currency: currency.toUpperCase(), captureMethod: captureMethod ?? "automatic" };
  if (paymentMethods.some((method) => canPay(method, purchase))) return;
  const when = purchase.captureMethod === "manual" ? " that is captured later" : "";
  const detail = `A purchase in ${purchase.currency}${when} can't be paid by ${paymentMethods.join(" or ")}.`;
  faults.push(problem("payment_methods_unsuitable", detail, "/paymentMethods"));
}

function limits({ code, exponent, minimumAmount, maximumAmount }: Currency): string {
  const inMajor = (minor: number) => `${minor} (${toDecimalString(minor, exponent)} ${code})`;
  return `${inMajor(minimumAmount)} and ${inMajor(maximumAmount)}`;
}

const redirectRules = ({ mode, allowedHosts }: PurchaseContext): RedirectUrlRules =>
  allowedHosts.length === 0 ? { mode } : { mode, allowedHosts };

/** Pictures may be on any host, because customers aren't redirected there. */
function checkPictures(body: PurchaseBody, { mode }: PurchaseContext, faults: Problem[]): void {
  body.lineItems?.forEach(({ imageUrl }, index) => {
    if (imageUrl !== undefined) checkUrl(imageUrl, `/lineItems/${index}/imageUrl`, { mode }, faults);
  });
}

function checkUrl(url: string, param: string, rules: RedirectUrlRules, faults: Problem[]): string {
  const verdict = checkRedirectUrl(url, rules);
  if (verdict.ok) return verdict.url;
  faults.push(problem(verdict.code, verdict.detail, param));
  return url;
}

/** Checks that items and adjustments add up to the amount, and that each adjustment has the sign of its type. */
function checkOrder(body: PurchaseBody, faults: Problem[]): void {
  const { lineItems, adjustments } = body;
  adjustments?.forEach((adjustment, index) => {
    if (hasRightSign(adjustment)) return;
    const { type, amount } = adjustment;
    const rule = type === "discount" ? "0 or less" : "0 or more: only a discount may be below 0";
    const detail = `The amount of an adjustment of type ${type} has to be ${rule}. It is ${amount}.`;
    faults.push(problem("amount_invalid", detail, `/adjustments/${index}/amount`));
  });
  if (lineItems) checkSum(body, lineItems, faults);
  else if (adjustments && adjustments.length > 0) {
    const detail = "Adjustments need line items: together they add up to amount.";
    faults.push(problem("line_items_mismatch", detail, "/lineItems"));
  }
}

/** The sums are bigints: 100 items with a quantity of a million each can exceed the safe integers. */
function checkSum(
  { amount, adjustments }: PurchaseBody,
  lineItems: NonNullable<PurchaseBody["lineItems"]>,
  faults: Problem[],
): void {
  let items = 0n;
  for (const item of lineItems) items += BigInt(item.quantity) * BigInt(item.unitAmount);
  let adjusted = 0n;
  for (const adjustment of adjustments ?? []) adjusted += BigInt(adjustment.amount);
  const sum = items + adjusted;
  if (sum === BigInt(amount)) return;
  const parts = adjustments?.length ? `Items (${items}) and adjustments (${adjusted})` : "They";
  faults.push(
    problem("line_items_mismatch", `${parts} add up to ${sum}, but amount is ${amount}.`, "/lineItems"),
  );
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** How long a session is open by default. */
export const defaultLifeMs = dayMs;
const shortestLifeMs = 30 * minuteMs;
/** How long a session is open at most. */
export const longestLifeMs = 30 * dayMs;
// Allows for clock differences and network delay: a time that is 30 minutes ahead for the caller must be accepted.
const toleranceMs = minuteMs;

const rfc3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/;

function checkExpiry(text: string, nowMs: number, faults: Problem[]): void {
  const timeMs = rfc3339.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(timeMs)) {
    faults.push(
      problem(
        "expires_at_invalid",
        "It has to be an RFC 3339 time, such as 2026-11-22T10:00:00Z.",
        "/expiresAt",
      ),
    );
    return;
  }
  const aheadMs = timeMs - nowMs;
  if (aheadMs >= shortestLifeMs - toleranceMs && aheadMs <= longestLifeMs + toleranceMs) return;
  faults.push(
    problem("expires_at_invalid", "It has to be between 30 minutes and 30 days from now.", "/expiresAt"),
  );
}

function checkLocale(locale: string, faults: Problem[]): void {
  if (locale === "auto" || isLanguageTag(locale)) return;
  faults.push(problem("locale_invalid", `"${locale}" is not a BCP 47 language tag.`, "/locale"));
}

function checkDescriptor(descriptor: string, faults: Problem[]): void {
  if (/[A-Za-z]/.test(descriptor)) return;
  faults.push(problem("parameter_invalid", statementDescriptorRule, "/statementDescriptor"));
}

/** Adds what is wrong with the texts of a request to `faults`. To be called last: a text that is no address has that fault first. */
export function checkAllTexts(body: object, rawJson: string, faults: Problem[]): void {
  checkTexts(body, "", rawJson, faults);
}

function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

function clockFault(mode: Mode): Problem {
  return mode === "live"
    ? problem("clock_not_allowed", "Live sessions use real time. Omit `clock`.", "/clock")
    : problem("clock_not_found", "This sandbox has no such clock.", "/clock");
}

/** Checks the texts one by one only if the raw body contains a character that could be forbidden. Almost no body does. */
function checkTexts(value: unknown, pointer: string, rawJson: string, faults: Problem[]): void {
  if (!mayHoldForbiddenText(rawJson)) return;
  eachText(value, pointer, (text, place) => {
    const forbidden = findForbiddenText(text, { multiline: place === "/description" });
    if (forbidden)
      faults.push(problem("text_invalid", `It contains ${forbidden.codePoint}: ${forbidden.reason}.`, place));
  });
}

/** Visits every string of a JSON value, including field names. */
function eachText(value: unknown, pointer: string, visit: (text: string, pointer: string) => void): void {
  if (typeof value === "string") visit(value, pointer);
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const place = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    visit(name, place);
    eachText(member, place, visit);
  }
}

/** Checks the texts of a metadata update. */
export function checkMetadata(metadata: MetadataChange, rawJson: string): Problem | undefined {
  const faults: Problem[] = [];
  checkAllTexts({ metadata }, rawJson, faults);
  return combineProblems(faults);
}
