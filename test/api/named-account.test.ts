import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type FakeStripe, startFakeStripe } from "../psp/stripe/fake-stripe.ts";
import { type JsonBody, startTestApp, type TestApp } from "../support/app.ts";
import { assertProblem } from "./support.ts";

// A session that names a connector account is paid there, or nowhere.

let stripe: FakeStripe;
let kassa: TestApp;
before(async () => {
  stripe = await startFakeStripe();
  kassa = await startTestApp({ KASSA_STRIPE_URL: stripe.url });
});
after(async () => {
  await kassa.close();
  await stripe.close();
});

type Shop = Awaited<ReturnType<typeof shopWith>>;

const complete = { webhookSecret: `whsec_${"0".repeat(32)}` };

/** A tenant of its own, with accounts at Stripe in this order. Returns their ids by label. */
async function shopWith(accounts: Record<string, { secret?: object; [setting: string]: unknown }>) {
  const { keys } = await kassa.makeTenant();
  const key = keys.sandbox.secret;
  const call = (method: string, path: string, body?: object, as = key) =>
    kassa.call(method, path, { key: as, ...(body && { body }) });
  const ask = async (...args: Parameters<typeof call>): Promise<JsonBody> => {
    const answer = await call(...args);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const ids: Record<string, string> = {};
  for (const [label, { secret = complete, status, ...offer }] of Object.entries(accounts)) {
    const credentials = { apiKey: stripe.keys.test, ...secret };
    const { id } = await ask("POST", "/api/connector-accounts", {
      ...{ connector: "stripe", label, credentials },
      ...offer,
    });
    if (status) await ask("POST", `/api/connector-accounts/${id}`, { status });
    ids[label] = id;
  }
  const order = { amount: 100, currency: "EUR", successUrl: "https://shop.example/thanks" };
  const create = (more: object, as = key) =>
    call("POST", "/api/checkout/sessions", { ...order, ...more }, as);
  return { keys, ids, call, ask, create };
}

/** Creates a session that names an account, and presses its button. Returns the attempts that came of it. */
async function attemptsAt(shop: Shop, label: string): Promise<JsonBody[]> {
  const created = await shop.create({ connectorAccount: shop.ids[label] });
  assert.equal(created.status, 200, created.text);
  const page = new URL(`/pay/${created.body.id}`, kassa.url);
  const html = await (await fetch(page)).text();
  const token = /name="token" value="([^"]+)"/.exec(html)?.[1] ?? "";
  await fetch(page, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ token, method: "card" }),
  });
  const { data } = await shop.ask("GET", `/api/payments?session=${created.body.id}`);
  return data[0].attempts;
}

test("the named account gets the attempt, whatever routing says, and the others say why they didn't", async () => {
  const shop = await shopWith({
    First: { position: 1 },
    Dollars: { position: 2, currencies: ["USD"] },
    Resting: { position: 3, status: "disabled" },
    Named: { position: 4 },
    Last: { position: 5 },
  });
  const [attempt, ...others] = await attemptsAt(shop, "Named");
  assert.deepEqual(others, []);
  assert.equal(attempt.connectorAccount, shop.ids.Named);
  assert.deepEqual(attempt.passedOver, [{ connectorAccount: shop.ids.First, reason: "other_account" }]);
});

test("no other account is tried if its PSP makes no page", async () => {
  const shop = await shopWith({ Named: { position: 1 }, Next: { position: 2 } });
  stripe.faults.add({ kind: "status_500_before", match: "POST /v1/checkout/sessions", times: 20 });
  const attempts = await attemptsAt(shop, "Named");
  stripe.faults.clear();
  assert.deepEqual(
    attempts.map(({ connectorAccount, status }) => [connectorAccount, status]),
    [[shop.ids.Named, "declined"]],
  );
});

test("a disabled account may be named, and is not warned of, while other sessions don't get it", async () => {
  const shop = await shopWith({ Resting: { position: 1, status: "disabled" }, Open: { position: 2 } });
  const [attempt] = await attemptsAt(shop, "Resting");
  assert.deepEqual([attempt.connectorAccount, attempt.passedOver], [shop.ids.Resting, []]);
  const unnamed = await shop.ask("GET", "/api/routing/simulation?amount=100&currency=EUR&method=card");
  assert.deepEqual(
    unnamed.passedOver
      .map(({ connectorAccount, reason }: JsonBody) => `${connectorAccount} ${reason}`)
      .at(-1),
    `${shop.ids.Resting} disabled`,
  );
  const plain = await shop.create({});
  assert.equal(plain.body.connectorAccount, null);
  const html = await (await fetch(`${kassa.url}/pay/${plain.body.id}`)).text();
  assert.match(html, /Stripe/);
});

