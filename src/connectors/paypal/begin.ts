import type { CallOptions, ChargedItem, HostedOutcome, HostedRequest } from "../contract.ts";
import { createEvenWithoutDetails } from "../create-without-details.ts";
import type { PspResponse } from "../psp-response.ts";
import { toPayPal } from "./amounts.ts";
import { type Client, refusalIn, unclear } from "./client.ts";
import { payerOf, shippingOf } from "./customer.ts";
import { isCurrencyIssue } from "./declines.ts";
import { paypalLocale } from "./locale.ts";
import { waiting } from "./translate.ts";
import { unknown } from "./unknown.ts";
import { type WireMoney, wireOrder } from "./wire.ts";

/** Creates an order, which the customer approves on PayPal's page. It charges nothing before `finish`. */
export async function begin(
  client: Client,
  request: HostedRequest,
  call: CallOptions,
): Promise<HostedOutcome> {
  const { account, idempotencyKey, amount, currency } = request;
  const money = toPayPal({ amount, currency });
  if (!money)
    return {
      kind: "refused",
      reason: "currency_not_supported",
      detail: `PayPal can't take ${amount} minor units of ${currency} exactly`,
    };
  const calls = client(call);
  const create = (asked: HostedRequest, requestId: string): Promise<PspResponse> =>
    calls.send({
      account,
      method: "POST",
      path: "/v2/checkout/orders",
      requestId,
      body: bodyOf(asked, money),
    });
  return translateBegin(await createEvenWithoutDetails(request, create, mayRefuseDetails), idempotencyKey);
}

/** Whether PayPal may have refused an address: it has rules of its own for each country, and doesn't name the field for certain. */
function mayRefuseDetails(response: PspResponse): boolean {
  const refusal = refusalIn(response);
  return (
    refusal !== undefined &&
    (refusal.status === 400 || refusal.status === 422) &&
    !isCurrencyIssue(refusal.issue)
  );
}

function bodyOf(request: HostedRequest, money: WireMoney): object {
  const { idempotencyKey, capture, description, statementDescriptor, returnUrl } = request;
  const locale = paypalLocale(request.locale);
  const shipping = shippingOf(request);
  return {
    intent: capture === "manual" ? "AUTHORIZE" : "CAPTURE",
    purchase_units: [
      {
        custom_id: idempotencyKey,
        ...(description ? { description: shorten(description) } : {}),
        // PayPal shows as much of it as fits after "PAYPAL *" and the account's own text.
        ...(statementDescriptor === null ? {} : { soft_descriptor: statementDescriptor }),
        ...amountAndItems(request, money),
        ...(shipping ? { shipping } : {}),
      },
    ],
    payment_source: {
      paypal: {
        ...payerOf(request),
        experience_context: {
          ...(locale === undefined ? {} : { locale }),
          shipping_preference: shipping ? "SET_PROVIDED_ADDRESS" : "NO_SHIPPING",
          user_action: "PAY_NOW",
          return_url: returnUrl,
          cancel_url: returnUrl,
        },
      },
    },
  };
}

/** Items are left out if PayPal can't take the price of one exactly, or more of one than nine digits can count. */
function amountAndItems({ lineItems, currency }: HostedRequest, money: WireMoney): object {
  const items = lineItems.map((item) => itemOf(item, currency));
  if (items.length === 0 || items.some((item) => item === undefined)) return { amount: money };
  return { amount: { ...money, breakdown: { item_total: money } }, items };
}

function itemOf({ name, quantity, unitAmount }: ChargedItem, currency: string): object | undefined {
  const price = toPayPal({ amount: unitAmount, currency });
  if (!price || quantity > 999_999_999) return undefined;
  return { name: shorten(name), quantity: String(quantity), unit_amount: price };
}

/** PayPal takes 127 characters, and refuses more. No character is cut in two. */
function shorten(text: string): string {
  let short = "";
  for (const character of text) {
    if (short.length + character.length > 127) break;
    short += character;
  }
  return short;
}

/** The page that a create call made. @param attempt the attempt's id, which the order has to have */
export function translateBegin(response: PspResponse, attempt: string): HostedOutcome {
  const refusal = refusalIn(response);
  // 403 says that the app lacks a permission, or that PayPal restricts the account: no page was made either way.
  if (refusal && refusal.status !== 404) {
    const { status, issue, field } = refusal;
    const reason = isCurrencyIssue(issue) ? "currency_not_supported" : "processing_error";
    return {
      kind: "refused",
      reason,
      detail: `status ${status}, ${issue}${field === null ? "" : ` at ${field}`}`,
    };
  }
  if (response.kind === "no_response" || (response.status !== 200 && response.status !== 201))
    return unclear(response);
  const { body: order } = response;
  if (!wireOrder.fits(order)) return unknown("the response has an unexpected shape");
  if (order.purchase_units[0]?.custom_id !== attempt) return unknown("the response is about another order");
  const outcome = waiting(order);
  if (outcome.kind === "unknown" || outcome.expiresAt === null) return unknown("the order has no page");
  const { redirectUrl: url, expiresAt } = outcome;
  return { kind: "created", hostedReference: order.id, pspReference: null, url, expiresAt };
}
