import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sampleCamt, sampleEntry } from "../../src/bank-statements/test-support.ts";
import { verifyLedger } from "../../src/ledger/verify/verify-ledger.ts";
import { addAccount, imported } from "../../src/statement-imports/test-support.ts";
import { type FakeStripe, startFakeStripe } from "../psp/stripe/fake-stripe.ts";
import { traceIdOf } from "../psp/stripe/render-money.ts";
import { sdkFor } from "../psp/stripe/test-support.ts";
import { type CallOptions, type JsonBody, startTestApp, type TestApp } from "../support/app.ts";
import { runKassa } from "../support/command.ts";
import { freePort } from "../support/free-port.ts";
import { testSecretKey } from "../support/keyring.ts";
import { until } from "../support/until.ts";

// A month at Stripe: payments, captures, refunds, disputes, payouts. Its settlements are imported, and the books close.
let stripe: FakeStripe;
let kassa: TestApp;
let account: string;
before(async () => {
  stripe = await startFakeStripe({ settlement: { availableDays: 0, arrivalDays: 0 } });
  const port = await freePort();
  kassa = await startTestApp({
    PORT: String(port),
    KASSA_PUBLIC_URL: `http://localhost:${port}`,
    KASSA_STRIPE_URL: stripe.url,
  });
  const credentials = { apiKey: stripe.keys.test };
  const body = { connector: "stripe", label: "Shop", credentials };
  account = (await ask("POST", "/api/connector-accounts", body)).id;
  await ask("POST", `/api/connector-accounts/${account}/register-notifications`);
  await ask("POST", `/api/connector-accounts/${account}`, { status: "enabled" });
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

async function ask(method: string, path: string, body?: unknown): Promise<JsonBody> {
  const key = kassa.tenant.keys.sandbox.secret;
  const options: CallOptions = { key, ...(body === undefined ? {} : { body }) };
  const answer = await kassa.call(method, path, options);
  assert.equal(answer.status, 200, `${method} ${path}: ${answer.text}`);
  return answer.body;
}

const makeSession = (more: object = {}) =>
  ask("POST", "/api/checkout/sessions", {
    amount: 10_000,
    currency: "EUR",
    successUrl: "https://shop.example/thanks",
    ...more,
  });

/** A customer pays a new session on Stripe's page and comes back. */
async function pay(more: object = {}, number = "4242424242424242"): Promise<JsonBody> {
  const { id } = await makeSession(more);
  const url = `${kassa.url}/pay/${id}`;
  const token = /name="token" value="([^"]+)"/.exec(await (await fetch(url)).text())?.[1] ?? "";
  const body = new URLSearchParams({ token, method: "card" });
  const to = (await fetch(url, { method: "POST", body, redirect: "manual" })).headers.get("location") ?? "";
  const outcome = stripe.pay(new URL(to).pathname.split("/").at(-1) ?? "", { number });
  assert.ok(outcome.kind === "paid", outcome.kind);
  await fetch(outcome.redirectUrl, { redirect: "manual" });
  return paymentOf(id);
}

const paymentOf = async (session: string) => (await ask("GET", `/api/payments?session=${session}`)).data[0];

/** `kassa settlements import` in a process of its own. */
async function importSettlements(): Promise<JsonBody> {
  const { code, stdout, stderr } = await runKassa(["settlements", "import", "--json"], {
    env: {
      DATABASE_URL: kassa.db.settings.connectionString,
      KASSA_SECRET_KEY: testSecretKey,
      KASSA_STRIPE_URL: stripe.url,
    },
  });
  assert.deepEqual([code, stderr], [0, ""], stdout);
  const { data } = JSON.parse(stdout);
  return data.find((each: JsonBody) => each.connectorAccount === account);
}

const balance = async (currency = "EUR"): Promise<JsonBody> =>
  (await ask("GET", "/api/balance")).currencies.find((each: JsonBody) => each.currency === currency).accounts;

const linesOf = async (query: string): Promise<JsonBody[]> =>
  (await ask("GET", `/api/settlement-lines?limit=100&${query}`)).data;

async function assertVerified(): Promise<void> {
  const scope = { tenantId: kassa.tenant.tenant.tenantId, mode: "sandbox" } as const;
  assert.deepEqual((await verifyLedger(kassa.db.settings, [scope])).differences, []);
}

/** Stripe pays out everything. Time doesn't pass: Stripe would refuse pages that end at a time of Kassa's. */
const payOut = (): number => stripe.payOut("eur")?.amount ?? 0;

