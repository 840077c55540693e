import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { inflateRawSync } from "node:zlib";
import { SaxesParser } from "saxes";
import { sampleCamt, sampleEntry } from "../../src/bank-statements/test-support.ts";
import { makeReport } from "../../src/settlements/reports/make-report.ts";
import { addAccount, imported } from "../../src/statement-imports/test-support.ts";
import { createKey } from "../../src/tenants/create-key.ts";
import { traceIdOf } from "../psp/stripe/render-money.ts";
import type { JsonBody } from "../support/app.ts";
import { type StripeShop, startStripeShop } from "./stripe-shop.ts";
import { assertProblem } from "./support.ts";

// A month of a shop at Stripe in reports, compared with the ledger; then the month is closed, and its reports stay as they are.
let shop: StripeShop;
before(async () => {
  shop = await startStripeShop();
});
after(() => shop.close());

const month = new Date().toISOString().slice(0, 7);
const names = ["payments", "refunds", "disputes", "fees", "payouts"] as const;

const ask = (name: string, query = "") =>
  shop.kassa.call("GET", `/api/reports/${name}?month=${month}${query}`, {
    key: shop.kassa.tenant.keys.sandbox.secret,
  });

async function report(name: string): Promise<JsonBody> {
  const answer = await ask(name);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

/** The sum of an account over some kinds of transactions, debits positive. */
async function ledgerSum(accounts: readonly string[], kinds: readonly string[]): Promise<number> {
  const [row] = await shop.kassa.db.sql<{ sum: string }>(
    "SELECT COALESCE(sum(amount), 0) AS sum FROM ledger_entries WHERE account = ANY ($1) AND kind = ANY ($2)",
    [accounts, kinds],
  );
  return Number(row?.sum);
}

test("reports have the month's payments, refunds, disputes, fees and payouts, and their totals are the ledger's", async () => {
  await addAccount(shop.kassa);
  const order = await shop.pay({ clientReferenceId: "=order-1", currency: "EUR" });
  await shop.ask("POST", "/api/refunds", { payment: order.id, amount: 2_500 });
  const inParts = await shop.pay({ captureMethod: "manual", amount: 9_000 });
  await shop.ask("POST", `/api/payments/${inParts.id}/capture`, { amount: 4_000, final: false });
  await shop.ask("POST", `/api/payments/${inParts.id}/capture`, { amount: 3_000, final: true });
  const won = await shop.payAndDispute({ amount: 8_000 });
  const lost = await shop.payAndDispute({ amount: 4_200 });
  await shop.decideDispute(won, "won");
  await shop.decideDispute(lost, "lost");
  const payout = shop.stripe.payOut("eur");
  await shop.importSettlements();
  const text = traceIdOf(payout?.id ?? "");
  const amount = ((payout?.amount ?? 0) / 100).toFixed(2);
  await imported(shop.kassa, sampleCamt(sampleEntry({ amount, reference: "arrival", text })));

  const payments = await report("payments");
  assert.deepEqual(
    payments.data.map((line: JsonBody) => line.amount),
    [10_000, 4_000, 3_000, 8_000, 4_200],
  );
  const [charge] = payments.data;
  const [line] = (await shop.ask("GET", `/api/settlement-lines?payment=${order.id}`)).data.filter(
    ({ type }: JsonBody) => type === "charge",
  );
  assert.deepEqual(charge, {
    date: charge.date,
    kind: "captured",
    transaction: charge.transaction,
    source: order.attempts[0].id,
    payment: order.id,
    orderReference: "=order-1",
    connectorAccount: shop.account,
    pspReference: order.attempts[0].pspReference,
    settlementLine: line.pspReference,
    settlementBatch: payout?.id,
    currency: "EUR",
    amount: 10_000,
    fee: line.fee,
    feeCurrency: "EUR",
  });
  assert.ok(payments.data.every((each: JsonBody) => each.fee > 0 && each.settlementBatch === payout?.id));
  const [total] = payments.totals;
  assert.deepEqual(
    [total.currency, total.lines, total.amount],
    ["EUR", 5, await ledgerSum(["psp_clearing"], ["captured"])],
  );

  const refunds = await report("refunds");
  const [refund] = (await shop.ask("GET", `/api/refunds?payment=${order.id}`)).data;
  assert.deepEqual(
    refunds.data.map((each: JsonBody) => [
      each.source,
      each.amount,
      each.orderReference,
      each.settlementBatch,
    ]),
    [[refund.id, -2_500, "=order-1", payout?.id]],
  );
  assert.equal(refunds.totals[0].amount, await ledgerSum(["psp_clearing"], ["refund_succeeded"]));

  const disputes = await report("disputes");
  assert.deepEqual(
    disputes.data
      .map((each: JsonBody) => [each.kind, each.amount, each.fee, each.lost, each.settlementBatch].join(" "))
      .sort(),
    [
      "dispute_fee 0 1500 0 ",
      "dispute_fee 0 1500 0 ",
      `dispute_lost 0 0 4200 `,
      `dispute_opened -4200 0 0 ${payout?.id}`,
      `dispute_opened -8000 0 0 ${payout?.id}`,
      `dispute_won 8000 0 0 ${payout?.id}`,
    ],
  );
  const [sums] = disputes.totals;
  const kinds = ["dispute_opened", "dispute_fee", "dispute_won", "dispute_lost"];
  assert.deepEqual(
    [sums.amount - sums.fee, sums.fee, sums.lost],
    [
      await ledgerSum(["psp_clearing"], kinds),
      await ledgerSum(["fees"], kinds),
      await ledgerSum(["merchant_payable"], kinds),
    ],
  );

  const fees = await report("fees");
  const { processing_fees, fees: disputeFees, bank, in_transit } = (await shop.balance()).accounts;
  assert.equal(fees.totals[0].amount, processing_fees + disputeFees);
  assert.equal(
    fees.data.filter(({ account }: JsonBody) => account === "processing_fees").length,
    5,
    "a line for each charge",
  );
  assert.equal(
    payments.totals[0].fee,
    processing_fees,
    "each payment has the fee that the ledger has in sum",
  );

  const payouts = await report("payouts");
  assert.deepEqual(
    payouts.data.map((each: JsonBody) => [each.kind, each.pspReference, each.amount, each.arrived]),
    [
      ["paid_out", payout?.id, payout?.amount, 0],
      ["payout_arrived", payout?.id, 0, payout?.amount],
    ],
  );
  assert.deepEqual(
    [payouts.totals[0].arrived, payouts.totals[0].amount - payouts.totals[0].arrived],
    [bank, in_transit],
  );
});

test("days are the same as their month, and what isn't a time is refused by name", async () => {
  const key = shop.kassa.tenant.keys.sandbox.secret;
  const today = new Date().toISOString().slice(0, 10);
  const get = (query: string) => shop.kassa.call("GET", `/api/reports/payments?${query}`, { key });
  const { data } = (await get(`from=${month}-01&to=${today}`)).body;
  assert.deepEqual(data, (await report("payments")).data);
  assert.deepEqual((await get("from=2020-01-01&to=2020-01-31")).body.data, []);
  assertProblem(await get(""), "parameter_invalid", "month");
  assertProblem(await get(`month=${month}&from=${today}`), "parameter_invalid", "month");
  assertProblem(await get(`from=${today}`), "parameter_invalid", "month");
  assertProblem(await get("month=2026-13"), "parameter_invalid", "month");
  assertProblem(await get("from=2026-02-30&to=2026-03-01"), "parameter_invalid", "from");
  assertProblem(await get("from=2026-03-02&to=2026-03-01"), "parameter_invalid", "to");
  assertProblem(await get(`month=${month}&format=pdf`), "parameter_invalid", "format");
});

test("a report takes the scope balance:read, and has nothing of others", async () => {
  const deps = { database: shop.kassa.app.database, keyring: shop.kassa.keyring };
  const { tenantId } = shop.kassa.tenant.tenant;
  const made = await createKey(deps, { tenantId, mode: "sandbox", scopes: ["payments:read"] });
  assert.ok(made.ok);
  const other = await shop.kassa.makeTenant("Other");
  for (const name of names) {
    const path = `/api/reports/${name}?month=${month}`;
    assertProblem(await shop.kassa.call("GET", path, { key: made.value.secret }), "scope_missing");
    for (const key of [other.keys.sandbox.secret, shop.kassa.tenant.keys.live.secret])
      assert.deepEqual((await shop.kassa.call("GET", path, { key })).body.data, []);
  }
});

test("CSV has amounts in minor and in major units, and texts that a spreadsheet doesn't run", async () => {
  const answer = await ask("payments", "&format=csv");
  assert.equal(answer.status, 200, answer.text);
  assert.match(answer.headers.get("content-disposition") ?? "", /kassa-payments-\d{4}-\d\d-sandbox\.csv/);
  const [header = "", first = "", ...rest] = answer.text.split("\r\n");
  assert.match(header, /^date,kind,.*,currency,amount,amountDecimal,fee,feeDecimal,feeCurrency$/);
  assert.match(first, /,'=order-1,.*,EUR,10000,100\.00,175,1\.75,EUR$/);
  assert.equal(rest.length, 5);
});

/** The files of an XLSX file (a ZIP), read by the offsets of its central directory. */
function unzip(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const end = zip.lastIndexOf("PK\u0005\u0006");
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [size, nameLength, extra, comment] = [20, 28, 30, 32].map((place) =>
      place === 20 ? zip.readUInt32LE(at + place) : zip.readUInt16LE(at + place),
    ) as [number, number, number, number];
    const local = zip.readUInt32LE(at + 42);
    const name = zip.toString("utf8", at + 46, at + 46 + nameLength);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const data = zip.subarray(start, start + size);
    files.set(name, (zip.readUInt16LE(at + 10) === 0 ? data : inflateRawSync(data)).toString("utf8"));
    at += 46 + nameLength + extra + comment;
  }
  return files;
}

type Cell = { readonly type: string; readonly style: number; text: string; isFormula: boolean };

/** The cells of a sheet, by their references such as B2, as a namespace-aware XML parser reads them. */
function cellsOf(xml: string): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  let current: Cell | undefined;
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) => {
    if (name === "f" && current) current.isFormula = true;
    if (name !== "c") return;
    current = { type: attributes.t ?? "n", style: Number(attributes.s ?? 0), text: "", isFormula: false };
    cells.set(attributes.r ?? "", current);
  });
  parser.on("text", (text) => {
    if (current) current.text += text;
  });
  parser.on("closetag", ({ name }) => {
    if (name === "c") current = undefined;
  });
  parser.write(xml).close();
  return cells;
}

