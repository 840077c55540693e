import assert from "node:assert/strict";
import { test } from "node:test";
import { compareSettledBooks, type SettledBooks } from "./settled-books.ts";

const move = (effect: string, amount: number) => ({ effect, amount, currency: "eur" });

/** Charges of 1000 and 500, a refund of 300, a dispute of 500; fees of 40; 600 paid out. */
const agreeing: SettledBooks = {
  psps: [
    {
      connector: "stripe",
      log: [
        move("authorized", 1000),
        ...[move("captured", 1000), move("captured", 500), move("refunded", 300), move("disputed", 500)],
      ],
      sheets: [{ currency: "EUR", balance: 60, paidOut: 600 }],
    },
  ],
  ledger: [
    { connector: "stripe", currency: "EUR", receivable: 60, paidOut: 600, fees: 40, unexplained: 0 },
    { connector: "mollie", currency: "EUR", receivable: 1, paidOut: 2, fees: 3, unexplained: 0 },
  ],
  open: [],
  exceptions: [],
  lines: [
    { connector: "stripe", currency: "EUR", type: "charge", gross: 1500 },
    { connector: "stripe", currency: "EUR", type: "refund", gross: -300 },
    { connector: "stripe", currency: "EUR", type: "dispute", gross: -500 },
    { connector: "stripe", currency: "USD", type: "charge", gross: 7 },
  ],
};

const withLedger = (changes: Partial<SettledBooks["ledger"][number]>): SettledBooks => ({
  ...agreeing,
  ledger: agreeing.ledger.map((row) => (row.connector === "stripe" ? { ...row, ...changes } : row)),
});
const withPsp = (changes: Partial<SettledBooks["psps"][number]>): SettledBooks => ({
  ...agreeing,
  psps: agreeing.psps.map((psp) => ({ ...psp, ...changes })),
});

test("books that agree have no violation", () => {
  assert.deepEqual(compareSettledBooks(agreeing), []);
});

/** A difference in one of the books, and what the judge says of it. */
const differences: Readonly<Record<string, readonly [SettledBooks, RegExp]>> = {
  "a fee that Kassa didn't post": [withLedger({ fees: 0, receivable: 100 }), /fees is 0 in the ledger, 40/],
  "a balance that the PSP doesn't have": [
    withLedger({ receivable: 61 }),
    /what the PSP hasn't paid out is 61 in the ledger, 60 at the PSP/,
  ],
  "a payout that wasn't imported": [
    withLedger({ receivable: 660, paidOut: 0 }),
    /what the PSP has paid out is 0 in the ledger, 600/,
  ],
  "money in adjustments": [withLedger({ unexplained: -5 }), /what nothing explains is -5 in the ledger, 0/],
  "a currency without any posting": [
    { ...agreeing, ledger: [] },
    /stripe in EUR: what the PSP hasn't paid out is 0 in the ledger, 60/,
  ],
  "a charge that the PSP's books leave out": [
    { ...agreeing, lines: agreeing.lines.filter(({ type }) => type !== "charge") },
    /settlement lines of charges at stripe in EUR sum up to 0, and 1500 were moved/,
  ],
  "a refund that was booked twice": [
    { ...agreeing, lines: [...agreeing.lines, ...agreeing.lines.filter(({ type }) => type === "refund")] },
    /lines of refunds at stripe in EUR sum up to -600, and -300/,
  ],
  "a dispute that moved money without a line": [
    withPsp({ log: [...(agreeing.psps[0]?.log ?? []), move("dispute_returned", 500)] }),
    /lines of disputes at stripe in EUR sum up to -500, and 0/,
  ],
  "a payment that isn't settled": [
    { ...agreeing, open: [{ connector: "stripe", payment: "pay_1", currency: "EUR", amount: 200 }] },
    /payment pay_1 at stripe: 200 EUR of psp_clearing isn't settled/,
  ],
  "a line that Kassa can't explain": [
    {
      ...agreeing,
      exceptions: [
        {
          ...{
            connector: "stripe",
            type: "refund",
            reason: "amount_differs",
            about: "re_1",
            payment: "pay_1",
          },
          ...{ currency: "EUR", gross: -300 },
        },
      ],
    },
    /refund line about re_1 of -300 EUR at stripe is an exception: amount_differs/,
  ],
};

for (const [name, [books, pattern]] of Object.entries(differences))
  test(`${name} is a violation`, () => {
    const violations = compareSettledBooks(books);
    assert.ok(
      violations.some((violation) => pattern.test(violation)),
      JSON.stringify(violations),
    );
  });
