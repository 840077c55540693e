import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sampleCamt, sampleEntry } from "../../src/bank-statements/test-support.ts";
import { addAccount, imported } from "../../src/statement-imports/test-support.ts";
import { type FakePayPal, startFakePayPal } from "../psp/paypal/fake-paypal.ts";
import type { JsonBody } from "../support/app.ts";
import { until } from "../support/until.ts";
import { type SettlingShop, startSettlingShop } from "./settling.ts";

// A month at PayPal: payments, captures, refunds, disputes, fees, an exchange, withdrawals. Its report is imported, and the books close.
let paypal: FakePayPal;
let shop: SettlingShop;
before(async () => {
  paypal = await startFakePayPal({ webhookRetryMs: 20, settings: { reportingLagSeconds: 0 } });
  shop = await startSettlingShop({
    account: { connector: "paypal", credentials: paypal.app },
    ...{ title: "PayPal", method: "wallet" },
    env: { KASSA_PAYPAL_URL: paypal.url },
    complete: async ({ account, ask }) => {
      await ask("POST", `/api/connector-accounts/${account}/register-notifications`);
      await ask("POST", `/api/connector-accounts/${account}`, { status: "enabled" });
    },
  });
});
after(async () => {
  await shop.kassa.close();
  await paypal.close();
  assert.deepEqual(paypal.problems, []);
  assert.deepEqual(
    paypal.requests.flatMap(({ problems }) => problems),
    [],
  );
});

type Paid = { readonly payment: JsonBody; readonly order: string };

/** A customer approves a new session on PayPal's page and comes back. */
async function pay(more: object = {}): Promise<Paid> {
  const { session, page } = await shop.submit(more);
  const order = page.searchParams.get("token") ?? "";
  const result = paypal.pay(order);
  assert.equal(result.kind, "return");
  await fetch(`${shop.kassa.url}/pay/${session}/return`, { redirect: "manual" });
  return { payment: await shop.paymentOf(session), order };
}

const captureOf = ({ order }: Paid): string => paypal.capturesOf(order)[0] ?? "";

test("a month of payments, refunds, disputes, fees and withdrawals closes to zero differences", async () => {
  const bought = await pay({ clientReferenceId: "order-1" });
  await shop.ask("POST", "/api/refunds", { payment: bought.payment.id, amount: 2_500 });
  const inParts = await pay({ captureMethod: "manual", amount: 9_000 });
  const capture = (amount: number, final: boolean) =>
    shop.ask("POST", `/api/payments/${inParts.payment.id}/capture`, { amount, final });
  await capture(4_000, false);
  await capture(3_000, true);
  const withdrawn = [paypal.withdraw().amount];

  const [won, lost] = [await pay(), await pay({ amount: 4_200 })];
  const byBank = { stage: "CHARGEBACK", channel: "EXTERNAL" } as const;
  const disputes = [
    paypal.openDispute(captureOf(won), byBank),
    paypal.openDispute(captureOf(lost), { stage: "CHARGEBACK" }),
  ];
  for (const { payment } of [won, lost])
    await until(async () => (await shop.disputeOf(payment)) !== undefined, "the dispute is known");
  await pay({ amount: 25_000 });
  paypal.book({ code: "T1503", currency: "EUR", amount: -1_000 });
  withdrawn.push(paypal.withdraw().amount);
  paypal.resolveDispute(disputes[0] ?? "", "RESOLVED_SELLER_FAVOUR");
  paypal.resolveDispute(disputes[1] ?? "", "RESOLVED_BUYER_FAVOUR");
  await until(async () => (await shop.disputeOf(won.payment))?.status === "won", "won");
  await until(async () => (await shop.disputeOf(lost.payment))?.status === "lost", "lost");
  paypal.book({ code: "T1105", currency: "EUR", amount: 1_000 });
  paypal.book({ code: "T0100", currency: "EUR", amount: -250 });
  paypal.book({ code: "T0006", currency: "EUR", amount: 99_999, status: "P" });
  withdrawn.push(paypal.withdraw().amount);
  await pay({ amount: 12_345 });

  const before = Date.now();
  const done = await shop.importSettlements();
  const hoursBack = (before - Date.parse(await shop.completeUntil())) / 3_600_000;
  assert.ok(
    hoursBack > 2.9 && hoursBack <= 3,
    `PayPal may list what it booked in the last 3 hours later: ${hoursBack}`,
  );
  assert.deepEqual(await shop.linesOf("status=exception"), []);
  assert.deepEqual([done.complete, done.exceptions, done.matchedLater], [true, 0, 0]);
  const now = await shop.balance();
  const { psp_clearing, psp_receivable, in_transit, processing_fees, reserves, adjustments } = now;
  const total = withdrawn.reduce((sum, amount) => sum + amount, 0);
  const kept = 10_000 - 2_500 + 7_000 + 10_000 + 25_000 + 12_345;
  assert.deepEqual(
    { psp_clearing, psp_receivable, in_transit, adjustments, reserves },
    {
      psp_clearing: 0,
      psp_receivable: kept - processing_fees - total,
      in_transit: total,
      adjustments: 0,
      reserves: 0,
    },
  );
  const atPayPal = await balanceAtPayPal();
  assert.equal(psp_receivable, atPayPal);
  assert.deepEqual(
    (await shop.payouts()).sort(),
    withdrawn.map((amount) => `${amount} paid null null`).sort(),
  );
  await shop.assertVerified();

  assert.deepEqual(await shop.importSettlements(), { ...done, stored: 0 }, "nothing is stored twice");
  assert.deepEqual(await shop.balance(), now);
  const charge = (await shop.linesOf(`payment=${bought.payment.id}`)).find(({ type }) => type === "charge");
  assert.deepEqual(
    [charge?.status, charge?.gross, charge?.fee, charge?.orderReference, charge?.about],
    ["matched", 10_000, 338, "order-1", captureOf(bought)],
  );
});