/** The format of each style of cells. */
function formatsOf(xml: string): string[] {
  const codes = new Map<string, string>();
  const formats: string[] = [];
  let isCells = false;
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) => {
    if (name === "numFmt") codes.set(attributes.numFmtId ?? "", attributes.formatCode ?? "");
    if (name === "cellXfs") isCells = true;
    if (name === "xf" && isCells) formats.push(codes.get(attributes.numFmtId ?? "") ?? "");
  });
  parser.on("closetag", ({ name }) => {
    if (name === "cellXfs") isCells = false;
  });
  parser.write(xml).close();
  return formats;
}

test("XLSX has numbers with the currency's decimals, real dates, and texts that are no formulas", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "kassa-report-"));
  const out = path.join(folder, "payments.xlsx");
  const args = ["reports", "payments", "--month", month, "--mode", "sandbox", "--out", out];
  const { code, stdout, stderr } = await shop.command(...args, "--tenant", shop.kassa.tenant.tenant.id);
  assert.deepEqual([code, stdout, stderr], [0, "", ""]);
  assert.deepEqual(readdirSync(folder), ["payments.xlsx"]);
  const files = unzip(readFileSync(out));
  const cells = cellsOf(files.get("xl/worksheets/sheet1.xml") ?? "");
  const formats = formatsOf(files.get("xl/styles.xml") ?? "");
  const { data, totals } = await report("payments");
  const columns = Object.keys(data[0]);
  const at = (name: string, row: number): Cell | undefined =>
    cells.get(`${String.fromCharCode(65 + columns.indexOf(name))}${row}`);
  assert.deepEqual(
    columns.map((name) => at(name, 1)?.text),
    columns,
  );
  const [order, amount, date] = [at("orderReference", 2), at("amount", 2), at("date", 2)];
  assert.deepEqual([order?.text, order?.isFormula, order?.type === "n"], ["=order-1", false, false]);
  assert.deepEqual([amount?.type, amount?.text, formats[amount?.style ?? 0]], ["n", "100.00", "#,##0.00"]);
  // Spreadsheets count days from 1899-12-30.
  const time = Date.UTC(1899, 11, 30) + Number(date?.text) * 86_400_000;
  assert.ok(Math.abs(time - Date.parse(data[0].date)) < 1_000, date?.text);
  assert.deepEqual([date?.type, formats[date?.style ?? 0]], ["n", "yyyy-mm-dd hh:mm:ss"]);
  for (const [index, line] of data.entries())
    assert.equal(Math.round(Number(at("amount", index + 2)?.text) * 100), line.amount);
  const sums = cellsOf(files.get("xl/worksheets/sheet2.xml") ?? "");
  assert.deepEqual(
    ["A2", "B2", "C2"].map((place) => sums.get(place)?.text),
    ["EUR", "5", (totals[0].amount / 100).toFixed(2)],
  );
});

