import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sampleCamt, sampleEntry } from "../../src/bank-statements/test-support.ts";
import { verifyLedger } from "../../src/ledger/verify/verify-ledger.ts";
import { addAccount, imported } from "../../src/statement-imports/test-support.ts";
import { traceIdOf } from "../psp/stripe/render-money.ts";
import { sdkFor } from "../psp/stripe/test-support.ts";
import type { JsonBody } from "../support/app.ts";
import { until } from "../support/until.ts";
import { disputedCard, type StripeShop, startStripeShop } from "./stripe-shop.ts";

// A month at Stripe: payments, captures, refunds, disputes, payouts. Its settlements are imported, and the books close.
let shop: StripeShop;
before(async () => {
  shop = await startStripeShop();
});
after(() => shop.close());

const balance = async (): Promise<JsonBody> => (await shop.balance()).accounts;

const linesOf = async (query: string): Promise<JsonBody[]> =>
  (await shop.ask("GET", `/api/settlement-lines?limit=100&${query}`)).data;

test("a month of payments, refunds, disputes, fees and payouts closes to zero differences", async () => {
  const paidOut: number[] = [];
  const order = await shop.pay({ clientReferenceId: "order-1" });
  await shop.ask("POST", "/api/refunds", { payment: order.id, amount: 2_500 });
  const inParts = await shop.pay({ captureMethod: "manual", amount: 9_000 });
  await shop.ask("POST", `/api/payments/${inParts.id}/capture`, { amount: 4_000, final: false });
  await shop.ask("POST", `/api/payments/${inParts.id}/capture`, { amount: 3_000, final: true });
  paidOut.push(shop.payOut());

  const won = await shop.payAndDispute();
  const lost = await shop.payAndDispute({ amount: 4_200 });
  await shop.pay({ amount: 25_000 });
  paidOut.push(shop.payOut());
  await shop.decideDispute(won, "won");
  await shop.decideDispute(lost, "lost");
  await shop.pay({ amount: 12_345 });
  assert.equal((await balance()).psp_clearing > 0, true);
  paidOut.push(shop.payOut());

  const first = await shop.importSettlements();
  assert.deepEqual([first.complete, first.exceptions, first.matchedLater], [true, 0, 0]);
  const { psp_clearing, psp_receivable, in_transit, processing_fees, fees, adjustments } = await balance();
  const total = paidOut.reduce((sum, amount) => sum + amount, 0);
  assert.deepEqual(
    { psp_clearing, psp_receivable, in_transit, adjustments, fees },
    { psp_clearing: 0, psp_receivable: 0, in_transit: total, adjustments: 0, fees: 3_000 },
  );
  const captured = 10_000 + 7_000 + 10_000 + 4_200 + 25_000 + 12_345;
  assert.equal(total, captured - 2_500 - 4_200 - 3_000 - processing_fees);
  await shop.assertVerified();

  assert.deepEqual(
    await shop.importSettlements(),
    { ...first, stored: 0 },
    "a second import stores and posts nothing",
  );
  assert.equal((await balance()).in_transit, total);

  const { data: batches } = await shop.ask("GET", "/api/settlements");
  const counted = batches.map(({ amount, status, lines, difference }: JsonBody) =>
    [amount, status, lines, difference].join(" "),
  );
  const lines = [4, 5, 2];
  assert.deepEqual(counted.sort(), paidOut.map((amount, at) => `${amount} paid ${lines[at]} 0`).sort());
  const [charge] = await linesOf(`payment=${order.id}`).then((lines) =>
    lines.filter(({ type }) => type === "charge"),
  );
  assert.deepEqual(
    [charge?.status, charge?.gross, charge?.fee, charge?.net, charge?.orderReference, charge?.about],
    ["matched", 10_000, 175, 9_825, "order-1", order.attempts[0].pspReference],
  );
  const payout = batches.find(({ amount }: JsonBody) => amount === paidOut[0]);
  assert.equal(charge?.batch, payout.pspReference);
  assert.deepEqual(await linesOf("status=exception"), []);
});

