import assert from "node:assert/strict";
import { after, before, type TestContext, test } from "node:test";
import { findCurrency } from "../../src/kernel/currency.ts";
import type { JsonBody } from "../support/app.ts";
import { noOpenpyxl, readXlsx, type XlsxCell } from "../support/xlsx/read-xlsx.ts";
import { type StripeShop, startStripeShop } from "./stripe-shop.ts";

// XLSX reports as a program that others wrote reads them, compared with the same reports in JSON.
let shop: StripeShop;
/** What a spreadsheet would calculate, round or take for a date, if it were no text. */
const orders = [
  "=1+1",
  "+cmd|'/C calc'!A0",
  "-2+3",
  "@SUM(A1)",
  "000123",
  "1E5",
  "2026-11-01",
  '<b>&"x"',
  "DDE()|1",
];
const month = new Date().toISOString().slice(0, 7);
before(async () => {
  shop = await startStripeShop();
  for (const clientReferenceId of orders) await shop.pay({ clientReferenceId, amount: 10_001 });
  const inYen = await shop.pay({ currency: "JPY", amount: 12_345 });
  await shop.ask("POST", "/api/refunds", { payment: inYen.id, amount: 345 });
  await shop.decideDispute(await shop.payAndDispute({ amount: 4_207 }), "lost");
  shop.stripe.payOut("eur");
  await shop.importSettlements();
});
after(() => shop.close());

async function ask(name: string, format: string): Promise<Response> {
  const key = shop.kassa.tenant.keys.sandbox.secret;
  const url = `${shop.kassa.url}/api/reports/${name}?month=${month}&format=${format}`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  assert.equal(answer.status, 200, url);
  return answer;
}

/** A cell has what JSON says: a text as a text, an amount in major units, a time to the second in UTC, nothing for null. */
function assertCell(
  [type, value, format]: XlsxCell,
  expected: JsonBody,
  name: string,
  currency: string,
): void {
  const what = `${name}: ${JSON.stringify([type, value, format, expected])}`;
  if (expected === null) assert.equal(value, null, what);
  else if (typeof expected === "number") {
    const exponent = findCurrency(currency)?.exponent ?? 0;
    assert.equal(type, "n", what);
    assert.equal(Math.round(Number(value) * 10 ** exponent), expected, what);
    assert.equal(format, exponent === 0 ? "#,##0" : `#,##0.${"0".repeat(exponent)}`, what);
  } else if (name === "date") {
    assert.equal(type, "d", what);
    assert.ok(Math.abs(Date.parse(`${value}Z`) - Date.parse(expected)) < 1_000, what);
  } else assert.deepEqual([type, value], ["s", expected], what);
}

for (const name of ["payments", "refunds", "disputes", "fees", "payouts"])
  test(`openpyxl reads the lines and totals of ${name} as JSON has them, and no formula`, async (t: TestContext) => {
    const sheets = readXlsx(new Uint8Array(await (await ask(name, "xlsx")).arrayBuffer()));
    if (!sheets) return t.diagnostic(noOpenpyxl);
    const { data, totals }: JsonBody = await (await ask(name, "json")).json();
    const [lines, sums] = sheets;
    assert.ok(lines && sums && data.length > 0);
    const columns = Object.keys(data[0]);
    assert.deepEqual(
      lines.rows[0]?.map(([, value]) => value),
      columns,
    );
    assert.equal(lines.rows.length, data.length + 1);
    for (const [index, line] of data.entries())
      for (const [place, column] of columns.entries()) {
        const cell = lines.rows[index + 1]?.[place] ?? ["n", null, ""];
        const currency = column === "fee" && line.feeCurrency ? line.feeCurrency : line.currency;
        assertCell(cell, line[column], column, currency);
      }
    const [header = [], ...rows] = sums.rows;
    assert.equal(rows.length, totals.length);
    for (const [index, total] of totals.entries())
      for (const [place, [, column]] of header.entries()) {
        const cell = rows[index]?.[place] ?? ["n", null, ""];
        if (column === "lines") assert.equal(cell[1], total.lines);
        else assertCell(cell, total[String(column)], String(column), total.currency);
      }
    const formulas = sheets.flatMap(({ rows: all }) => all.flat()).filter(([type]) => type === "f");
    assert.deepEqual(formulas, []);
    if (name !== "payments") return;
    const reported = new Set<string>(data.map(({ orderReference }: JsonBody) => orderReference));
    assert.deepEqual(
      orders.filter((order) => !reported.has(order)),
      [],
    );
  });
