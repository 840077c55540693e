import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { type FakeStripe, startFakeStripe } from "../psp/stripe/fake-stripe.ts";
import { sdkFor } from "../psp/stripe/test-support.ts";
import { type CallOptions, startTestApp, type TestApp } from "../support/app.ts";
import { freePort } from "../support/free-port.ts";
import { until } from "../support/until.ts";

// A merchant sets up a test account of Stripe with the API. Customers pay on Stripe's page, and Stripe tells Kassa by its webhook.
let stripe: FakeStripe;
let kassa: TestApp;
let account: string;
before(async () => {
  stripe = await startFakeStripe();
  const port = await freePort();
  kassa = await startTestApp({
    PORT: String(port),
    KASSA_PUBLIC_URL: `http://localhost:${port}`,
    KASSA_STRIPE_URL: stripe.url,
    KASSA_COUNTRY_HEADER: "CF-IPCountry",
  });
  account = (
    await ask("POST", "/api/connector-accounts", {
      connector: "stripe",
      label: "Shop",
      credentials: { apiKey: stripe.keys.test },
    })
  ).id;
  await ask("POST", `/api/connector-accounts/${account}/register-notifications`);
  const enabled = await ask("POST", `/api/connector-accounts/${account}`, { status: "enabled" });
  assert.equal(enabled.status, "enabled");
  // Processes learn of the account within a second.
  const { id } = await makeSession();
  await until(
    async () => /Stripe/.test(await (await fetch(`${kassa.url}/pay/${id}`)).text()),
    "the page offers Stripe",
  );
});
after(async () => {
  await kassa.close();
  await stripe.close();
});
afterEach(async () => {
  assert.deepEqual(stripe.problems, []);
  await compareWithStripe();
});

/** Every amount of every payment is the one that Stripe has moved. */
async function compareWithStripe(): Promise<void> {
  const { data } = await ask("GET", "/api/payments?limit=100");
  const moved = stripe.movedAmounts();
  for (const payment of data) {
    const {
      authorized = 0,
      captured = 0,
      released = 0,
      refunded = 0,
    } = moved.get(payment.session)?.amounts ?? {};
    const { amountAuthorized, amountCaptured, amountCapturable, amountRefunded } = payment;
    assert.deepEqual(
      { amountAuthorized, amountCaptured, amountRefunded, amountCapturable },
      {
        amountAuthorized: authorized,
        amountCaptured: captured,
        amountRefunded: refunded,
        amountCapturable: payment.captureMethod === "manual" ? authorized - captured - released : 0,
      },
    );
  }
  const { data: live } = (await kassa.call("GET", "/api/payments", { key: kassa.tenant.keys.live.secret }))
    .body;
  assert.equal(moved.size, data.length + live.length);
}

async function ask(method: string, path: string, body?: unknown) {
  const key = kassa.tenant.keys.sandbox.secret;
  const options: CallOptions = { key, ...(body === undefined ? {} : { body }) };
  const answer = await kassa.call(method, path, options);
  assert.equal(answer.status, 200, `${method} ${path}: ${answer.text}`);
  return answer.body;
}

const makeSession = (more: object = {}) =>
  ask("POST", "/api/checkout/sessions", {
    amount: 2599,
    currency: "EUR",
    successUrl: "https://shop.example/thanks",
    customerEmail: "ada@example.com",
    ...more,
  });

/** Submits the page's form, as a browser without scripts does. Returns where it leads. */
async function submit(session: string): Promise<string> {
  const url = `${kassa.url}/pay/${session}`;
  const page = await (await fetch(url)).text();
  assert.match(page, /Continue to .*Stripe/s);
  assert.ok(!page.includes("4242 4242 4242 4242"), "the simulated PSP's test cards don't work at Stripe");
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const body = new URLSearchParams({ token, method: "card" });
  const answer = await fetch(url, { method: "POST", body, redirect: "manual" });
  assert.equal(answer.status, 303, await answer.text());
  return answer.headers.get("location") ?? "";
}

const pageOf = (url: string): string => new URL(url).pathname.split("/").at(-1) ?? "";

