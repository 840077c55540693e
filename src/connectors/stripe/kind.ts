import { present } from "../../kernel/assert.ts";
import { readCheck, textOf } from "../check-response.ts";
import type { AccountInput, CheckOutcome, ConnectorKind, RegisterOutcome, RegisterRequest } from "../kind.ts";
import type { PspClient, PspRequest } from "../psp-client.ts";

export const stripeApi = "https://api.stripe.com";

/** The version of Stripe's API that Kassa reads. Responses and notifications keep its form when Stripe changes. */
export const stripeVersion = "2026-08-26.dahlia";

/** The events that say something about a charge, refund, dispute or payout. */
const events = [
  "checkout.session.completed",
  "checkout.session.expired",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "payment_intent.amount_capturable_updated",
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "payment_intent.canceled",
  "charge.captured",
  "charge.expired",
  "charge.refunded",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "payout.paid",
  "payout.failed",
] as const;

const permissions =
  "Give it write access to Checkout Sessions, PaymentIntents, Charges and Refunds, Disputes, Files and Webhook Endpoints, and read access to Events, Balance Transactions and Payouts.";

export const stripe: ConnectorKind = {
  name: "stripe",
  title: "Stripe",
  // Several captures need multicapture, which not every card has: Stripe refuses the first of several elsewhere.
  capabilities: () => ({ card: { capture: "in_parts", refundDays: null } }),
  credentials: [
    {
      name: "apiKey",
      label: "Secret key or restricted key (Developers, API keys)",
      pattern: /^(?:sk|rk)_(?:test|live)_[0-9A-Za-z]{10,250}$/,
      expects: "a secret key (sk_test_…, sk_live_…) or a restricted key (rk_test_…, rk_live_…)",
      needed: "always",
      prefixes: { sandbox: ["sk_test_", "rk_test_"], live: ["sk_live_", "rk_live_"] },
    },
    {
      name: "webhookSecret",
      label: "Signing secret of the webhook endpoint (Developers, Webhooks)",
      pattern: /^whsec_[0-9A-Za-z+/=_-]{16,200}$/,
      expects: "the signing secret of the webhook endpoint (whsec_…)",
      needed: "notifications",
    },
  ],
  settings: [],
  check,
  registerNotifications,
};

function requestWith({ credentials }: AccountInput, request: Omit<PspRequest, "base" | "headers">) {
  const headers = {
    authorization: `Bearer ${present(credentials.apiKey, "the account's API key")}`,
    "stripe-version": stripeVersion,
  };
  return { ...request, base: stripeApi, headers };
}

/**
 * Lists one Checkout Session, which the connector has to be able to do anyway: a restricted key may lack the permission to
 * read the account.
 */
async function check(account: AccountInput, psp: PspClient): Promise<CheckOutcome> {
  const listed = readCheck(
    await psp.send(requestWith(account, { method: "GET", path: "/v1/checkout/sessions?limit=1" })),
  );
  switch (listed.kind) {
    case "ok":
      return { kind: "valid", pspAccount: await readAccountId(account, psp) };
    case "unknown_credential":
      return refused("Stripe doesn't know this API key. It may have been rolled or deleted.");
    case "not_permitted":
      return refused(`Stripe says that the restricted key lacks a permission. ${permissions}`);
    case "other":
      return refused(`Stripe refused the API key (status ${listed.status}).`);
    case "unknown":
      return listed;
  }
}

const refused = (detail: string): CheckOutcome => ({ kind: "refused", field: "apiKey", detail });

/** `acct_…`; null if the key may not read it. */
async function readAccountId(account: AccountInput, psp: PspClient): Promise<string | null> {
  const told = readCheck(await psp.send(requestWith(account, { method: "GET", path: "/v1/account" })));
  return told.kind === "ok" ? textOf(told.body, "id") : null;
}

/** Makes a webhook endpoint. Stripe returns its signing secret only now, and for a repeat with the same idempotency key. */
async function registerNotifications(
  { url, idempotencyKey, ...account }: RegisterRequest,
  psp: PspClient,
): Promise<RegisterOutcome> {
  const form = new URLSearchParams({ url, api_version: stripeVersion, description: "Kassa" });
  for (const event of events) form.append("enabled_events[]", event);
  const { headers, ...request } = requestWith(account, {
    method: "POST",
    path: "/v1/webhook_endpoints",
    body: form.toString(),
  });
  const type = "application/x-www-form-urlencoded";
  const told = readCheck(
    await psp.send({
      ...request,
      headers: { ...headers, "content-type": type, "idempotency-key": idempotencyKey },
    }),
  );
  switch (told.kind) {
    case "ok": {
      const webhookSecret = textOf(told.body, "secret");
      if (webhookSecret === null) return { kind: "unknown", detail: "the response has no secret" };
      return { kind: "registered", credentials: { webhookSecret } };
    }
    case "unknown_credential":
      return { kind: "refused", detail: "Stripe doesn't know the account's API key." };
    case "not_permitted":
      return { kind: "refused", detail: `The restricted key may not make webhook endpoints. ${permissions}` };
    case "other":
      return {
        kind: "refused",
        detail: `Stripe refused the address ${url} (status ${told.status}). In live mode it has to begin with https:// and be reachable by Stripe.`,
      };
    case "unknown":
      return told;
  }
}