test("a month of payments, refunds, disputes, fees and payouts closes to zero differences", async () => {
  const paidOut: number[] = [];
  const order = await pay({ clientReferenceId: "order-1" });
  await ask("POST", "/api/refunds", { payment: order.id, amount: 2_500 });
  const inParts = await pay({ captureMethod: "manual", amount: 9_000 });
  await ask("POST", `/api/payments/${inParts.id}/capture`, { amount: 4_000, final: false });
  await ask("POST", `/api/payments/${inParts.id}/capture`, { amount: 3_000, final: true });
  paidOut.push(payOut());

  const [won, lost] = [await pay({}, "4000000000000259"), await pay({ amount: 4_200 }, "4000000000000259")];
  const disputeOf = async (payment: JsonBody): Promise<{ reference: string; status: string } | undefined> => {
    const rows = await kassa.db.sql<{ reference: string; status: string }>(
      "SELECT psp_reference AS reference, status FROM disputes WHERE payment_id = $1",
      [payment.id],
    );
    return rows[0];
  };
  for (const payment of [won, lost])
    await until(async () => (await disputeOf(payment)) !== undefined, "the dispute is known");
  const decide = async (payment: JsonBody, isWon: boolean): Promise<void> =>
    stripe.decideDispute((await disputeOf(payment))?.reference ?? "", isWon);
  await pay({ amount: 25_000 });
  paidOut.push(payOut());
  await decide(won, true);
  await decide(lost, false);
  await until(async () => (await disputeOf(won))?.status === "won", "won");
  await until(async () => (await disputeOf(lost))?.status === "lost", "lost");
  await pay({ amount: 12_345 });
  assert.equal((await balance()).psp_clearing > 0, true);
  paidOut.push(payOut());

  const first = await importSettlements();
  assert.deepEqual([first.complete, first.exceptions, first.matchedLater], [true, 0, 0]);
  const { psp_clearing, psp_receivable, in_transit, processing_fees, fees, adjustments } = await balance();
  const total = paidOut.reduce((sum, amount) => sum + amount, 0);
  assert.deepEqual(
    { psp_clearing, psp_receivable, in_transit, adjustments, fees },
    { psp_clearing: 0, psp_receivable: 0, in_transit: total, adjustments: 0, fees: 3_000 },
  );
  const captured = 10_000 + 7_000 + 10_000 + 4_200 + 25_000 + 12_345;
  assert.equal(total, captured - 2_500 - 4_200 - 3_000 - processing_fees);
  await assertVerified();

  assert.deepEqual(
    await importSettlements(),
    { ...first, stored: 0 },
    "a second import stores and posts nothing",
  );
  assert.equal((await balance()).in_transit, total);

  const { data: batches } = await ask("GET", "/api/settlements");
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
  const payment = await pay({}, "4000000000000259");
  const read = async () => {
    const [row] = await kassa.db.sql<{ reference: string; state: string }>(
      "SELECT psp_reference AS reference, status || ' ' || amount_lost AS state FROM disputes WHERE payment_id = $1",
      [payment.id],
    );
    return row;
  };
  await until(async () => (await read()) !== undefined, "the dispute is known");
  const decide = async (isWon: boolean, state: string, returned?: number): Promise<void> => {
    stripe.decideDispute((await read())?.reference ?? "", isWon, returned);
    await until(async () => (await read())?.state === state, state);
  };
  await decide(true, "won 4000", 6_000);
  await decide(false, "lost 10000");
  await decide(true, "won 0");
  payOut();
  const imported = await importSettlements();
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
  await assertVerified();
});

test("a charge that Kassa doesn't know is an exception with its amount and reason, and payouts add up anyway", async () => {
  const before = await balance();
  const sdk = sdkFor(stripe.url, stripe.keys.test);
  const session = await sdk.checkout.sessions.create({
    mode: "payment",
    line_items: [
      { quantity: 1, price_data: { currency: "eur", unit_amount: 777, product_data: { name: "Book" } } },
    ],
    success_url: "https://shop.example/thanks",
  });
  assert.equal(stripe.pay(session.id, { number: "4242424242424242" }).kind, "paid");
  await pay({ amount: 5_000 });
  const amount = payOut();
  const imported = await importSettlements();
  assert.deepEqual([imported.complete, imported.exceptions], [true, 1]);
  const [line, ...others] = await linesOf("status=exception");
  assert.deepEqual([others, line?.gross, line?.exceptionReason], [[], 777, "unknown_reference"]);
  const now = await balance();
  assert.deepEqual(
    [now.psp_clearing, now.psp_receivable, now.in_transit - before.in_transit, now.adjustments],
    [0, 0, amount, 777],
  );
  await assertVerified();
  assert.equal((await importSettlements()).exceptions, 0);
  assert.equal((await balance()).adjustments, 777);
});

test("a line that came before Kassa knew its refund is matched later, and its posting is reversed", async () => {
  const payment = await pay({ amount: 6_000 });
  const before = await balance();
  await ask("POST", "/api/refunds", { payment: payment.id, amount: 1_000 });
  const [refund] = (await ask("GET", `/api/refunds?payment=${payment.id}`)).data;
  // As after a restore that has lost the PSP's reference.
  const [row] = await kassa.db.sql<{ reference: string }>(
    "UPDATE movements m SET psp_reference = NULL FROM movements o WHERE m.id = $1 AND o.id = m.id AND o.tenant_id = m.tenant_id RETURNING o.psp_reference AS reference",
    [refund.id],
  );
  assert.equal((await importSettlements()).exceptions, 1);
  assert.equal((await balance()).adjustments, before.adjustments - 1_000);
  assert.equal((await balance()).psp_clearing, -1_000);
  await assertVerified();
  await kassa.db.sql("UPDATE movements SET psp_reference = $2 WHERE id = $1", [refund.id, row?.reference]);
  const imported = await importSettlements();
  assert.deepEqual([imported.stored, imported.matchedLater], [0, 1]);
  const { psp_clearing, adjustments } = await balance();
  assert.deepEqual([psp_clearing, adjustments], [0, before.adjustments]);
  await assertVerified();
});