test("XLSX and CSV have all of many lines, and XLSX of more lines than a sheet has is refused", async () => {
  const [row] = await shop.kassa.db.sql<{ id: string }>(
    "SELECT id FROM ledger_transactions WHERE kind = 'settled' LIMIT 1",
  );
  const count = 20_001;
  await shop.kassa.db.sql(
    `INSERT INTO ledger_transactions (tenant_id, id, mode, kind, source_id, connector_account, currency, accounts, amounts)
     SELECT tenant_id, left(id, -6) || to_char(n, 'FM000000'), mode, 'settlement_fee', 'stl_' || n, connector_account, 'JPY',
       '{processing_fees,psp_receivable}', '{1,-1}' FROM ledger_transactions, generate_series(1, ${count}) n WHERE id = $1`,
    [row?.id],
  );
  try {
    const answer = await fetch(`${shop.kassa.url}/api/reports/fees?month=${month}&format=xlsx`, {
      headers: { authorization: `Bearer ${shop.kassa.tenant.keys.sandbox.secret}` },
    });
    const files = unzip(Buffer.from(await answer.arrayBuffer()));
    assert.equal(files.get("xl/worksheets/sheet1.xml")?.match(/<row /g)?.length, count + 7 + 1);
    const owner = { tenantId: shop.kassa.tenant.tenant.tenantId, mode: "sandbox" } as const;
    const refused = await makeReport(shop.kassa.db.database, owner, "fees", { month, format: "xlsx" }, count);
    assert.equal(!refused.ok && refused.failure.code, "report_too_large");
    const { totals, data } = await report("fees");
    assert.deepEqual(
      totals.map(({ currency, lines }: JsonBody) => `${currency} ${lines}`),
      ["EUR 7", `JPY ${count}`],
    );
    assert.equal(new Set(data.map(({ transaction }: JsonBody) => transaction)).size, count + 7);
    const csv = (await ask("fees", "&format=csv")).text;
    assert.equal(csv.split("\r\n").length, count + 7 + 2);
  } finally {
    await shop.kassa.db.sql("DELETE FROM ledger_transactions WHERE currency = 'JPY'");
  }
});

