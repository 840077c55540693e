import type { HostedOutcome, HostedPages, HostedRequest } from "../contract.ts";
import { regionText, secondLine } from "../customer-details.ts";
import { toStripeAmount } from "./amounts.ts";
import type { StripeClient, StripeError } from "./client.ts";
import type { FormFields } from "./form.ts";
import { toStripeLocale } from "./locale.ts";
import { attemptField, sessionField } from "./metadata.ts";
import { toTime } from "./translate-charge.ts";
import { wireSession } from "./wire.ts";

/** Stripe's limits of a session's life, with a minute for differences between clocks. */
const leastMs = 31 * 60_000;
const mostMs = (24 * 60 - 1) * 60_000;

/** Checkout's hosted page (docs.stripe.com/api/checkout/sessions/create). */
export function hostedPages(client: StripeClient, nowMs: () => number): HostedPages {
  return {
    methods: ["card"],
    // Which others an account takes depends on its country.
    cardBrands: ["visa", "mastercard", "amex"],
    takes: (_method, { amount, currency }) => toStripeAmount(amount, currency) !== undefined,
    begin: async (request, { timeoutMs }) => {
      const { account, idempotencyKey } = request;
      const fields = sessionFields(request, nowMs());
      if (!fields) return { kind: "refused", reason: "currency_not_supported" };
      const answer = await client.post(
        { account, timeoutMs },
        "/v1/checkout/sessions",
        fields,
        idempotencyKey,
      );
      switch (answer.kind) {
        case "ok":
          return translateCreated(answer.body);
        case "error":
          return refused(answer.error);
        case "unknown":
          return answer;
      }
    },
  };
}

function sessionFields(request: HostedRequest, nowMs: number): FormFields | undefined {
  const { idempotencyKey, session, amount, currency, capture, returnUrl, description } = request;
  const items = lineItems(request);
  if (!items || toStripeAmount(amount, currency) === undefined) return undefined;
  const metadata = { [attemptField]: idempotencyKey, [sessionField]: session };
  const endsMs = Math.min(Math.max(Date.parse(request.sessionExpiresAt), nowMs + leastMs), nowMs + mostMs);
  return {
    mode: "payment",
    payment_method_types: ["card"],
    client_reference_id: session,
    metadata,
    line_items: items,
    payment_intent_data: {
      metadata,
      capture_method: capture === "manual" ? "manual" : "automatic",
      ...(description === null ? {} : { description: description.slice(0, 1000) }),
      ...descriptorOf(request),
      ...shippingOf(request),
    },
    ...(capture === "manual"
      ? { payment_method_options: { card: { request_multicapture: "if_available" } } }
      : {}),
    // Otherwise Stripe may charge the customer's own currency.
    adaptive_pricing: { enabled: false },
    ...(request.customerEmail === null ? {} : { customer_email: request.customerEmail }),
    locale: toStripeLocale(request.locale),
    success_url: returnUrl,
    cancel_url: returnUrl,
    expires_at: Math.floor(endsMs / 1000),
  };
}

/**
 * Stripe writes the account's prefix of up to ten characters and "* " before the suffix, and takes 22 in all. A descriptor that
 * doesn't fit isn't sent, so that the account's own stays: a part of a name tells the customer less.
 */
function descriptorOf({ statementDescriptor }: HostedRequest): FormFields {
  if (statementDescriptor === null || statementDescriptor.length > suffixAtMost) return {};
  return { statement_descriptor_suffix: statementDescriptor };
}
const suffixAtMost = 10;

/** Where the goods go, for Stripe's rating of risk and for disputes. Its page asks for the billing address itself. */
function shippingOf({ customer }: HostedRequest): FormFields {
  const address = customer?.shippingAddress;
  if (!address) return {};
  const { country, line1, city, postalCode, recipient: name } = address;
  const parts = {
    line2: secondLine(address) || null,
    city,
    state: regionText(address),
    postal_code: postalCode,
  };
  const given = Object.entries(parts).filter((part): part is [string, string] => part[1] !== null);
  const { phone } = customer;
  return {
    shipping: {
      name,
      ...(phone === null ? {} : { phone }),
      address: { country, line1, ...Object.fromEntries(given) },
    },
  };
}

/** The purchase's items, or one item for the whole amount. Undefined if Stripe can't take an amount exactly. */
function lineItems({ lineItems: items, amount, currency, description }: HostedRequest) {
  const whole = [{ name: description ?? "Payment", quantity: 1, unitAmount: amount }];
  // Stripe takes up to 100 items, and none without a price.
  const isShown = items.length > 0 && items.length <= 100 && items.every(({ unitAmount }) => unitAmount > 0);
  const lines = (isShown ? items : whole).map(({ name, quantity, unitAmount }) => {
    const units = toStripeAmount(unitAmount, currency);
    const product_data = { name: name.slice(0, 250) };
    return units === undefined
      ? undefined
      : { quantity, price_data: { currency: currency.toLowerCase(), unit_amount: units, product_data } };
  });
  return lines.every((line) => line !== undefined) ? lines : undefined;
}

function translateCreated(session: unknown): HostedOutcome {
  if (!wireSession.fits(session) || session.url === null)
    return { kind: "unknown", detail: "the response has an unexpected shape" };
  return {
    kind: "created",
    hostedReference: session.id,
    pspReference: typeof session.payment_intent === "string" ? session.payment_intent : null,
    url: session.url,
    expiresAt: toTime(session.expires_at),
  };
}

/** Stripe's message isn't logged: it may quote what the customer or the merchant wrote. */
function refused({ status, code, param }: StripeError): HostedOutcome {
  const isCurrency = param === "currency" || code === "currency_not_supported";
  return {
    kind: "refused",
    reason: isCurrency ? "currency_not_supported" : "processing_error",
    detail: `status ${status}, ${code}${param === null ? "" : `, parameter ${param}`}`,
  };
}
