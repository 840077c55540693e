import assert from "node:assert/strict";
import { test } from "node:test";
import type { ApiCall } from "../play/client.ts";
import type { Entry } from "../play/journal.ts";
import { callsForTheRest, compareAskedAmounts, type StoredAmounts } from "./asked-amounts.ts";

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
  compareAskedAmounts({ entries: [...made], unanswered: [] }, stored);

const withAmount = (id: string, amount: number): StoredAmounts => ({
  ...sound,
  sessions: sound.sessions.map((row) => (row.id === id ? { ...row, amount } : row)),
  movements: sound.movements.map((row) => (row.id === id ? { ...row, amount } : row)),
});

test("amounts that are answered and stored as asked for are no violations", () => {
  assert.deepEqual(compare(sound), []);
});

for (const [id, asked] of [
  ["cs_1", 100],
  ["re_1", 30],
  ["cap_1", 80],
] as const) {
  test(`${id} stored with one unit less than asked for is a violation`, () => {
    const [words, ...others] = compare(withAmount(id, asked - 1));
    assert.match(words ?? "", new RegExp(`asked for ${asked}.*; ${asked - 1} EUR is stored`));
    assert.deepEqual(others, []);
  });
}

test("an answer with another amount or currency is a violation", () => {
  const [session, ...others] = entries;
  assert.ok(session);
  assert.match(compare(sound, [{ ...session, amount: 99 }, ...others]).join(), /99 EUR is answered/);
  assert.match(compare(sound, [{ ...session, currency: "USD" }, ...others]).join(), /100 USD is answered/);
});

test("a call without an answer is compared by its key", () => {
  const journal = { entries: [], unanswered: [refund] };
  assert.match(compareAskedAmounts(journal, withAmount("re_1", 29)).join(), /asked for 30; 29 EUR is stored/);
});

test("calls that name no amount are found by their key or their answer", () => {
  const all = { ...refund, body: {} };
  const unkeyed = { ...all, key: undefined };
  const journal = { entries: [entryOf(unkeyed, "re_2", 5), entryOf(refund, "re_3", 30)], unanswered: [all] };
  assert.deepEqual(callsForTheRest(journal, sound), ["re_2", "re_1"]);
});