async function payAt(url: string, number = "4242424242424242"): Promise<string> {
  const outcome = stripe.pay(pageOf(url), { number });
  assert.equal(outcome.kind, "paid");
  return outcome.kind === "paid" ? outcome.redirectUrl : "";
}

const paymentOf = async (session: string) => (await ask("GET", `/api/payments?session=${session}`)).data[0];

test("a customer pays on Stripe's page, comes back, and the merchant refunds a part", async () => {
  const session = await makeSession();
  assert.deepEqual(session.warnings, []);
  const back = await payAt(await submit(session.id));
  const returned = await fetch(back, { redirect: "manual" });
  assert.equal(returned.headers.get("location"), "https://shop.example/thanks");
  const payment = await paymentOf(session.id);
  assert.deepEqual(
    [
      payment.status,
      payment.amountCaptured,
      payment.attempts[0].connector,
      payment.attempts[0].connectorAccount,
    ],
    ["captured", 2599, "stripe", account],
  );
  assert.deepEqual(payment.attempts[0].card.brand, "visa");
  const refund = await ask("POST", "/api/refunds", { payment: payment.id, amount: 599 });
  assert.equal(refund.status, "succeeded");
  const moved = stripe.movedAmounts().get(session.id)?.amounts;
  assert.deepEqual([moved?.captured, moved?.refunded], [2599, 599]);
});

test("a customer who closes the browser has paid: Stripe's notification tells Kassa", async () => {
  const session = await makeSession();
  await payAt(await submit(session.id));
  const status = async () => (await ask("GET", `/api/checkout/sessions/${session.id}`)).paymentStatus;
  await until(async () => (await status()) === "paid", "the session is paid");
});

test("an authorization is captured in two parts and the rest is released", async () => {
  const session = await makeSession({ captureMethod: "manual" });
  await fetch(await payAt(await submit(session.id)), { redirect: "manual" });
  const { id, status, captureBefore } = await paymentOf(session.id);
  assert.equal(status, "authorized");
  assert.ok(Date.parse(captureBefore) > Date.now());
  const first = await ask("POST", `/api/payments/${id}/capture`, { amount: 1000, final: false });
  assert.equal(first.amountCaptured, 1000, JSON.stringify(first));
  const last = await ask("POST", `/api/payments/${id}/capture`, { amount: 500, final: true });
  assert.deepEqual([last.amountCaptured, last.amountCapturable], [1500, 0]);
  const moved = stripe.movedAmounts().get(session.id)?.amounts;
  assert.deepEqual([moved?.captured, moved?.released], [1500, 1099]);
});

test("an authorization is voided", async () => {
  const session = await makeSession({ captureMethod: "manual" });
  await fetch(await payAt(await submit(session.id)), { redirect: "manual" });
  const { id } = await paymentOf(session.id);
  const voided = await ask("POST", `/api/payments/${id}/void`);
  assert.equal(voided.status, "voided", JSON.stringify(voided));
  assert.equal(stripe.movedAmounts().get(session.id)?.amounts.released, 2599);
});

test("a declined card can be tried again on Stripe's page; a customer who leaves it can pay on another", async () => {
  const { id } = await makeSession();
  const first = await submit(id);
  assert.equal(stripe.pay(pageOf(first), { number: "4000000000009995" }).kind, "declined");
  const back = await fetch(`${kassa.url}/pay/${id}/return`, { redirect: "manual" });
  assert.equal(back.headers.get("location"), `/pay/${id}`);
  const page = await (await fetch(`${kassa.url}/pay/${id}`)).text();
  assert.ok(page.includes(pageOf(first)), "the page leads back to Stripe");
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const callOff = { method: "POST", body: new URLSearchParams({ token }), redirect: "manual" } as const;
  assert.equal((await fetch(`${kassa.url}/pay/${id}/call-off`, callOff)).status, 303);
  assert.equal(stripe.pay(pageOf(first), { number: "4242424242424242" }).kind, "over");
  const second = await submit(id);
  assert.notEqual(pageOf(second), pageOf(first));
  await fetch(await payAt(second), { redirect: "manual" });
  const payment = await paymentOf(id);
  assert.deepEqual(
    payment.attempts.map(({ status }: { status: string }) => status),
    ["declined", "approved"],
  );
});