test("in live mode a disabled account may be named though the tenant has no other", async () => {
  const { keys, call } = await shopWith({});
  const credentials = { apiKey: stripe.keys.live, ...complete };
  const live = keys.live.secret;
  const made = await call(
    "POST",
    "/api/connector-accounts",
    { connector: "stripe", label: "Live", credentials },
    live,
  );
  await call("POST", `/api/connector-accounts/${made.body.id}`, { status: "disabled" }, live);
  const order = { amount: 100, currency: "EUR", successUrl: "https://shop.example/thanks" };
  const named = await call(
    "POST",
    "/api/checkout/sessions",
    { ...order, connectorAccount: made.body.id },
    live,
  );
  assert.deepEqual([named.status, named.body.warnings], [200, []]);
  assert.match(await (await fetch(`${kassa.url}/pay/${named.body.id}`)).text(), /Stripe/);
  const plain = await call("POST", "/api/checkout/sessions", order, live);
  assert.equal(plain.body.warnings[0].code, "live_account_missing");
});

test("an account that was never enabled can't be deleted any more once a session has named it", async () => {
  const shop = await shopWith({ New: { secret: {} }, Unused: { secret: {} } });
  const incomplete = await shop.create({ connectorAccount: shop.ids.New });
  assertProblem(incomplete, "connector_account_incomplete", "/connectorAccount");
  assert.match(incomplete.body.detail, /webhookSecret/);
  await shop.ask("POST", `/api/connector-accounts/${shop.ids.New}/credentials`, { credentials: complete });
  const [attempt] = await attemptsAt(shop, "New");
  assert.equal(attempt.connectorAccount, shop.ids.New);
  const inUse = await shop.call("DELETE", `/api/connector-accounts/${shop.ids.New}`);
  assert.equal(inUse.body.code, "connector_account_in_use");
  assert.equal((await shop.call("DELETE", `/api/connector-accounts/${shop.ids.Unused}`)).status, 200);
  const deleted = await shop.create({ connectorAccount: shop.ids.Unused });
  assertProblem(deleted, "connector_account_not_found", "/connectorAccount");
});

test("an account of another mode, of another tenant, or of nobody is not found", async () => {
  const [shop, other] = [await shopWith({ Mine: {} }), await shopWith({ Theirs: {} })];
  const wrong = [
    await shop.create({ connectorAccount: shop.ids.Mine }, shop.keys.live.secret),
    await shop.create({ connectorAccount: other.ids.Theirs }),
    await shop.create({ connectorAccount: `${shop.ids.Mine?.slice(0, -1)}` }),
    await shop.create({ connectorAccount: "sandbox" }),
  ];
  for (const answer of wrong) assertProblem(answer, "connector_account_not_found", "/connectorAccount");
  assert.match(wrong[0]?.body.detail, /live mode/);
});

test("a purchase that the account can't take is refused with the reason", async () => {
  const shop = await shopWith({
    Euros: {
      currencies: ["EUR"],
      methods: ["card"],
      countries: ["IT"],
      amountLimits: { EUR: { minimum: 100 } },
    },
  });
  const connectorAccount = shop.ids.Euros;
  for (const [wanted, reason] of [
    [{ currency: "USD" }, /`currencies`/],
    [{ amount: 99 }, /`amountLimits`/],
    [{ paymentMethods: ["wallet"] }, /`paymentMethods`/],
  ] as const) {
    const answer = await shop.create({ connectorAccount, ...wanted });
    assertProblem(answer, "connector_account_unsuitable", "/connectorAccount");
    assert.match(answer.body.detail, reason);
  }
  assert.equal((await shop.create({ connectorAccount })).body.connectorAccount, connectorAccount);
});

test("a repeat gets the first answer, even if the account can't take the purchase any more", async () => {
  const shop = await shopWith({ Named: {} });
  const body = {
    ...{ amount: 100, currency: "EUR", successUrl: "https://shop.example/thanks" },
    connectorAccount: shop.ids.Named,
  };
  const create = (more: object = {}) =>
    kassa.call("POST", "/api/checkout/sessions", {
      key: shop.keys.sandbox.secret,
      headers: { "idempotency-key": "test-payment-1" },
      body: { ...body, ...more },
    });
  const first = await create();
  await shop.ask("POST", `/api/connector-accounts/${shop.ids.Named}`, { currencies: ["USD"] });
  const again = await create();
  assert.deepEqual([again.status, again.body], [200, first.body]);
  assert.equal((await create({ connectorAccount: null })).body.code, "idempotency_key_reused");
});
