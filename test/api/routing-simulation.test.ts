import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type FakeStripe, startFakeStripe } from "../psp/stripe/fake-stripe.ts";
import { type JsonBody, startTestApp, type TestApp } from "../support/app.ts";
import { assertProblem } from "./support.ts";

let stripe: FakeStripe;
let kassa: TestApp;
before(async () => {
  stripe = await startFakeStripe();
  kassa = await startTestApp({ KASSA_STRIPE_URL: stripe.url, KASSA_COUNTRY_HEADER: "cf-ipcountry" });
});
after(async () => {
  await kassa.close();
  await stripe.close();
});

/** A tenant of its own, with what its accounts at Stripe are for. */
async function shopWith(accounts: Record<string, object>) {
  const key = (await kassa.makeTenant()).keys.sandbox.secret;
  const labels = new Map<string, string>();
  const ask = async (method: string, path: string, body?: object): Promise<JsonBody> => {
    const answer = await kassa.call(method, path, { key, ...(body && { body }) });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  for (const [label, { status = "enabled", ...offer }] of Object.entries<JsonBody>(accounts)) {
    const credentials = { apiKey: stripe.keys.test, webhookSecret: `whsec_${"0".repeat(32)}` };
    const body = { connector: "stripe", label, credentials, ...offer };
    const { id } = await ask("POST", "/api/connector-accounts", body);
    await ask("POST", `/api/connector-accounts/${id}`, { status });
    labels.set(id, label);
  }
  const simulate = (query: string) => ask("GET", `/api/routing/simulation?${query}`);
  const nameOf = (account: string) => labels.get(account) ?? "simulated";
  /** The answer in words: what is tried with its share, then what is passed over and why. */
  const told = async (query: string): Promise<string[]> => {
    const { tried, passedOver } = await simulate(`amount=5000&currency=eur&method=card&${query}`);
    return [
      ...tried.map((each: JsonBody) => `${nameOf(each.connectorAccount)} ${each.sharePercent}`),
      ...passedOver.map((each: JsonBody) => `not ${nameOf(each.connectorAccount)}: ${each.reason}`),
    ];
  };
  return { key, ask, simulate, told, nameOf };
}

test("names the accounts in order, and why the others are passed over", async () => {
  const shop = await shopWith({
    Italy: { position: 1, countries: ["IT"] },
    Everywhere: { position: 2 },
    Dollars: { position: 3, currencies: ["USD"] },
    Large: { position: 4, amountLimits: { EUR: { minimum: 10_000 } } },
    Resting: { position: 5, status: "disabled" },
  });
  const others = [
    "not Dollars: currency_excluded",
    "not Large: amount_excluded",
    "not simulated: other_page",
  ];
  assert.deepEqual(await shop.told("country=it"), [
    ...["Italy 100", "Everywhere 0"],
    ...others,
    "not Resting: disabled",
  ]);
  assert.deepEqual(await shop.told(""), [
    ...["Everywhere 100", "not Italy: country_unknown"],
    ...others,
    "not Resting: disabled",
  ]);
  const [, first] = await shop.told("country=DE");
  assert.equal(first, "not Italy: country_excluded");
});

test("a payment uses the account that the simulation names", async () => {
  const shop = await shopWith({ Italy: { position: 1, countries: ["IT"] }, Everywhere: { position: 2 } });
  for (const [country, expected] of [
    ["IT", "Italy"],
    ["DE", "Everywhere"],
  ] as const) {
    const { tried } = await shop.simulate(`amount=5000&currency=EUR&method=card&country=${country}`);
    assert.equal(shop.nameOf(tried[0].connectorAccount), expected);
    const session = await shop.ask("POST", "/api/checkout/sessions", {
      amount: 5_000,
      currency: "EUR",
      successUrl: "https://shop.example/thanks",
    });
    const page = new URL(`/pay/${session.id}`, kassa.url);
    const headers = { "cf-ipcountry": country };
    const html = await (await fetch(page, { headers })).text();
    const token = /name="token" value="([^"]+)"/.exec(html)?.[1] ?? "";
    const body = new URLSearchParams({ token, method: "card" });
    const submitted = await fetch(page, { method: "POST", redirect: "manual", headers, body });
    assert.equal(submitted.status, 303);
    const { data } = await shop.ask("GET", "/api/payments?limit=1");
    assert.equal(data[0].attempts[0].connectorAccount, tried[0].connectorAccount, country);
  }
});

test("accounts with the same position share payments by their weights", async () => {
  const shop = await shopWith({
    Small: { position: 1, weight: 1 },
    Big: { position: 1, weight: 3 },
    Later: { position: 2 },
  });
  assert.deepEqual(await shop.told(""), ["Big 75", "Small 25", "Later 0", "not simulated: other_page"]);
});

test("without accounts of one's own, the sandbox's payments go to the simulated PSP, and live ones nowhere", async () => {
  const { keys } = await kassa.makeTenant();
  const path = "/api/routing/simulation?amount=5000&currency=EUR&method=bank_transfer";
  const sandbox = await kassa.call("GET", path, { key: keys.sandbox.secret });
  assert.deepEqual(
    sandbox.body.tried.map(({ connector }: JsonBody) => connector),
    ["sandbox"],
  );
  const manual = await kassa.call("GET", `${path}&captureMethod=manual`, { key: keys.sandbox.secret });
  assert.deepEqual(manual.body.passedOver[0].reason, "later_capture_unavailable");
  const live = await kassa.call("GET", path, { key: keys.live.secret });
  assert.deepEqual([live.body.tried, live.body.passedOver, live.body.country], [[], [], null]);
});

test("stores nothing, and says what is wrong with a query", async () => {
  const shop = await shopWith({});
  await shop.told("");
  assert.deepEqual((await shop.ask("GET", "/api/payments")).data, []);
  const call = (query: string) => kassa.call("GET", `/api/routing/simulation?${query}`);
  assertProblem(await call("amount=5000&currency=XXQ&method=card"), "currency_invalid", "currency");
  assertProblem(await call("amount=0&currency=EUR&method=card"), "amount_invalid", "amount");
  assertProblem(await call("amount=1&currency=EUR&method=cash"), "parameter_invalid", "method");
  assertProblem(
    await call("amount=1&currency=EUR&method=card&country=Italy"),
    "parameter_invalid",
    "country",
  );
  assertProblem(await call("amount=1&currency=EUR"), "parameter_missing", "method");
});
