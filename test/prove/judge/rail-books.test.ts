import assert from "node:assert/strict";
import { test } from "node:test";
import { type AccountRow, type ChargeRow, compareRailBooks, type PspEntry } from "./rail-books.ts";

const charge = (changes: Partial<ChargeRow> = {}): ChargeRow => ({
  id: "att_1",
  hosted: "cs_test_1",
  session: "cs_1",
  connector: "stripe",
  status: "approved",
  amount: 1000,
  currency: "EUR",
  capture: "automatic",
  captured: 0,
  refunded: 300,
  cleared: 700,
  ...changes,
});

const entry = (effect: string, amount: number, changes: Partial<PspEntry> = {}): PspEntry => ({
  connector: "stripe",
  charge: "cs_test_1",
  currency: "eur",
  effect,
  amount,
  ...changes,
});

const log = [entry("authorized", 1000), entry("captured", 1000), entry("refunded", 300)];
const accounts: readonly AccountRow[] = [{ connector: "stripe", currency: "EUR", held: 700 }];

/** One broken book, and a part of the violation that must be found. */
const broken: Readonly<
  Record<
    string,
    { rows?: ChargeRow[]; accounts?: AccountRow[]; log?: readonly PspEntry[]; found: readonly RegExp[] }
  >
> = {
  "the PSP's book has lost the charge": {
    log: [],
    found: [
      /whether it was charged is true for Kassa, false at the PSP/,
      /what was refunded is 300 for Kassa, 0 at the PSP/,
      /the account at stripe in EUR has 700 in the ledger, 0 at the PSP/,
    ],
  },
  "Kassa doesn't know the charge": {
    rows: [],
    found: [/charge cs_test_1 at stripe belongs to 0 attempts/],
  },
  "two attempts claim the charge": {
    rows: [charge(), charge({ id: "att_2", status: "declined", refunded: 0, cleared: 0 })],
    found: [/belongs to 2 attempts/],
  },
  "a posting was made twice": {
    rows: [charge({ cleared: 1700 })],
    accounts: [{ connector: "stripe", currency: "EUR", held: 1700 }],
    found: [/what the PSP holds is 1700 for Kassa, 700/, /has 1700 in the ledger, 700/],
  },
  "a posting has no source that belongs to a charge": {
    accounts: [{ connector: "stripe", currency: "EUR", held: 900 }],
    found: [/has 900 in the ledger, 700/],
  },
  "the PSP charged the attempt twice": {
    log: [...log, entry("authorized", 1000), entry("captured", 1000)],
    found: [/the number of charges is 1 for Kassa, 2/, /what was captured is 1000 for Kassa, 2000/],
  },
  "the PSP took another amount": {
    log: [entry("authorized", 1100), ...log.slice(1)],
    found: [/the amount is 1000 for Kassa, 1100/],
  },
  "the PSP took another currency": {
    log: log.map((one) => ({ ...one, currency: "usd" })),
    found: [/the currency is EUR for Kassa, USD/],
  },
  "a refund was made that Kassa doesn't know": {
    log: [...log, entry("refunded", 100)],
    found: [/what was refunded is 300 for Kassa, 400/],
  },
  "an attempt that was given up kept the customer's money": {
    rows: [charge({ status: "declined" })],
    found: [/\(declined\).* whether it was charged is false for Kassa, true/],
  },
  "an authorization of late funds is still reserved": {
    rows: [charge({ status: "late", capture: "manual", refunded: 0, cleared: 0 })],
    accounts: [],
    log: [entry("authorized", 1000)],
    found: [/what is still reserved is 0 for Kassa, 1000/],
  },
  "a session was paid twice": {
    rows: [charge(), charge({ id: "att_2", hosted: "tr_2", connector: "mollie" })],
    log: [...log, ...log.map((one) => ({ ...one, connector: "mollie", charge: "tr_2" }))],
    accounts: [...accounts, { connector: "mollie", currency: "EUR", held: 700 }],
    found: [/session cs_1 was charged 2 times/],
  },
};

test("books that agree have no violation; those of two PSPs are apart", () => {
  assert.deepEqual(compareRailBooks([charge()], accounts, log), []);
  const atAdyen = charge({ id: "att_2", hosted: "CS1", session: "cs_2", connector: "adyen" });
  const adyenLog = log.map((one) => ({ ...one, connector: "adyen", charge: "att_2" }));
  const both = [...accounts, { connector: "adyen", currency: "EUR", held: 700 }];
  assert.deepEqual(compareRailBooks([charge(), atAdyen], both, [...log, ...adyenLog]), []);
});

for (const [
  name,
  { found, rows = [charge()], accounts: held = [...accounts], log: book = log },
] of Object.entries(broken))
  test(name, () => {
    const violations = compareRailBooks(rows, held, book);
    for (const pattern of found)
      assert.ok(
        violations.some((violation) => pattern.test(violation)),
        `${pattern} in ${JSON.stringify(violations, null, 2)}`,
      );
  });
