import { type Money, readAmount } from "./amounts.ts";
import { unprocessable } from "./errors.ts";
import { checkLimits, findMethod, methods, takesCurrency } from "./methods.ts";
import type { Hold, PaymentDetails } from "./state.ts";

const locales = new Set(
  "en_US en_GB nl_NL nl_BE fr_FR fr_BE de_DE de_AT de_CH es_ES ca_ES pt_PT it_IT nb_NO sv_SE fi_FI da_DK is_IS hu_HU pl_PL lv_LV lt_LT".split(
    " ",
  ),
);

export type PaymentParams = Money & {
  readonly allowedMethods: readonly string[];
  readonly hold: Hold | null;
  readonly details: PaymentDetails;
};

type Body = Readonly<Record<string, unknown>>;

/** Reads what a payment is created with. @throws ApiError for what Mollie refuses */
export function readPaymentParams(body: Body): PaymentParams {
  const money = readAmount(body.amount, "The amount is required for payments");
  if (typeof body.description !== "string" || body.description === "")
    throw unprocessable("The 'description' field is missing", "description");
  if (body.redirectUrl === undefined)
    throw unprocessable("The 'redirectUrl' field is missing", "redirectUrl");
  const allowedMethods = readMethods(body.method);
  checkMethods(money, allowedMethods);
  checkAddress(body, "billingAddress");
  checkAddress(body, "shippingAddress");
  return {
    ...money,
    allowedMethods,
    hold: readHold(body, allowedMethods),
    details: readDetails(body, noDetails),
  };
}

function checkAddress(body: Body, field: "billingAddress" | "shippingAddress"): void {
  const address = body[field] as Body | undefined;
  if (address === undefined) return;
  for (const part of ["streetAndNumber", "city", "country"])
    if (typeof address[part] !== "string" || address[part] === "")
      throw unprocessable(`The '${part}' field is missing`, `${field}.${part}`);
  if (address.phone !== undefined && !/^\+[1-9]\d{6,14}$/.test(String(address.phone)))
    throw unprocessable("The phone number is not in the E.164 format", `${field}.phone`);
}

const noDetails: PaymentDetails = {
  description: "",
  redirectUrl: null,
  cancelUrl: null,
  webhookUrl: null,
  metadata: null,
  locale: null,
};

/** The details after a change. Fields that aren't given stay as they are. */
export function readDetails(body: Body, previous: PaymentDetails): PaymentDetails {
  const { description = previous.description, locale = previous.locale } = body;
  if (locale !== null && !locales.has(String(locale))) throw unprocessable("The locale is invalid", "locale");
  return {
    // Mollie cuts a long description off instead of refusing it.
    description: String(description).slice(0, 255),
    redirectUrl: readUrl(body, "redirectUrl", "The redirect location is invalid", previous.redirectUrl),
    cancelUrl: readUrl(body, "cancelUrl", "The cancel location is invalid", previous.cancelUrl),
    webhookUrl: readUrl(body, "webhookUrl", "The webhook location is invalid", previous.webhookUrl),
    metadata: readMetadata(body.metadata, previous.metadata),
    locale: locale === null ? null : String(locale),
  };
}

function readUrl(body: Body, field: string, refusal: string, previous: string | null): string | null {
  const value = body[field];
  if (value === undefined) return previous;
  if (value === null) return null;
  if (typeof value !== "string" || !URL.canParse(value)) throw unprocessable(refusal, field);
  return value;
}

/** @throws ApiError for more than Mollie's "approximately 1 kB" */
export function readMetadata(given: unknown, previous: unknown = null): unknown {
  if (given === undefined) return previous;
  if (JSON.stringify(given).length > 1024)
    throw unprocessable("The metadata is too large. It can have up to 1 kB.", "metadata");
  return given;
}

function readMethods(given: unknown): readonly string[] {
  if (given === undefined || given === null || given === "") return [];
  return (Array.isArray(given) ? given : [given]).map((id) => {
    if (!findMethod(String(id))) throw unprocessable("The payment method is invalid", "method");
    return String(id);
  });
}

/** @throws ApiError if no allowed method takes the amount */
function checkMethods({ minor, currency }: Money, allowed: readonly string[]): void {
  const candidates = methods.filter(
    (method) => (allowed.length === 0 || allowed.includes(method.id)) && takesCurrency(method, currency),
  );
  if (candidates.length === 0)
    throw unprocessable("The currency is not supported by the payment method", "amount.currency");
  const limits = candidates.map((method) => checkLimits(method, minor, currency));
  if (limits.includes("ok")) return;
  if (limits.includes("above")) throw unprocessable("The amount is higher than the maximum", "amount");
  throw unprocessable("The amount is lower than the minimum", "amount");
}

function readHold(body: Body, allowed: readonly string[]): Hold | null {
  const { captureMode, captureDelay } = body;
  if (captureMode !== undefined && captureMode !== "manual" && captureMode !== "automatic")
    throw unprocessable("The capture mode is invalid", "captureMode");
  const none = allowed.length > 0 && allowed.every((id) => findMethod(id)?.captures === "none");
  if (captureMode === "manual") {
    if (captureDelay !== undefined)
      throw unprocessable("The capture delay needs the capture mode 'automatic'", "captureDelay");
    if (none) throw unprocessable("The payment method does not support manual capture", "captureMode");
    return { kind: "manual" };
  }
  return captureDelay === undefined ? null : { kind: "delayed", seconds: readDelay(captureDelay) };
}

/** `8 hours` or `2 days`, up to 7 days, in seconds. */
function readDelay(given: unknown): number {
  const [, count, unit] = /^(\d+) (hour|day)s?$/.exec(String(given)) ?? [];
  const seconds = Number(count) * (unit === "hour" ? 3600 : 86_400);
  if (unit === undefined || seconds > 7 * 86_400)
    throw unprocessable("The capture delay is invalid", "captureDelay");
  return seconds;
}
