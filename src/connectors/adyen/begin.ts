import { present } from "../../kernel/assert.ts";
import type { CallOptions, ChargedItem, HostedOutcome, HostedRequest } from "../contract.ts";
import { createEvenWithoutDetails } from "../create-without-details.ts";
import type { PspResponse } from "../psp-response.ts";
import { type AdyenAmount, toAdyen } from "./amounts.ts";
import { type Client, merchantAccountOf, refusalIn, unclear } from "./client.ts";
import { adyenLocale, countryOf } from "./locales.ts";
import { adyenMethod } from "./methods.ts";
import { shopperOf } from "./shopper.ts";
import { unknown } from "./unknown.ts";
import { wireSession } from "./wire.ts";

const minuteMs = 60_000;

/** The shortest time in which a customer can enter a card and confirm the payment at their bank. */
const shortestMs = 5 * minuteMs;

/** Adyen refuses a session of more than 24 hours. A minute is left for the difference between the clocks. */
const longestMs = 24 * 60 * minuteMs - minuteMs;

/** Makes a session with Adyen's hosted page. The payment exists once the customer has tried to pay. */
export async function begin(
  client: Client,
  request: HostedRequest,
  call: CallOptions,
  nowMs: number,
): Promise<HostedOutcome> {
  const { account, currency } = request;
  const amount = toAdyen(request);
  if (!amount)
    return { kind: "refused", reason: "currency_not_supported", detail: `no amount of ${currency}` };
  const calls = client(call);
  const create = (asked: HostedRequest, key: string): Promise<PspResponse> =>
    calls.send({
      account,
      api: "checkout",
      method: "POST",
      path: "/sessions",
      idempotencyKey: key,
      body: bodyOf(asked, amount, nowMs),
    });
  return translate(await createEvenWithoutDetails(request, create, mayRefuseDetails), request, amount);
}

/** Whether Adyen may have refused what the customer entered: its answers don't say for certain. */
function mayRefuseDetails(response: PspResponse): boolean {
  const refusal = refusalIn(response);
  return refusal !== undefined && !isCurrency(refusal.errorCode);
}

function bodyOf(request: HostedRequest, amount: AdyenAmount, nowMs: number): object {
  const { account, customerEmail, locale, statementDescriptor } = request;
  const lineItems = toLineItems(request);
  const shopperLocale = adyenLocale(locale);
  const countryCode = countryOf(locale);
  return {
    merchantAccount: merchantAccountOf(account),
    mode: "hosted",
    reference: request.idempotencyKey,
    amount,
    returnUrl: request.returnUrl,
    expiresAt: endOf(request, nowMs),
    allowedPaymentMethods: [present(adyenMethod(request.method), "a method of the hosted page")],
    channel: "Web",
    ...captureOf(request),
    ...(lineItems ? { lineItems } : {}),
    ...(customerEmail === null ? {} : { shopperEmail: customerEmail }),
    ...shopperOf(request),
    ...(statementDescriptor === null ? {} : { shopperStatement: statementDescriptor }),
    ...(shopperLocale === undefined ? {} : { shopperLocale }),
    ...(countryCode === undefined ? {} : { countryCode }),
  };
}

/** Says for each payment when it is captured, so that the merchant account's own setting doesn't matter. */
const captureOf = ({ capture }: HostedRequest): object =>
  capture === "manual" ? { additionalData: { manualCapture: "true" } } : { captureDelayHours: 0 };

/** RFC 3339, in whole seconds. */
function endOf({ sessionExpiresAt }: HostedRequest, nowMs: number): string {
  const wantedMs = Math.max(Date.parse(sessionExpiresAt), nowMs + shortestMs);
  return `${new Date(Math.min(wantedMs, nowMs + longestMs)).toISOString().slice(0, 19)}Z`;
}

/** Undefined if there are none, or an item's price is no amount of Adyen's. */
function toLineItems({ lineItems, currency }: HostedRequest): object[] | undefined {
  const items = lineItems.flatMap((item) => toLineItem(item, currency));
  return items.length === 0 || items.length < lineItems.length ? undefined : items;
}

function toLineItem({ name, quantity, unitAmount }: ChargedItem, currency: string): object[] {
  const price = toAdyen({ amount: unitAmount, currency });
  return price ? [{ description: name, quantity, amountIncludingTax: price.value }] : [];
}

function translate(response: PspResponse, request: HostedRequest, amount: AdyenAmount): HostedOutcome {
  const refusal = refusalIn(response);
  if (refusal) {
    const { errorCode, detail } = refusal;
    return {
      kind: "refused",
      reason: isCurrency(errorCode) ? "currency_not_supported" : "processing_error",
      detail,
    };
  }
  if (response.kind === "no_response" || response.status !== 201) return unclear(response);
  const session = response.body;
  if (!wireSession.fits(session)) return unknown("the response has an unexpected shape");
  const isSame = session.amount.value === amount.value && session.amount.currency === amount.currency;
  if (session.reference !== request.idempotencyKey || !isSame)
    return unknown("the response is about another session");
  return {
    kind: "created",
    hostedReference: session.id,
    pspReference: null,
    url: session.url,
    expiresAt: new Date(session.expiresAt).toISOString(),
  };
}

/** 138: unsupported currency. */
const isCurrency = (errorCode: string): boolean => errorCode === "138";
