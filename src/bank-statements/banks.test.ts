import assert from "node:assert/strict";
import { test } from "node:test";
import { fixture, readFile } from "./test-support.ts";

/**
 * Files of banks, with the number of their entries and what these add up to in minor units. The same numbers come from another
 * reader, the Python package mt-940 5.x; of ASN's file, which it can't read, they are those that its balances say.
 */
const files = [
  ["abn-amro", 10, "EUR", -34_593],
  ["asn", 8, "EUR", 5_694],
  ["citi", 5, "USD", -114_275],
  ["ing", 7, "EUR", -4_559],
  ["mbank", 3, "PLN", 3],
  ["postfinance", 4, "CHF", 15_940],
  ["rabobank", 4, "EUR", -7_000],
  ["sberbank", 3, "HUF", -943_700],
  ["sns", 2, "EUR", -2_500],
] as const;

for (const [bank, count, currency, sum] of files)
  test(`a statement of ${bank} is read as its bank means it`, async () => {
    const { entries, faults } = await readFile(fixture(`banks/${bank}.sta`));
    assert.deepEqual(faults, []);
    assert.ok(entries.every((entry) => entry.status === "booked" && entry.currency === currency));
    const signed = entries.map(({ creditDebit, amountMinor }) =>
      creditDebit === "credit" ? amountMinor : -amountMinor,
    );
    assert.deepEqual([entries.length, signed.reduce((total, amount) => total + amount, 0)], [count, sum]);
  });