test("a report of a closed month stays as it is, whatever becomes known later", async () => {
  const settled = await shop.pay({ amount: 6_000 });
  await shop.importSettlements();
  const unsettled = await shop.pay({ amount: 7_000 });
  const lineOf = async ({ id }: JsonBody): Promise<JsonBody> =>
    (await report("payments")).data.find(({ payment }: JsonBody) => payment === id);
  assert.deepEqual(
    [(await lineOf(settled)).fee > 0, (await lineOf(settled)).settlementBatch, (await lineOf(unsettled)).fee],
    [true, null, null],
  );
  // The month isn't over in real time. From now on, everything is posted at the beginning of the next one.
  await shop.kassa.db.sql(
    `INSERT INTO ledger_periods (tenant_id, mode, month, status, ends_at, differences, incomplete_imports)
     VALUES ($1, 'sandbox', $2, 'closed', date_trunc('month', now(), 'UTC') + interval '1 month', '[]', '[]')`,
    [shop.kassa.tenant.tenant.tenantId, month],
  );
  const before = await Promise.all(names.map(async (name) => (await ask(name, "&format=csv")).text));
  assert.equal((await report("payments")).closed, true);
  const payout = shop.stripe.payOut("eur");
  await shop.importSettlements();
  const known = (await shop.ask("GET", `/api/settlement-lines?payment=${unsettled.id}`)).data;
  assert.deepEqual([known[0].batch, known[0].status], [payout?.id, "matched"], "it is known by now");
  const now = await Promise.all(names.map(async (name) => (await ask(name, "&format=csv")).text));
  assert.deepEqual(now, before);

  await shop.kassa.db.sql("UPDATE ledger_periods SET status = 'reopened', reason = 'Test'");
  const line = await lineOf(unsettled);
  assert.deepEqual([line.fee > 0, line.settlementBatch], [true, payout?.id], "an open month shows it");
});
