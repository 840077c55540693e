import assert from "node:assert/strict";
import { test } from "node:test";
import { balanceSheets } from "./balance-sheet.ts";

test("sums up what was booked and paid out in each currency", () => {
  const booked = [
    { currency: "eur", net: 975, isPayout: false },
    { currency: "EUR", net: -300, isPayout: false },
    { currency: "EUR", net: -600, isPayout: true },
    { currency: "USD", net: -50, isPayout: false },
  ];
  assert.deepEqual(balanceSheets(booked), [
    { currency: "EUR", balance: 75, paidOut: 600 },
    { currency: "USD", balance: -50, paidOut: 0 },
  ]);
});

test("a payout that comes back is on the balance again", () => {
  const booked = [100, -100, 100].map((net, index) => ({ currency: "EUR", net, isPayout: index > 0 }));
  assert.deepEqual(balanceSheets(booked), [{ currency: "EUR", balance: 100, paidOut: 0 }]);
});
