import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { addAuthenticator, join, type PeopleApp, startPeopleApp } from "../../src/people/test-support.ts";
import { type FakeStripe, startFakeStripe } from "../psp/stripe/fake-stripe.ts";
import type { JsonBody } from "../support/app.ts";
import { openBrowser, type TestBrowser } from "../support/browser.ts";
import { signInAs } from "./join-as-owner.ts";
import { layouts } from "./layouts.ts";
import { lookAt } from "./look-at.ts";

// An owner pays once at an account that customers don't get yet, and sees what came of it.

let stripe: FakeStripe;
let kassa: PeopleApp;
let browser: TestBrowser;
before(async () => {
  stripe = await startFakeStripe();
  kassa = await startPeopleApp({ KASSA_STRIPE_URL: stripe.url });
  browser = openBrowser(kassa.url);
});
after(async () => {
  await browser.close();
  await kassa.close();
  await stripe.close();
});

type Mode = "sandbox" | "live";

/** An account at Stripe that lacks nothing, and is disabled. Returns its id. */
async function addStripe(mode: Mode): Promise<string> {
  const { secret: key } = kassa.tenant.keys[mode];
  const credentials = {
    apiKey: stripe.keys[mode === "live" ? "live" : "test"],
    webhookSecret: `whsec_${"0".repeat(32)}`,
  };
  const body = { connector: "stripe", label: "Stripe, Germany", credentials };
  const { id } = (await kassa.call("POST", "/api/connector-accounts", { key, body })).body;
  await kassa.call("POST", `/api/connector-accounts/${id}`, { key, body: { status: "disabled" } });
  return id;
}

/** Signs a new owner in with two factors, and opens an account's page. */
async function openAccount(page: Page, mode: Mode, account: string): Promise<void> {
  const owner = kassa.visit();
  await join(owner, await kassa.firstOwnerLink(), `${account.slice(-12).toLowerCase()}@shop.example`);
  await addAuthenticator(owner);
  await signInAs(page, kassa, owner);
  await page.goto(`${kassa.url}/dashboard/${kassa.tenant.tenant.id}/${mode}/connectors/${account}`);
  await page.getByRole("heading", { name: "Stripe, Germany" }).waitFor();
}

const cardOf = (page: Page) => page.getByRole("region", { name: "Test payment" });

/** Goes on from Kassa's page to Stripe's, pays there, and comes back. */
async function payAtStripe(customer: Page): Promise<void> {
  await customer.getByRole("button", { name: /Stripe/ }).click();
  await customer.waitForURL(`${stripe.url}/**`);
  await payAndReturn(customer, customer.url());
}

/** The same past the live page's policy, by which a browser leaves it only for https addresses. The fake of Stripe has none. */
async function payPastPolicy(customer: Page): Promise<void> {
  await customer.getByRole("button", { name: /Stripe/ }).waitFor();
  const token = await customer.locator("input[name=token]").first().getAttribute("value");
  const body = new URLSearchParams({ token: token ?? "", method: "card" });
  const answer = await fetch(customer.url(), { method: "POST", body, redirect: "manual" });
  await payAndReturn(customer, answer.headers.get("location") ?? "");
}

async function payAndReturn(customer: Page, page: string): Promise<void> {
  const outcome = stripe.pay(new URL(page).pathname.split("/").at(-1) ?? "", {
    number: "4242424242424242",
  });
  assert.ok(outcome.kind === "paid", outcome.kind);
  await customer.goto(outcome.redirectUrl);
}

const attemptsOf = async (account: string, mode: Mode): Promise<JsonBody[]> => {
  const { secret: key } = kassa.tenant.keys[mode];
  const query = `clientReferenceId=test-payment-${account}`;
  const { body } = await kassa.call("GET", `/api/payments?${query}`, { key });
  return body.data.flatMap(({ attempts }: JsonBody) => attempts);
};

