import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startFakeStripe } from "../psp/stripe/fake-stripe.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { until } from "../support/until.ts";
import { sessionBody, sessionsPath } from "./support.ts";

// Whatever customers change of an amount, they can change it back, and pay.

let kassa: TestApp;
let stripe: Awaited<ReturnType<typeof startFakeStripe>>;
before(async () => {
  stripe = await startFakeStripe();
  kassa = await startTestApp({ KASSA_STRIPE_URL: stripe.url });
});
after(async () => {
  await kassa.close();
  await stripe.close();
});

const mug = {
  name: "Mug",
  quantity: 2,
  unitAmount: 1000,
  adjustableQuantity: { minimum: 1, maximum: 5 },
};
const promotionCodes = [{ code: "FIVE", amountOff: 500 }];
const tips = { percentages: ["10"], custom: true };

/** A session of a tenant of its own, and what its customer and its merchant do. */
async function sessionOf(fields: Record<string, unknown>, account?: Record<string, unknown>) {
  const { keys } = await kassa.makeTenant();
  const key = keys.sandbox.secret;
  const call = async (method: string, path: string, body?: object) => {
    const answer = await kassa.call(method, path, { key, ...(body && { body }) });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const credentials = { apiKey: stripe.keys.test, webhookSecret: `whsec_${"0".repeat(32)}` };
  const named = account && {
    connectorAccount: (
      await call("POST", "/api/connector-accounts", {
        connector: "stripe",
        label: "Small",
        credentials,
        ...account,
      })
    ).id,
  };
  const { id } = await call("POST", sessionsPath, sessionBody({ ...fields, ...named }));
  const page = async () => (await fetch(`${kassa.url}/pay/${id}`)).text();
  await until(async () => (await page()).includes('id="amounts"'), "the process knows the account");
  const change = async (asked: Record<string, string>) => {
    const token = /name="token" value="([^"]+)"/.exec(await page())?.[1] ?? "";
    const body = new URLSearchParams({ token, ...asked });
    const answer = await fetch(`${kassa.url}/pay/${id}/amount`, { method: "POST", body, redirect: "manual" });
    return { status: answer.status, html: await answer.text() };
  };
  const amount = async (): Promise<number> => (await call("GET", `${sessionsPath}/${id}`)).amount;
  return { id, call, page, change, amount };
}

test("a total that no payment method takes is refused at its field, and the customer goes on", async () => {
  const session = await sessionOf(
    { amount: 2000, lineItems: [mug], tips },
    { amountLimits: { EUR: { maximum: 3000 } } },
  );
  for (const [asked, field] of [
    [{ quantity_0: "4" }, "quantity_0"],
    [{ tip: "custom", tip_amount: "15.00", set: "tip" }, "tip_amount"],
  ] as const) {
    const refused = await session.change(asked);
    assert.equal(refused.status, 422);
    assert.match(refused.html, new RegExp(`id="${field}-error"`));
    assert.match(refused.html, /No payment method takes this total\./);
    assert.equal(await session.amount(), 2000);
  }
  assert.equal((await session.change({ quantity_0: "3" })).status, 303);
  assert.equal(await session.amount(), 3000);
});

test("a suggested tip that leads to such a total is refused at the tips", async () => {
  const session = await sessionOf(
    { amount: 2000, tips: { percentages: ["10", "90"] } },
    { amountLimits: { EUR: { maximum: 3000 } } },
  );
  const refused = await session.change({ tip: "1", set: "tip" });
  assert.equal(refused.status, 422);
  assert.match(refused.html, /id="tip-error"/);
  assert.equal((await session.change({ tip: "0", set: "tip" })).status, 303);
  assert.equal(await session.amount(), 2200);
});

test("a code that is still being typed isn't tried when a quantity is changed", async () => {
  const session = await sessionOf({ amount: 2000, lineItems: [mug], promotionCodes });
  for (let tries = 0; tries < 25; tries += 1) {
    const step = tries % 2 === 0 ? { quantity_0: "2", more: "0" } : { quantity_0: "3", less: "0" };
    assert.equal((await session.change({ ...step, promotion_code: "FI" })).status, 303);
  }
  assert.equal((await session.change({ promotion_code: "FIVE" })).status, 303);
  assert.equal(await session.amount(), 2500);
});

test("a wrong code doesn't lose what the customer changed beside it", async () => {
  const session = await sessionOf({ amount: 2000, lineItems: [mug], promotionCodes, tips });
  const answer = await session.change({ quantity_0: "3", tip: "0", promotion_code: "WINTER", set: "code" });
  assert.equal(answer.status, 422);
  assert.match(answer.html, /id="promotion_code-error"/);
  assert.match(answer.html, /name="shownAmount" value="3300"/);
  assert.equal(await session.amount(), 3300);
});

test("a session below a least amount that was raised since takes a tip", async () => {
  const session = await sessionOf({ amount: 2000, tips });
  await session.call("POST", "/api/settings", { amountLimits: { EUR: { minimum: 5000 } } });
  await until(async () => {
    const asked = await session.change({ tip: "0", set: "tip" });
    return asked.status === 303;
  }, "the tip is taken");
  assert.equal(await session.amount(), 2200);
});

test("while a restored database may lack the payment, nothing is changed, and the page asks to come back in a minute", async () => {
  const session = await sessionOf({ amount: 2000, tips });
  await kassa.db.sql(
    `INSERT INTO movement_holds (tenant_id, mode, id, next_check_at)
     SELECT tenant_id, mode, 'ca_1', statement_timestamp() + interval '1 hour' FROM checkout_sessions WHERE id = $1`,
    [session.id],
  );
  const held = await session.change({ tip: "0", set: "tip" });
  assert.equal(held.status, 503);
  assert.match(held.html, /If you’ve just paid, please don’t pay again/);
  assert.equal(await session.amount(), 2000);
  await kassa.db.sql("DELETE FROM movement_holds WHERE id = 'ca_1'");
  assert.equal((await session.change({ tip: "0", set: "tip" })).status, 303);
});