test("a dispute that is won in part, then lost and then won settles line by line", async () => {
  const before = await balance();
  const payment = await shop.pay({}, disputedCard);
  const read = async () => {
    const [row] = await shop.kassa.db.sql<{ reference: string; state: string }>(
      "SELECT psp_reference AS reference, status || ' ' || amount_lost AS state FROM disputes WHERE payment_id = $1",
      [payment.id],
    );
    return row;
  };
  await until(async () => (await read()) !== undefined, "the dispute is known");
  const decide = async (isWon: boolean, state: string, returned?: number): Promise<void> => {
    shop.stripe.decideDispute((await read())?.reference ?? "", isWon, returned);
    await until(async () => (await read())?.state === state, state);
  };
  await decide(true, "won 4000", 6_000);
  await decide(false, "lost 10000");
  await decide(true, "won 0");
  shop.payOut();
  const imported = await shop.importSettlements();
  assert.deepEqual([imported.complete, imported.exceptions], [true, 0]);
  const after = await balance();
  assert.equal(after.psp_clearing, before.psp_clearing);
  assert.equal(after.merchant_payable - before.merchant_payable, 10_000);
  const amounts = (await linesOf(`payment=${payment.id}`)).map(({ type, gross }) => `${type} ${gross}`);
  assert.deepEqual(amounts.sort(), [
    "charge 10000",
    "dispute -10000",
    "dispute -6000",
    "dispute_reversal 10000",
    "dispute_reversal 6000",
  ]);
  await shop.assertVerified();
});

test("a charge that Kassa doesn't know is an exception with its amount and reason, and payouts add up anyway", async () => {
  const before = await balance();
  const sdk = sdkFor(shop.stripe.url, shop.stripe.keys.test);
  const session = await sdk.checkout.sessions.create({
    mode: "payment",
    line_items: [
      { quantity: 1, price_data: { currency: "eur", unit_amount: 777, product_data: { name: "Book" } } },
    ],
    success_url: "https://shop.example/thanks",
  });
  assert.equal(shop.stripe.pay(session.id, { number: "4242424242424242" }).kind, "paid");
  await shop.pay({ amount: 5_000 });
  const amount = shop.payOut();
  const imported = await shop.importSettlements();
  assert.deepEqual([imported.complete, imported.exceptions], [true, 1]);
  const [line, ...others] = await linesOf("status=exception");
  assert.deepEqual([others, line?.gross, line?.exceptionReason], [[], 777, "unknown_reference"]);
  const now = await balance();
  assert.deepEqual(
    [now.psp_clearing, now.psp_receivable, now.in_transit - before.in_transit, now.adjustments],
    [0, 0, amount, 777],
  );
  await shop.assertVerified();
  assert.equal((await shop.importSettlements()).exceptions, 0);
  assert.equal((await balance()).adjustments, 777);
});

test("a line that came before Kassa knew its refund is matched later, and its posting is reversed", async () => {
  const payment = await shop.pay({ amount: 6_000 });
  const before = await balance();
  await shop.ask("POST", "/api/refunds", { payment: payment.id, amount: 1_000 });
  const [refund] = (await shop.ask("GET", `/api/refunds?payment=${payment.id}`)).data;
  // As after a restore that has lost the PSP's reference.
  const [row] = await shop.kassa.db.sql<{ reference: string }>(
    "UPDATE movements m SET psp_reference = NULL FROM movements o WHERE m.id = $1 AND o.id = m.id AND o.tenant_id = m.tenant_id RETURNING o.psp_reference AS reference",
    [refund.id],
  );
  assert.equal((await shop.importSettlements()).exceptions, 1);
  assert.equal((await balance()).adjustments, before.adjustments - 1_000);
  assert.equal((await balance()).psp_clearing, -1_000);
  await shop.assertVerified();
  await shop.kassa.db.sql("UPDATE movements SET psp_reference = $2 WHERE id = $1", [
    refund.id,
    row?.reference,
  ]);
  const imported = await shop.importSettlements();
  assert.deepEqual([imported.stored, imported.matchedLater], [0, 1]);
  const { psp_clearing, adjustments } = await balance();
  assert.deepEqual([psp_clearing, adjustments], [0, before.adjustments]);
  await shop.assertVerified();
});