test("refunds and captures in Stripe's dashboard, and disputes, are in Kassa's books", async () => {
  const session = await makeSession();
  const dashboard = sdkFor(stripe.url, stripe.keys.test);
  await fetch(await payAt(await submit(session.id), "4000000000000259"), { redirect: "manual" });
  const { pspReference } = (await paymentOf(session.id)).attempts[0];
  await until(async () => (await paymentOf(session.id)).disputes.length > 0, "the dispute is known");
  const held = await makeSession({ captureMethod: "manual" });
  await fetch(await payAt(await submit(held.id)), { redirect: "manual" });
  const { pspReference: heldIntent } = (await paymentOf(held.id)).attempts[0];
  await dashboard.paymentIntents.capture(heldIntent, { amount_to_capture: 2000 });
  await dashboard.refunds.create({ payment_intent: heldIntent, amount: 300 });
  await until(async () => (await paymentOf(held.id)).amountRefunded === 300, "the refund is known");
  const payment = await paymentOf(held.id);
  assert.deepEqual([payment.status, payment.amountCaptured], ["captured", 2000]);
  assert.ok(pspReference.startsWith("pi_"));
});

test("a forged notification is refused, also by the credentials from before the registration, which have no secret", async () => {
  const forged = { "stripe-signature": `t=${Math.floor(Date.now() / 1000)},v1=${"0".repeat(64)}` };
  const sent = {
    method: "POST",
    headers: { "content-type": "application/json", ...forged },
    body: '{"id":"evt_1"}',
  };
  const answer = await fetch(`${kassa.url}/api/notifications/stripe/${account}`, sent);
  assert.equal(answer.status, 400, await answer.text());
});

test("an account for certain countries is offered to customers whom the proxy says to be there", async () => {
  const { id } = await makeSession();
  const offersStripe = async (country?: string) => {
    const headers = country === undefined ? {} : { "cf-ipcountry": country };
    return /Stripe/.test(await (await fetch(`${kassa.url}/pay/${id}`, { headers })).text());
  };
  await ask("POST", `/api/connector-accounts/${account}`, { countries: ["DE", "AT"] });
  await until(async () => !(await offersStripe()), "the account is restricted");
  assert.deepEqual(
    [await offersStripe("AT"), await offersStripe("at"), await offersStripe("FR"), await offersStripe("XX")],
    [true, true, false, false],
  );
  await ask("POST", `/api/connector-accounts/${account}`, { countries: null });
  await until(() => offersStripe(), "the account is for everybody");
});

test("live mode: without an account the page says so; with one, its only button leads to Stripe", async () => {
  const key = kassa.tenant.keys.live.secret;
  const order = { amount: 1999, currency: "EUR", successUrl: "https://shop.example/thanks" };
  const inLive = async (method: string, path: string, body?: unknown) =>
    (await kassa.call(method, path, { key, ...(body === undefined ? {} : { body }) })).body;
  const early = await inLive("POST", "/api/checkout/sessions", order);
  assert.equal(early.warnings[0].code, "live_account_missing");
  const credentials = { apiKey: stripe.keys.live, webhookSecret: "whsec_0123456789abcdef0123456789abcdef" };
  const made = await inLive("POST", "/api/connector-accounts", {
    connector: "stripe",
    label: "Live",
    credentials,
  });
  assert.equal(made.status, "enabled");
  await until(
    async () => (await inLive("GET", `/api/checkout/sessions/${early.id}`)).warnings.length === 0,
    "the account is known",
  );
  const url = await submit(early.id);
  const page = await (await fetch(`${kassa.url}/pay/${early.id}`)).text();
  assert.ok(!page.includes('value="wallet"'), "the simulated PSP takes no live payments");
  const returned = await fetch(await payAt(url), { redirect: "manual" });
  assert.equal(returned.headers.get("location"), "https://shop.example/thanks");
  const payment = (await inLive("GET", `/api/payments?session=${early.id}`)).data[0];
  assert.deepEqual([payment.mode, payment.status, payment.amountCaptured], ["live", "captured", 1999]);
});
