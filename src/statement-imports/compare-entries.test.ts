import assert from "node:assert/strict";
import { test } from "node:test";
import type { EntryDetails } from "../bank-statements/entry.ts";
import type { NewBankEntry } from "./bank-entry.ts";
import { withoutRepeats } from "./compare-entries.ts";

const detail: EntryDetails = {
  creditDebit: "credit",
  ...{ amount: null, endToEndId: null, transactionId: null, bankReference: null },
  ...{ mandateId: null, creditorReferences: [], remittance: null, debtor: null, creditor: null },
  ...{ ultimateDebtor: null, purpose: null, returnReason: null, charges: [], original: null },
};

const entry = (entryKey: string, changes: Partial<NewBankEntry> = {}): NewBankEntry => ({
  ...{ bankAccountId: "bac", entryKey, status: "booked", creditDebit: "credit", reversal: false },
  ...{
    amountMinor: 1,
    currency: "EUR",
    bookingDate: null,
    valueDate: null,
    bankReference: null,
    details: [],
  },
  more: {
    ...{ statementId: null, entryReference: null, bankTransactionCode: null },
    ...{ batch: null, additionalInformation: null, charges: [] },
  },
  ...changes,
});

test("entries are stored in the order of their keys, so that two imports can't deadlock", () => {
  const keys = withoutRepeats(["c", "a", "b", "a"].map((key) => entry(key))).map(({ entryKey }) => entryKey);
  assert.deepEqual(keys, ["a", "b", "c"]);
});

test("of repeats, the furthest status and the most details count, whichever comes first", () => {
  const pending = entry("a", { status: "pending", details: [detail] });
  for (const repeats of [
    [pending, entry("a")],
    [entry("a"), pending],
  ])
    assert.deepEqual(withoutRepeats(repeats), [entry("a", { details: [detail] })]);
});