test("an import that Stripe doesn't answer stores what it has got, and the next one goes on", async () => {
  await shop.pay({ amount: 3_000 });
  shop.stripe.faults.add({ kind: "status_500_before", match: "/v1/payouts" });
  const failed = await shop.command("settlements", "import");
  assert.equal(failed.code, 1);
  assert.match(failed.stdout, /1 new lines, 0 exceptions, .*didn't answer to the end/);
  assert.deepEqual((await shop.importSettlements()).stored, 0);
  assert.equal((await balance()).psp_clearing, 0);
  assert.deepEqual(shop.stripe.problems, []);
});

const decimal = (amount: number): string => (amount / 100).toFixed(2);

/** Imports a statement with one credit for each of these amounts and texts. */
const statement = (...credits: readonly (readonly [amount: number, text: string])[]): Promise<JsonBody> =>
  imported(
    shop.kassa,
    sampleCamt(
      credits
        .map(([amount, text], at) =>
          sampleEntry({ amount: decimal(amount), reference: `${text.slice(0, 6)}${at}`, text }),
        )
        .join(""),
    ),
  );

const settlementOf = async (reference: string): Promise<JsonBody> =>
  (await shop.ask("GET", "/api/settlements")).data.find((each: JsonBody) => each.pspReference === reference);

test("an entry of a bank statement with a payout's amount and trace id moves it from in transit to the bank", async () => {
  await addAccount(shop.kassa);
  const before = await balance();
  const [first, second] = (await shop.ask("GET", "/api/settlements")).data;
  const lines = [
    [first.amount, `STRIPE ${traceIdOf(first.pspReference)}`],
    [second.amount, "Order 4711"],
    [second.amount + 1, traceIdOf(second.pspReference)],
  ] as const;
  await statement(...lines);
  const now = await balance();
  assert.deepEqual(
    [now.bank - before.bank, now.in_transit - before.in_transit],
    [first.amount, -first.amount],
  );
  const { bankEntry } = await settlementOf(first.pspReference);
  const { data: entries } = await shop.ask("GET", "/api/bank-entries?matchStatus=matched");
  assert.deepEqual(
    entries.map(({ id, amount }: JsonBody) => [id, amount]),
    [[bankEntry, first.amount]],
  );
  assert.equal((await settlementOf(second.pspReference)).bankEntry, null);
  await shop.assertVerified();
  assert.equal((await statement(...lines)).entriesKnown, 3);
  assert.equal((await balance()).bank, now.bank);
});

test("an entry that was imported before its payout is found when the payout is imported", async () => {
  await shop.pay({ amount: 8_888 });
  const payout = shop.stripe.payOut("eur");
  const amount = payout?.amount ?? 0;
  await statement([amount, `Payout ${traceIdOf(payout?.id ?? "").toLowerCase()}`]);
  const before = await balance();
  await shop.importSettlements();
  const now = await balance();
  assert.deepEqual([now.bank - before.bank, now.in_transit], [amount, before.in_transit]);
  await shop.assertVerified();
});

test("two payouts of one amount with the same text are left for a person to decide", async () => {
  const before = await balance();
  const insert = (id: string): Promise<unknown> =>
    shop.kassa.db.sql(
      `INSERT INTO settlement_batches (tenant_id, id, mode, connector_account, psp_reference, status, currency, amount, paid_out_at, bank_texts)
       VALUES ($1, $2, 'sandbox', $3, $2, 'paid', 'EUR', 4242, now(), '{ACME SHOP}')`,
      [shop.kassa.tenant.tenant.tenantId, id, shop.account],
    );
  await insert("stb_sandbox_twin1");
  await insert("stb_sandbox_twin2");
  await statement([4_242, "ACME SHOP BERLIN"]);
  assert.equal((await balance()).bank, before.bank);
  await shop.kassa.db.sql("DELETE FROM settlement_batches WHERE amount = 4242");
});

test("ledger verify compares each line with its transactions", async () => {
  const scope = { tenantId: shop.kassa.tenant.tenant.tenantId, mode: "sandbox" } as const;
  const [line] = await linesOf("status=matched");
  const change = async (set: string): Promise<void> => {
    await shop.kassa.db.sql("BEGIN; SET LOCAL session_replication_role = replica");
    await shop.kassa.db.sql(`UPDATE settlement_lines SET ${set} WHERE id = $1`, [line?.id]);
    await shop.kassa.db.sql("COMMIT");
  };
  await change("fee = fee + 1, net = net - 1");
  const texts = (await verifyLedger(shop.kassa.db.settings, [scope])).differences.map(({ text }) => text);
  assert.equal(texts.length, 1, texts.join("\n"));
  assert.match(texts[0] ?? "", /^Transaction ltx_\w+ \(settled\) has the entries .* instead of /);
  await change("fee = fee - 1, net = net + 1");
  await shop.assertVerified();
});
