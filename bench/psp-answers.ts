import { randomUUID } from "node:crypto";

/** The answer of a PSP to a request of a begin, or of the check of an account. */
export type PspAnswer = { readonly status: number; readonly body: object };

const ok = (body: object): PspAnswer => ({ status: 200, body });
const created = (body: object): PspAnswer => ({ status: 201, body });
const inAnHour = (): Date => new Date(Date.now() + 3_600_000);
const newId = (): string => randomUUID().replaceAll("-", "");

/** Where the hosted pages are. Nobody opens them. */
export const pagesUrl = "https://pages.psp.example";

type StripeSession = { readonly id: string; readonly url: string };

/** A form, of which only the metadata are read. */
function stripeSession(body: string): PspAnswer {
  const form = new URLSearchParams(body);
  const id = `cs_test_${newId()}`;
  const metadata = [...form]
    .map(([name, value]) => [/^metadata\[(\w+)\]$/.exec(name)?.[1], value])
    .filter(([name]) => name !== undefined);
  const session: StripeSession = { id, url: `${pagesUrl}/${id}` };
  return ok({
    ...session,
    object: "checkout.session",
    status: "open",
    payment_intent: null,
    livemode: false,
    created: Math.floor(Date.now() / 1000),
    expires_at: Math.floor(inAnHour().getTime() / 1000),
    metadata: Object.fromEntries(metadata),
  });
}

function molliePayment(body: string): PspAnswer {
  const { amount, metadata, method } = JSON.parse(body) as Record<string, unknown>;
  const id = `tr_${newId().slice(0, 12)}`;
  return created({
    ...{ id, amount, metadata, method },
    mode: "test",
    status: "open",
    createdAt: new Date().toISOString(),
    expiresAt: inAnHour().toISOString(),
    _links: { checkout: { href: `${pagesUrl}/${id}` } },
  });
}

function payPalOrder(body: string): PspAnswer {
  const { intent, purchase_units } = JSON.parse(body) as Record<string, unknown>;
  const id = newId().slice(0, 17).toUpperCase();
  return ok({
    ...{ id, intent, purchase_units },
    status: "PAYER_ACTION_REQUIRED",
    create_time: new Date().toISOString(),
    links: [{ rel: "payer-action", href: `${pagesUrl}/${id}` }],
  });
}

function adyenSession(body: string): PspAnswer {
  const { reference, amount, expiresAt } = JSON.parse(body) as Record<string, unknown>;
  const id = `CS${newId().toUpperCase()}`;
  return created({ id, reference, amount, expiresAt, url: `${pagesUrl}/${id}` });
}

/** The answers by method and path: those of all PSPs, since no two use the same. Other requests are answered 404. */
export const pspAnswers: Readonly<Record<string, (body: string) => PspAnswer>> = {
  "POST /v1/checkout/sessions": stripeSession,
  "GET /v1/checkout/sessions": () => ok({ object: "list", data: [] }),
  "GET /v1/account": () => ok({ id: "acct_bench" }),
  "POST /v2/payments": molliePayment,
  "GET /v2/profiles/me": () => ok({ id: "pfl_bench" }),
  "POST /v2/checkout/orders": payPalOrder,
  "POST /v1/oauth2/token": () => ok({ access_token: "A21bench", token_type: "Bearer", expires_in: 32_400 }),
  "GET /v1/notifications/webhooks/0EH40505U7160970P": () => ok({ id: "0EH40505U7160970P" }),
  "POST /v72/sessions": adyenSession,
  "POST /v72/paymentMethods": () => ok({ paymentMethods: [] }),
};