test("an import that Stripe doesn't answer stores what it has got, and the next one goes on", async () => {
  await pay({ amount: 3_000 });
  stripe.faults.add({ kind: "status_500_before", match: "/v1/payouts" });
  const failed = await runKassa(["settlements", "import"], {
    env: {
      DATABASE_URL: kassa.db.settings.connectionString,
      KASSA_SECRET_KEY: testSecretKey,
      KASSA_STRIPE_URL: stripe.url,
    },
  });
  assert.equal(failed.code, 1);
  assert.match(failed.stdout, /1 new lines, 0 exceptions, .*didn't answer to the end/);
  assert.deepEqual((await importSettlements()).stored, 0);
  assert.equal((await balance()).psp_clearing, 0);
  assert.deepEqual(stripe.problems, []);
});

const decimal = (amount: number): string => (amount / 100).toFixed(2);

/** Imports a statement with one credit for each of these amounts and texts. */
const statement = (...credits: readonly (readonly [amount: number, text: string])[]): Promise<JsonBody> =>
  imported(
    kassa,
    sampleCamt(
      credits
        .map(([amount, text], at) =>
          sampleEntry({ amount: decimal(amount), reference: `${text.slice(0, 6)}${at}`, text }),
        )
        .join(""),
    ),
  );

const settlementOf = async (reference: string): Promise<JsonBody> =>
  (await ask("GET", "/api/settlements")).data.find((each: JsonBody) => each.pspReference === reference);

test("an entry of a bank statement with a payout's amount and trace id moves it from in transit to the bank", async () => {
  await addAccount(kassa);
  const before = await balance();
  const [first, second] = (await ask("GET", "/api/settlements")).data;
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
  const { data: entries } = await ask("GET", "/api/bank-entries?matchStatus=matched");
  assert.deepEqual(
    entries.map(({ id, amount }: JsonBody) => [id, amount]),
    [[bankEntry, first.amount]],
  );
  assert.equal((await settlementOf(second.pspReference)).bankEntry, null);
  await assertVerified();
  assert.equal((await statement(...lines)).entriesKnown, 3);
  assert.equal((await balance()).bank, now.bank);
});

test("an entry that was imported before its payout is found when the payout is imported", async () => {
  await pay({ amount: 8_888 });
  const payout = stripe.payOut("eur");
  const amount = payout?.amount ?? 0;
  await statement([amount, `Payout ${traceIdOf(payout?.id ?? "").toLowerCase()}`]);
  const before = await balance();
  await importSettlements();
  const now = await balance();
  assert.deepEqual([now.bank - before.bank, now.in_transit], [amount, before.in_transit]);
  await assertVerified();
});

test("two payouts of one amount with the same text are left for a person to decide", async () => {
  const before = await balance();
  const insert = (id: string): Promise<unknown> =>
    kassa.db.sql(
      `INSERT INTO settlement_batches (tenant_id, id, mode, connector_account, psp_reference, status, currency, amount, paid_out_at, bank_texts)
       VALUES ($1, $2, 'sandbox', $3, $2, 'paid', 'EUR', 4242, now(), '{ACME SHOP}')`,
      [kassa.tenant.tenant.tenantId, id, account],
    );
  await insert("stb_sandbox_twin1");
  await insert("stb_sandbox_twin2");
  await statement([4_242, "ACME SHOP BERLIN"]);
  assert.equal((await balance()).bank, before.bank);
  await kassa.db.sql("DELETE FROM settlement_batches WHERE amount = 4242");
});

test("ledger verify compares each line with its transactions", async () => {
  const scope = { tenantId: kassa.tenant.tenant.tenantId, mode: "sandbox" } as const;
  const [line] = await linesOf("status=matched");
  const change = async (set: string): Promise<void> => {
    await kassa.db.sql("BEGIN; SET LOCAL session_replication_role = replica");
    await kassa.db.sql(`UPDATE settlement_lines SET ${set} WHERE id = $1`, [line?.id]);
    await kassa.db.sql("COMMIT");
  };
  await change("fee = fee + 1, net = net - 1");
  const texts = (await verifyLedger(kassa.db.settings, [scope])).differences.map(({ text }) => text);
  assert.equal(texts.length, 1, texts.join("\n"));
  assert.match(texts[0] ?? "", /^Transaction ltx_\w+ \(settled\) has the entries .* instead of /);
  await change("fee = fee - 1, net = net + 1");
  await assertVerified();
});
