import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sampleCamt, sampleEntry } from "../../src/bank-statements/test-support.ts";
import { addAccount, imported } from "../../src/statement-imports/test-support.ts";
import { traceIdOf } from "../psp/stripe/render-money.ts";
import type { JsonBody } from "../support/app.ts";
import { until } from "../support/until.ts";
import { payOnPage } from "./paying.ts";
import { type StripeShop, startStripeShop } from "./stripe-shop.ts";

// Where money is, step by step, while what Stripe books is available two days later.
let shop: StripeShop;
let firstPayment: JsonBody;
before(async () => {
  shop = await startStripeShop({ availableDays: 2 });
});
after(() => shop.close());

const figures = ["pending", "available", "reserved", "inTransit", "paidOut", "notTracked"] as const;

/** The balance's figures that aren't zero. Fails if they don't add up to what the ledger says of the merchant's money. */
async function money(): Promise<Record<string, number>> {
  const balance = await shop.balance();
  const { accounts, earned, connectorAccounts } = balance;
  const total = figures.reduce((sum, name) => sum + balance[name], 0);
  assert.equal(
    total,
    earned +
      accounts.refunds +
      accounts.surplus +
      accounts.adjustments -
      accounts.processing_fees -
      accounts.fx,
    "the figures add up to what the merchant has earned, less fees, and what isn't returned yet",
  );
  for (const name of figures)
    assert.equal(
      connectorAccounts.reduce((sum: number, each: JsonBody) => sum + (each[name] ?? 0), 0),
      balance[name],
      `${name} of the connector accounts add up`,
    );
  return Object.fromEntries(figures.map((name) => [name, balance[name]]).filter(([, value]) => value !== 0));
}

/** The time until Stripe's bookings are available has passed. */
const waitUntilAvailable = () =>
  shop.kassa.db.sql("UPDATE settlement_lines SET available_at = now() - interval '1 minute'");

const fee = (amount: number): number => Math.round(amount * 0.015) + 25;

test("until the first import has ended, nothing is said of where the money is", async () => {
  firstPayment = await shop.pay({ amount: 10_000 });
  assert.deepEqual(await money(), { notTracked: 10_000 });
  const [account] = (await shop.balance()).connectorAccounts;
  assert.deepEqual(account, {
    connectorAccount: shop.account,
    settlements: "not_imported_yet",
    importedUntil: null,
    completeUntil: null,
    reportsWaiting: 0,
    ...{ pending: null, available: null, reserved: null, inTransit: null, paidOut: null },
    notTracked: 10_000,
  });
});

test("money is pending until the PSP has booked it, less the fee until it is available, and then available", async () => {
  await shop.importSettlements();
  assert.deepEqual(await money(), { pending: 10_000 - fee(10_000) });
  await waitUntilAvailable();
  assert.deepEqual(await money(), { available: 10_000 - fee(10_000) });
  await shop.pay({ amount: 20_000 });
  assert.deepEqual(await money(), { pending: 20_000, available: 10_000 - fee(10_000) });
});

test("refunds and disputes take from it, below zero as well", async () => {
  const before = await shop.balance();
  const payment = await shop.payAndDispute({ amount: 3_000 });
  const disputeFee = 1_500;
  assert.equal((await shop.balance()).pending, before.pending - disputeFee);
  const disputed = await money();
  await shop.importSettlements();
  const now = await money();
  assert.equal(now.pending, (disputed.pending ?? 0) - fee(3_000) - fee(20_000));
  await shop.decideDispute(payment, "lost");
  assert.deepEqual(await money(), now, "losing the dispute moves nothing any more");
  await waitUntilAvailable();
  const order = await shop.pay({ amount: 90_000 });
  await shop.ask("POST", "/api/refunds", { payment: order.id, amount: 90_000 });
  await shop.importSettlements();
  await waitUntilAvailable();
  // Stripe keeps its fees, also for what is refunded and disputed.
  const lines = [10_000, 20_000, 3_000, 90_000];
  const kept = lines.reduce((sum, amount) => sum + fee(amount), 0);
  assert.deepEqual(await money(), { available: 10_000 + 20_000 - disputeFee - kept });
});

test("a payout is in transit until it is found on a bank statement", async () => {
  const { available } = await money();
  shop.stripe.clock.advance(3 * 86_400);
  const payout = shop.stripe.payOut("eur");
  assert.equal(payout?.amount, available);
  await shop.importSettlements();
  assert.deepEqual(await money(), { inTransit: available });
  await addAccount(shop.kassa);
  const amount = ((available ?? 0) / 100).toFixed(2);
  await imported(
    shop.kassa,
    sampleCamt(sampleEntry({ amount, reference: "PO1", text: traceIdOf(payout?.id ?? "") })),
  );
  assert.deepEqual(await money(), { paidOut: available });
  await shop.assertVerified();
});

test("after a payout, a refund makes the balance at the PSP negative", async () => {
  const { paidOut } = await money();
  await shop.ask("POST", "/api/refunds", { payment: firstPayment.id, amount: 10_000 });
  assert.deepEqual(await money(), { pending: -10_000, paidOut });
  await shop.importSettlements();
  await waitUntilAvailable();
  assert.deepEqual(await money(), { available: -10_000, paidOut });
});

test("money at an account without settlements is named as such, and mixed into no other figure", async () => {
  const before = await money();
  await shop.ask("POST", `/api/connector-accounts/${shop.account}`, { status: "disabled" });
  const { id } = await shop.makeSession({ amount: 4_321 });
  await until(
    async () => /name="number"/.test(await (await fetch(`${shop.kassa.url}/pay/${id}`)).text()),
    "the page takes cards for the simulated PSP",
  );
  await payOnPage(shop.kassa, id);
  assert.deepEqual(await money(), { ...before, notTracked: 4_321 });
  const { connectorAccounts } = await shop.balance();
  const simulated = connectorAccounts.find((each: JsonBody) => each.connectorAccount !== shop.account);
  assert.deepEqual(
    [simulated.settlements, simulated.available, simulated.notTracked],
    ["not_importable", null, 4_321],
  );
  const own = connectorAccounts.find((each: JsonBody) => each.connectorAccount === shop.account);
  assert.equal(own.settlements, "imported");
  assert.ok(Date.parse(own.importedUntil) > 0);
  assert.ok(Date.now() - Date.parse(own.completeUntil) < 300_000, own.completeUntil);
});
