import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sampleCamt, sampleEntry } from "../../src/bank-statements/test-support.ts";
import { addAccount, imported } from "../../src/statement-imports/test-support.ts";
import { type FakeMollie, startFakeMollie } from "../psp/mollie/fake-mollie.ts";
import type { JsonBody } from "../support/app.ts";
import { until } from "../support/until.ts";
import { type SettlingShop, startSettlingShop } from "./settling.ts";

// A month at Mollie: payments, refunds, chargebacks, fees, settlements. The balance is imported, and the books close.
let mollie: FakeMollie;
let shop: SettlingShop;
before(async () => {
  mollie = await startFakeMollie();
  shop = await startSettlingShop({
    account: { connector: "mollie", credentials: { apiKey: mollie.keys.test } },
    ...{ title: "Mollie", method: "card" },
    env: { KASSA_MOLLIE_URL: mollie.url },
  });
});
after(async () => {
  await shop.kassa.close();
  await mollie.close();
});

/** A customer pays a new session on Mollie's page and comes back. */
async function pay(more: object = {}, outcome: "paid" | "authorized" = "paid"): Promise<JsonBody> {
  const { session, page } = await shop.submit(more);
  const result = mollie.checkOut(page.pathname.split("/").at(-1) ?? "", { outcome });
  assert.equal(result.kind, "return");
  await fetch(`${shop.kassa.url}/pay/${session}/return`, { redirect: "manual" });
  return shop.paymentOf(session);
}

const referenceOf = (payment: JsonBody): string => payment.attempts[0].pspReference;

/** Mollie pays out the balance, a few seconds after what is on it. */
function settle(): { readonly id: string; readonly amount: number; readonly reference: string } {
  mollie.clock.advance(2);
  const settlement = mollie.settle();
  assert.ok(settlement);
  mollie.clock.advance(2);
  return settlement;
}

async function refund(payment: JsonBody, amount: number): Promise<string> {
  const { id } = await shop.ask("POST", "/api/refunds", { payment: payment.id, amount });
  return id;
}

test("without an organization token the command says what is missing", async () => {
  const { code, stdout } = await shop.run("import");
  assert.equal(code, 0);
  assert.match(stdout, new RegExp(`! ${shop.account}: Mollie shows settlements only to an organization`));
  const wrong = await shop.kassa.call("POST", `/api/connector-accounts/${shop.account}/credentials`, {
    body: { credentials: { organizationToken: "access_wrong00000000000000000" } },
  });
  assert.deepEqual([wrong.status, wrong.body.code], [422, "credentials_refused"]);
  await shop.ask("POST", `/api/connector-accounts/${shop.account}/credentials`, {
    credentials: { organizationToken: mollie.keys.organization },
  });
});

test("a month of payments, refunds, chargebacks, fees and settlements closes to zero differences", async () => {
  const paidOut: number[] = [];
  const order = await pay({ clientReferenceId: "order-1" });
  await refund(order, 2_500);
  const later = await pay({ captureMethod: "manual", amount: 9_000 }, "authorized");
  await shop.ask("POST", `/api/payments/${later.id}/capture`, { amount: 7_000, final: true });
  await until(async () => (await shop.paymentOf(later.session)).amountCaptured === 7_000, "captured");
  const first = settle();
  paidOut.push(first.amount);

  const [won, lost] = [await pay(), await pay({ amount: 4_200 })];
  const chargebacks = [won, lost].map((payment) => mollie.chargeBack(referenceOf(payment)));
  for (const payment of [won, lost])
    await shop.compareUntil(
      async () => (await shop.disputeOf(payment)) !== undefined,
      "the dispute is known",
    );
  await pay({ amount: 25_000 });
  mollie.book("payment-fee", -300);
  mollie.book("rolling-reserve-hold", -1_000);
  paidOut.push(settle().amount);
  mollie.reverseChargeback(chargebacks[0] ?? "");
  await shop.compareUntil(async () => (await shop.disputeOf(won))?.status === "won", "won");
  mollie.book("rolling-reserve-release", 1_000);
  await pay({ amount: 12_345 });
  paidOut.push(settle().amount);
  mollie.clock.advance(2 * 86_400);
  const isRefunded = async () => (await shop.paymentOf(order.session)).amountRefunded === 2_500;
  await shop.compareUntil(isRefunded, "the refund has succeeded");

  const done = await shop.importSettlements();
  assert.deepEqual([done.complete, done.exceptions, done.matchedLater], [true, 0, 0]);
  const now = await shop.balance();
  const { psp_clearing, psp_receivable, in_transit, processing_fees, reserves, adjustments } = now;
  const total = paidOut.reduce((sum, amount) => sum + amount, 0);
  assert.deepEqual(
    { psp_clearing, psp_receivable, in_transit, adjustments, reserves },
    { psp_clearing: 0, psp_receivable: 0, in_transit: total, adjustments: 0, reserves: 0 },
  );
  const kept = 10_000 - 2_500 + 7_000 + 10_000 + 25_000 + 12_345;
  assert.equal(total, kept - processing_fees);
  assert.deepEqual(
    await shop.payouts(),
    // Charge, refund and capture; three charges, two chargebacks, their fees, the fee and the reserve; then three more.
    [`${paidOut[0]} paid 3 0`, `${paidOut[1]} paid 9 0`, `${paidOut[2]} paid 3 0`],
  );
  await shop.assertVerified();

  assert.deepEqual(await shop.importSettlements(), { ...done, stored: 0 }, "nothing is stored twice");
  assert.deepEqual(await shop.balance(), now);
  const charge = (await shop.linesOf(`payment=${order.id}`)).find(({ type }) => type === "charge");
  assert.deepEqual(
    [charge?.status, charge?.gross, charge?.net, charge?.orderReference, charge?.about, charge?.batch],
    ["matched", 10_000, 10_000 - charge?.fee, "order-1", referenceOf(order), first.id],
  );
  assert.deepEqual(await shop.linesOf("status=exception"), []);
});

