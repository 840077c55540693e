import assert from "node:assert/strict";
import { test } from "node:test";
import { noOpenpyxl, readXlsx } from "../../test/support/xlsx/read-xlsx.ts";
import { columnsOf } from "./columns.ts";
import type { StoredRow } from "./export.ts";
import { toXlsx } from "./to-xlsx.ts";

/** A file of rows in chunks of 5, with sheets of 7 rows. */
async function write(rowCount: number): Promise<Buffer> {
  const rows = Array.from({ length: rowCount }, (_, at): StoredRow => ["EUR", `order-${at + 1}`, 100 + at]);
  async function* chunks() {
    for (let from = 0; from < rows.length; from += 5) yield rows.slice(from, from + 5);
  }
  const columns = columnsOf(["clientReferenceId", "amount"]);
  const written: Uint8Array[] = [];
  for await (const piece of toXlsx(columns, chunks(), rowCount, 7)) written.push(piece);
  return Buffer.concat(written);
}

for (const [rowCount, sizes] of [
  [0, [0]],
  [7, [7]],
  [8, [7, 1]],
  [20, [7, 7, 6]],
] as const)
  test(`${rowCount} rows are in sheets of ${sizes.join(" and ")}, each with a header, and none is lost or doubled`, async (t) => {
    const sheets = readXlsx(await write(rowCount));
    if (!sheets) return t.diagnostic(noOpenpyxl);
    assert.deepEqual(
      sheets.map(({ title, rows }) => [title, rows.length - 1]),
      sizes.map((size, at) => [at === 0 ? "Payments" : `Payments ${at + 1}`, size]),
    );
    for (const { rows } of sheets)
      assert.deepEqual(
        rows[0]?.map(([, name]) => name),
        ["clientReferenceId", "amount"],
      );
    const found = sheets.flatMap(({ rows }) => rows.slice(1).map((row) => row.map(([, value]) => value)));
    assert.deepEqual(
      found,
      Array.from({ length: rowCount }, (_, at) => [`order-${at + 1}`, (100 + at) / 100]),
    );
  });
