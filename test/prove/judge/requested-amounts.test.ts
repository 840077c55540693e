import assert from "node:assert/strict";
import { test } from "node:test";
import type { ApiCall } from "../workload/client.ts";
import type { Entry } from "../workload/journal.ts";
import { callsWithoutAmount, compareRequestedAmounts, type StoredAmounts } from "./requested-amounts.ts";

const merchant = { name: "north", tenantId: 1, sandboxKey: "", liveKey: "" };

const create: ApiCall = {
  merchant,
  method: "POST",
  path: "/checkout/sessions",
  body: { amount: 100, currency: "EUR" },
};
const refund: ApiCall = { merchant, method: "POST", path: "/refunds", body: { amount: 30 }, key: "r" };
const capture: ApiCall = {
  merchant,
  method: "POST",
  path: "/payments/pay_1/capture",
  body: { amount: 80 },
  key: "c",
};

const entryOf = (call: ApiCall, id: string, amount: number): Entry => ({
  ...{ call, status: 200, id, refusal: undefined, amount, currency: "EUR", digest: "", wasLost: false },
});

const entries = [entryOf(create, "cs_1", 100), entryOf(refund, "re_1", 30), entryOf(capture, "pay_1", 100)];
const sound: StoredAmounts = {
  sessions: [{ id: "cs_1", amount: 100, currency: "EUR" }],
  movements: [
    { id: "re_1", kind: "refund", amount: 30, currency: "EUR" },
    { id: "cap_1", kind: "capture", amount: 80, currency: "EUR" },
  ],
  keys: [
    { tenantId: 1, key: "r", movement: "re_1" },
    { tenantId: 1, key: "c", movement: "cap_1" },
  ],
};

const compare = (stored: StoredAmounts, made: readonly Entry[] = entries) =>
  compareRequestedAmounts({ entries: [...made], unanswered: [] }, stored);

const withAmount = (id: string, amount: number): StoredAmounts => ({
  ...sound,
  sessions: sound.sessions.map((row) => (row.id === id ? { ...row, amount } : row)),
  movements: sound.movements.map((row) => (row.id === id ? { ...row, amount } : row)),
});

test("accepts responses and rows with the requested amounts", () => {
  assert.deepEqual(compare(sound), []);
});

for (const [id, requested] of [
  ["cs_1", 100],
  ["re_1", 30],
  ["cap_1", 80],
] as const) {
  test(`reports ${id} stored with one minor unit less than requested`, () => {
    const [violation, ...others] = compare(withAmount(id, requested - 1));
    assert.match(
      violation ?? "",
      new RegExp(`requested ${requested}.*; the database has ${requested - 1} EUR`),
    );
    assert.deepEqual(others, []);
  });
}

test("reports a response with another amount or currency", () => {
  const [session, ...others] = entries;
  assert.ok(session);
  assert.match(compare(sound, [{ ...session, amount: 99 }, ...others]).join(), /the response has 99 EUR/);
  assert.match(
    compare(sound, [{ ...session, currency: "USD" }, ...others]).join(),
    /the response has 100 USD/,
  );
});

test("compares an unanswered call by its idempotency key", () => {
  const journal = { entries: [], unanswered: [refund] };
  assert.match(
    compareRequestedAmounts(journal, withAmount("re_1", 29)).join(),
    /requested 30; the database has 29 EUR/,
  );
});

test("finds movements requested without an amount by their key or their response", () => {
  const fullRefund = { ...refund, body: {} };
  const unkeyed = { ...fullRefund, key: undefined };
  const journal = {
    entries: [entryOf(unkeyed, "re_2", 5), entryOf(refund, "re_3", 30)],
    unanswered: [fullRefund],
  };
  assert.deepEqual(callsWithoutAmount(journal, sound), ["re_2", "re_1"]);
});
