import assert from "node:assert/strict";
import { test } from "node:test";
import { compareBankBooks, type EntryRow, type TransferRow } from "./bank-books.ts";

const book = [
  { id: "B1", session: "cs_1", amount: 1000 },
  { id: "B2", session: "cs_1", amount: -300 },
  { id: "B3", session: "cs_2", amount: 50 },
];
const stored: readonly EntryRow[] = [
  { reference: "B1", amount: 1000, matchStatus: "matched" },
  { reference: "B2", amount: -300, matchStatus: "not_applicable" },
  { reference: "B3", amount: 50, matchStatus: "unmatched" },
];
const rows: readonly TransferRow[] = [{ session: "cs_1", cleared: 700, waiting: 0, owed: 0 }];
const withEntry = (index: number, changes: Partial<EntryRow>): EntryRow[] =>
  stored.map((entry, at) => (at === index ? { ...entry, ...changes } : entry));

test("books that agree have no violation: money that nobody has decided on counts for none", () => {
  assert.deepEqual(compareBankBooks(rows, stored, book), []);
  const apart = [{ session: "cs_1", cleared: 200, waiting: 400, owed: 100 }];
  assert.deepEqual(compareBankBooks(apart, stored, book), []);
});

test("an entry that is missing, stored twice, with another amount, or that the bank doesn't have", () => {
  assert.match(compareBankBooks(rows, stored.slice(1), book).join("\n"), /entry B1 is stored 0 times/);
  const twice = [...stored, ...stored.slice(0, 1)];
  assert.match(compareBankBooks(rows, twice, book).join("\n"), /entry B1 is stored 2 times/);
  const other = withEntry(0, { amount: 999 });
  assert.match(compareBankBooks(rows, other, book).join("\n"), /entry B1 of 1000 is stored as 999/);
  assert.match(compareBankBooks(rows, stored, book.slice(0, 2)).join("\n"), /the bank has no entry B3/);
});

test("a posting made twice, a lost posting, and money counted for nobody", () => {
  for (const cleared of [1400, 0])
    assert.match(
      compareBankBooks([{ session: "cs_1", cleared, waiting: 0, owed: 0 }], stored, book).join("\n"),
      /session cs_1: the bank has received 700 for it, less what went back; Kassa has/,
    );
  const matched = withEntry(2, { matchStatus: "matched" });
  assert.match(compareBankBooks(rows, matched, book).join("\n"), /session cs_2: the bank has received 50/);
});