for (const [name, options] of layouts)
  test(`an owner tries an account before it is enabled, fails, pays, and refunds: ${name}`, async () => {
    const account = await addStripe("sandbox");
    await browser.visit({ ...options, mayKeepCookies: true }, async (page) => {
      await openAccount(page, "sandbox", account);
      const card = cardOf(page);
      await card.getByText("The account is disabled").waitFor();
      await lookAt(page, `test-payment-${name}`);
      const opened = page.waitForEvent("popup");
      await card.getByRole("button", { name: "Make a test payment" }).click();
      const customer = await opened;
      await card.getByText("Waiting until you have paid €1.00").waitFor();
      await lookAt(page, `test-payment-waiting-${name}`);
      stripe.faults.add({ kind: "status_500_before", match: "POST /v1/checkout/sessions", times: 20 });
      await customer.getByRole("button", { name: /Stripe/ }).click();
      await card.getByText("€1.00 wasn’t paid").waitFor();
      await card.getByText(/Check the credentials here/).waitFor();
      await lookAt(page, `test-payment-declined-${name}`);
      stripe.faults.clear();
      await payAtStripe(customer);
      await card.getByText("€1.00 was paid, so the account works").waitFor();
      await card.getByText(/^Enable the account above/).waitFor();
      await lookAt(page, `test-payment-paid-${name}`);
      await card.getByRole("button", { name: "Refund the test payment" }).click();
      await card.getByText("€1.00 was paid and refunded, so the account works").waitFor();
      await card.getByRole("button", { name: "Make another test payment" }).waitFor();
      await card.getByRole("link", { name: "Show the payment" }).click();
      await page.getByRole("region", { name: "Timeline" }).getByText(/€1.00/).first().waitFor();
    });
    const attempts = await attemptsOf(account, "sandbox");
    assert.deepEqual(new Set(attempts.map(({ connectorAccount }) => connectorAccount)), new Set([account]));
    assert.deepEqual(
      attempts.map(({ status }) => status),
      ["declined", "approved"],
    );
  });

test("in live mode it says that the money is real, and asks before", async () => {
  const account = await addStripe("live");
  await browser.visit({ mayKeepCookies: true }, async (page) => {
    await openAccount(page, "live", account);
    const card = cardOf(page);
    await card.getByText(/Real money moves/).waitFor();
    await card.getByLabel("Amount").fill("2.50");
    await card.getByRole("button", { name: "Make a test payment" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("This is real money.").waitFor();
    await lookAt(page, "test-payment-live");
    const opened = page.waitForEvent("popup");
    await dialog.getByRole("button", { name: "Go on to pay €2.50" }).click();
    const customer = await opened;
    await dialog.waitFor({ state: "detached" });
    await payPastPolicy(customer);
    await card.getByText("€2.50 was paid, so the account works").waitFor();
    await lookAt(page, "test-payment-live-paid");
    await card.getByRole("button", { name: "Refund the test payment" }).click();
    await dialog.getByText("This is real money.").waitFor();
    await lookAt(page, "test-payment-live-refund");
    await dialog.getByRole("button", { name: "Refund €2.50" }).click();
    await dialog.waitFor({ state: "detached" });
    await card.getByText("€2.50 was paid and refunded, so the account works").waitFor();
  });
});

test("a test payment that nobody pays can be ended, and an account that lacks something has none", async () => {
  const account = await addStripe("sandbox");
  await browser.visit({ mayKeepCookies: true }, async (page) => {
    await openAccount(page, "sandbox", account);
    const card = cardOf(page);
    const opened = page.waitForEvent("popup");
    await card.getByRole("button", { name: "Make a test payment" }).click();
    await (await opened).close();
    await card.getByRole("button", { name: "End it" }).click();
    await card.getByText(/was ended without being paid/).waitFor();
    await lookAt(page, "test-payment-ended");
    const credentials = { apiKey: stripe.keys.test };
    const body = { connector: "stripe", label: "Incomplete", credentials };
    const { id } = (await kassa.call("POST", "/api/connector-accounts", { body })).body;
    await page.goto(page.url().replace(account, id));
    await cardOf(page).getByText("First add what is missing above.").waitFor();
    assert.equal(await cardOf(page).getByRole("button").count(), 0);
  });
});
