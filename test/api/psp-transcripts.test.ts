import assert from "node:assert/strict";
import { test } from "node:test";
import type { FastifyInstance } from "fastify";
import { pspKinds } from "../prove/rails/psp-kinds.ts";
import { startFakeAdyen } from "../psp/adyen/fake-adyen.ts";
import { hmacKey } from "../psp/adyen/test-support.ts";
import type { FakeClock } from "../psp/common/clock.ts";
import { startFakeMollie } from "../psp/mollie/fake-mollie.ts";
import { startFakePayPal } from "../psp/paypal/fake-paypal.ts";
import { startFakeStripe } from "../psp/stripe/fake-stripe.ts";
import { type JsonBody, startTestApp, type TestApp } from "../support/app.ts";
import { type Exchange, recordExchanges } from "../support/exchanges.ts";
import { freePort } from "../support/free-port.ts";
import { testSecretKey } from "../support/keyring.ts";
import { searchRows } from "../support/search-rows.ts";
import { until } from "../support/until.ts";

// Invariant 20, for everything that passes between Kassa and a PSP in a payment's life: a credential is only in the header that
// authenticates a request, and the card that a customer types on the PSP's page never comes near Kassa.

type Name = keyof typeof pspKinds;
type Control = (server: FastifyInstance) => void;
type Fake = {
  readonly url: string;
  readonly clock: FakeClock;
  /** Enters Kassa's address for notifications, where Kassa can't do that itself. */
  readonly connect?: (url: string) => void;
  readonly close: () => Promise<void>;
};

const { apiKey } = pspKinds.adyen.account.credentials as { readonly apiKey: string };
const starts: Readonly<Record<Name, (control: Control) => Promise<Fake>>> = {
  stripe: (control) => startFakeStripe({ control }),
  mollie: (control) => startFakeMollie({ control }),
  paypal: (control) => startFakePayPal({ control, webhookRetryMs: 20 }),
  adyen: async (control) => {
    const fake = await startFakeAdyen({ apiKey, control, webhookRetryMs: 20 });
    return {
      url: fake.url,
      clock: fake.clock,
      connect: (url) => fake.notifications.connect({ url, hmacKey }),
      close: () => fake.close(),
    };
  },
};

const typedCard = "4242424242424242";
/** Tells the requests of the customer's browser from those of Kassa. */
const browser = { "x-browser": "yes" };

for (const name of Object.keys(pspKinds) as Name[])
  test(`${name}: no secret and no card number in what Kassa and the PSP say to each other`, async (t) => {
    const transcript: Exchange[] = [];
    const psp = await starts[name]((server) =>
      recordExchanges(server, transcript, ({ headers }) => headers["x-browser"] === undefined),
    );
    t.after(() => psp.close());
    const port = await freePort();
    const kassa = await startTestApp(
      {
        PORT: String(port),
        KASSA_PUBLIC_URL: `http://localhost:${port}`,
        KASSA_LOG_LEVEL: "trace",
        [pspKinds[name].variable]: psp.url,
      },
      (server) => recordExchanges(server, transcript, ({ url }) => url.startsWith("/api/notifications/")),
    );
    t.after(() => kassa.close());
    const seen = await liveThroughAPayment(kassa, name, psp);

    assert.ok(seen.forms.includes(typedCard), "the customer has typed the card");
    for (const part of ["/api/notifications/", seen.attempt, "refund"])
      assert.ok(JSON.stringify(transcript).includes(part), `${part} is in the transcript`);
    const secrets = secretsIn(transcript, name);
    const ours = [kassa.tenant.keys.sandbox.secret, testSecretKey];
    for (const exchange of transcript) {
      const everything = JSON.stringify(exchange);
      assertNone(JSON.stringify(withoutSecretsPlace(exchange)), secrets);
      assertNone(everything, [...ours, typedCard]);
    }
    for (const line of kassa.logged) assertNone(line, [...secrets, ...ours, typedCard]);
    for (const secret of [...secrets, typedCard])
      assert.deepEqual(
        (await searchRows(kassa.db.sql, literal(secret))).filter(({ count }) => count > 0),
        [],
      );
  });

/** Headers that authenticate a request of Kassa's to a PSP. */
const authenticating = ["authorization", "x-api-key"];
/** Where a PSP hands over a secret: an access token, and the key that signs its notifications. */
const handsOver = ["/v1/oauth2/token", "/v1/webhook_endpoints"];