/** What PayPal itself says that it holds in EUR, in minor units. */
async function balanceAtPayPal(): Promise<number> {
  const token = await fetch(`${paypal.url}/v1/oauth2/token`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${paypal.app.clientId}:${paypal.app.clientSecret}`).toString("base64")}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: "grant_type=client_credentials",
  });
  const { access_token } = (await token.json()) as { access_token: string };
  const answer = await fetch(`${paypal.url}/v1/reporting/balances?currency_code=EUR`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  const { balances } = (await answer.json()) as { balances: { total_balance: { value: string } }[] };
  return Math.round(Number(balances[0]?.total_balance.value) * 100);
}

test("PayPal's own exchange of a payment in another currency is in `fx`, in both currencies", async () => {
  const before = await shop.balance();
  const bought = await pay({ currency: "USD", amount: 10_000 });
  const reference = { id: captureOf(bought), type: "TXN" } as const;
  paypal.book({ code: "T0200", currency: "USD", amount: -(10_000 - 338), reference });
  paypal.book({ code: "T0200", currency: "EUR", amount: 8_900, reference });
  assert.equal((await shop.importSettlements()).exceptions, 0);
  const [euros, dollars] = [await shop.balance(), await shop.balance("USD")];
  assert.deepEqual([euros.fx - before.fx, euros.psp_receivable - before.psp_receivable], [-8_900, 8_900]);
  const { fx, psp_receivable, psp_clearing, processing_fees } = dollars;
  assert.deepEqual([fx, psp_receivable, psp_clearing, processing_fees], [9_662, 0, 0, 338]);
  await shop.assertVerified();
});

test("what Kassa doesn't know or can't explain is an exception with amount and reason", async () => {
  const before = await shop.balance();
  paypal.book({ code: "T0006", currency: "EUR", amount: 777 });
  paypal.book({ code: "T1200", currency: "EUR", amount: -50 });
  paypal.book({ code: "T0001", currency: "EUR", amount: -500 });
  assert.equal((await shop.importSettlements()).exceptions, 3);
  const exceptions = (await shop.linesOf("status=exception")).map(
    ({ gross, category, exceptionReason }) => `${category} ${gross} ${exceptionReason}`,
  );
  assert.deepEqual(exceptions.sort(), [
    "T0001 -500 unexplained",
    "T0006 777 unknown_reference",
    "T1200 -50 unexplained",
  ]);
  const now = await shop.balance();
  assert.deepEqual([now.psp_clearing, now.adjustments - before.adjustments], [0, 227]);
  await shop.assertVerified();
});

test("a refund that comes back is matched, and so is a withdrawal that the bank sends back", async () => {
  const bought = await pay({ amount: 6_000 });
  const refund = await shop.ask("POST", "/api/refunds", { payment: bought.payment.id, amount: 1_000 });
  await shop.importSettlements();
  const line = (await shop.linesOf(`payment=${bought.payment.id}`)).find(({ type }) => type === "refund");
  assert.equal(line?.source, refund.id);
  paypal.decideRefund(line?.about, "FAILED");
  const isReturned = async () => (await shop.paymentOf(bought.payment.session)).amountRefunded === 0;
  await until(isReturned, "the refund has failed");
  const { id, amount } = paypal.withdraw();
  const before = await shop.balance();
  paypal.book({ code: "T1101", currency: "EUR", amount, reference: { id, type: "TXN" } });
  const done = await shop.importSettlements();
  assert.deepEqual([done.complete, done.exceptions], [true, 0]);
  const now = await shop.balance();
  assert.deepEqual([now.psp_clearing, now.in_transit], [0, before.in_transit]);
  assert.equal(now.psp_receivable, await balanceAtPayPal());
  await shop.assertVerified();
});

test("an entry of a bank statement from PayPal with a withdrawal's amount moves it to the bank", async () => {
  await addAccount(shop.kassa);
  await pay({ amount: 8_888 });
  const { amount } = paypal.withdraw();
  const entry = { amount: (amount / 100).toFixed(2), reference: "E1", text: "PAYPAL (EUROPE) S.A R.L." };
  await imported(shop.kassa, sampleCamt(sampleEntry(entry)));
  await shop.importSettlements();
  assert.equal((await shop.balance()).bank, amount);
  await shop.assertVerified();
});