test("a payment that Kassa doesn't know and a correction are exceptions with amount and reason", async () => {
  const answer = await fetch(`${mollie.url}/v2/payments`, {
    method: "POST",
    headers: { authorization: `Bearer ${mollie.keys.test}`, "content-type": "application/json" },
    body: JSON.stringify({
      amount: { currency: "EUR", value: "7.77" },
      ...{ description: "Book", method: "creditcard", redirectUrl: "https://shop.example/thanks" },
    }),
  });
  const { id } = (await answer.json()) as { id: string };
  mollie.checkOut(id, { outcome: "paid" });
  mollie.book("balance-correction", 123);
  const before = await shop.balance();
  const { amount } = settle();
  assert.equal((await shop.importSettlements()).exceptions, 2);
  const exceptions = (await shop.linesOf("status=exception")).map(
    ({ gross, exceptionReason }) => `${gross} ${exceptionReason}`,
  );
  assert.deepEqual(exceptions.sort(), ["123 unexplained", "777 unknown_reference"]);
  const now = await shop.balance();
  assert.deepEqual(
    [now.psp_clearing, now.psp_receivable, now.in_transit - before.in_transit, now.adjustments],
    [0, 0, amount, 900],
  );
  assert.match((await shop.payouts()).at(-1) ?? "", new RegExp(`^${amount} paid 2 0$`));
  await shop.assertVerified();
});

test("a refund that came back after it had been paid out is matched; a returned settlement is on the balance again", async () => {
  const payment = await pay({ amount: 6_000 });
  await refund(payment, 1_000);
  const before = await shop.balance();
  const settlement = settle();
  await shop.importSettlements();
  mollie.failRefund(
    (await shop.linesOf(`payment=${payment.id}`)).find(({ type }) => type === "refund")?.about,
  );
  const isReturned = async () => (await shop.paymentOf(payment.session)).amountRefundPending === 0;
  await shop.compareUntil(isReturned, "the refund has failed");
  mollie.returnSettlement(settlement.id);
  const done = await shop.importSettlements();
  assert.deepEqual([done.complete, done.exceptions], [true, 0]);
  const now = await shop.balance();
  assert.deepEqual(
    [now.psp_clearing, now.in_transit, now.psp_receivable],
    [0, before.in_transit, settlement.amount + 1_000],
  );
  assert.match((await shop.payouts()).at(-1) ?? "", /failed/);
  await shop.assertVerified();
});

test("an entry of a bank statement with a settlement's amount and reference moves it to the bank", async () => {
  await addAccount(shop.kassa);
  await pay({ amount: 8_888 });
  const { amount, reference } = settle();
  const entry = { amount: (amount / 100).toFixed(2), reference: "E1", text: `MOLLIE ${reference}` };
  await imported(shop.kassa, sampleCamt(sampleEntry(entry)));
  await shop.importSettlements();
  assert.equal((await shop.balance()).bank, amount);
  await shop.assertVerified();
});