function secretsIn(transcript: readonly Exchange[], name: Name): string[] {
  const { account, laterCredentials } = pspKinds[name];
  const found = new Set(Object.values({ ...account.credentials, ...laterCredentials }));
  for (const { url, requestHeaders, responseBody } of transcript) {
    for (const header of authenticating) {
      const value = requestHeaders[header]?.replace(/^(Basic|Bearer) /, "");
      if (value) found.add(value);
    }
    for (const secret of responseBody.match(/whsec_\w+/g) ?? [])
      if (handsOver.includes(url)) found.add(secret);
  }
  assert.ok(found.size > 0);
  return [...found];
}

/** An exchange without the one place where a secret belongs. */
function withoutSecretsPlace(exchange: Exchange): Exchange {
  const headers = Object.entries(exchange.requestHeaders).filter(
    ([header]) => !authenticating.includes(header),
  );
  return {
    ...exchange,
    requestHeaders: Object.fromEntries(headers),
    responseBody: handsOver.includes(exchange.url) ? "" : exchange.responseBody,
  };
}

/** Also none in base64, in hexadecimal, or as a card number with spaces. */
function assertNone(text: string, secrets: readonly string[]): void {
  for (const secret of secrets)
    for (const form of [
      secret,
      Buffer.from(secret).toString("base64").replace(/=+$/, ""),
      Buffer.from(secret).toString("hex"),
      secret.replaceAll(/(\d{4})(?=\d)/g, "$1 "),
    ])
      assert.ok(!text.includes(form), `${secret} is in ${text}`);
}

const literal = (text: string): string => text.replaceAll(/[^\w]/g, "\\$&");

/** Sets the account up, pays on the PSP's page, and refunds a part. Returns the attempt, and what the customer has typed. */
async function liveThroughAPayment(
  kassa: TestApp,
  name: Name,
  psp: Fake,
): Promise<{ readonly attempt: string; readonly forms: string }> {
  const kind = pspKinds[name];
  const ask = async (method: string, path: string, body?: object): Promise<JsonBody> => {
    const answer = await kassa.call(method, path, body ? { body } : {});
    assert.equal(answer.status, 200, `${method} ${path}: ${answer.text}`);
    return answer.body;
  };
  const { id } = await ask("POST", "/api/connector-accounts", {
    connector: name,
    label: name,
    ...kind.account,
  });
  const account = `/api/connector-accounts/${id}`;
  if (kind.registers) await ask("POST", `${account}/register-notifications`);
  if (kind.laterCredentials)
    await ask("POST", `${account}/credentials`, { credentials: kind.laterCredentials });
  psp.connect?.(`${kassa.url}/api/notifications/${name}/${id}`);
  await ask("POST", account, { status: "enabled" });
  const session = await ask("POST", "/api/checkout/sessions", {
    amount: 2599,
    currency: "EUR",
    successUrl: "https://shop.example/thanks",
  });
  const forms = await payOnHostedPage(`${kassa.url}/pay/${session.id}`, name);
  const paid = async (): Promise<boolean> => {
    psp.clock.advance(2);
    return (await ask("GET", `/api/checkout/sessions/${session.id}`)).paymentStatus === "paid";
  };
  await until(paid, "the session is paid");
  const [payment] = (await ask("GET", `/api/payments?session=${session.id}`)).data;
  await ask("POST", "/api/refunds", { payment: payment.id, amount: 599 });
  return { attempt: payment.attempts[0].id, forms };
}

async function payOnHostedPage(url: string, name: Name): Promise<string> {
  const page = async (): Promise<string> => (await fetch(url)).text();
  const kind = pspKinds[name];
  await until(
    async () => new RegExp(`Continue to .*${name}`, "is").test(await page()),
    "the page offers the PSP",
  );
  const token = /name="token" value="([^"]+)"/.exec(await page())?.[1] ?? "";
  const choice = new URLSearchParams({ token, method: kind.methods[0] });
  const begun = await fetch(url, { method: "POST", body: choice, redirect: "manual" });
  const hosted = begun.headers.get("location") ?? "";
  const forms = kind.forms.pay.map((fields) => new URLSearchParams({ ...fields, cardNumber: typedCard }));
  for (const body of forms) {
    const answer = await fetch(hosted, { method: "POST", headers: browser, body, redirect: "manual" });
    const back = answer.headers.get("location");
    if (back) await fetch(back, { redirect: "manual" });
  }
  return forms.join();
}
