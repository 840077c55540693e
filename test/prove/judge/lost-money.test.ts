import assert from "node:assert/strict";
import { test } from "node:test";
import { Lost } from "../house/lost.ts";
import type { Entry } from "../play/journal.ts";
import { touchedSessions, withoutLost } from "./lost-money.ts";

const merchant = { name: "north", tenantId: 1, sandboxKey: "", liveKey: "" };
const made = (label: string, id: string): Entry => ({
  call: { merchant, label, method: "POST", path: "/checkout/sessions" },
  ...{ status: 200, id, refusal: undefined, amount: 1, currency: "EUR", digest: "", wasLost: false },
});
const journal = { entries: [made("s1", "cs_1"), made("s2", "cs_2")] };
const complaint = (key: string): string =>
  `[2 the PSP's idempotency key is stored before the call and kept] the PSP has charge spc_1 under key ${key}, which no attempt has`;
const lost = { keys: new Set(["att_1"]), payments: new Set(["pay_1"]), disputes: new Set(["dp_1"]) };

test("sessions are touched by their client reference", () => {
  assert.deepEqual([...touchedSessions(journal, (label) => label === "s1")], ["cs_1"]);
});

test("what nobody knows at the PSP is explained only by a key that was lost", () => {
  assert.deepEqual(withoutLost([complaint("att_1"), complaint("att_2")], lost), [complaint("att_2")]);
});

test("a decline that nobody was told of is explained only of a payment whose session was touched", () => {
  const told = (payment: string): string =>
    `[6 one transition has one set of effects: declines and late money = events] payment ${payment} has 2 declined`;
  assert.deepEqual(withoutLost([told("pay_1"), told("pay_2")], lost), [told("pay_2")]);
});

test("one answer to a dispute more than was stored is explained only where something was lost", () => {
  const told = (dispute: string, asked: number): string =>
    `[2 what is asked of the PSP about a dispute is asked once, under a key that was stored before] the PSP was asked ${asked} times about dispute ${dispute}, which had 0 actions`;
  const [more, other] = [told("dp_1", 2), told("dp_2", 1)];
  assert.deepEqual(withoutLost([told("dp_1", 1), more, other], lost), [more, other]);
});

test("other violations of the same charge and payment stay", () => {
  const others = [
    "[1 a charge is authorized once] charge spc_1 was authorized 2 times",
    "[10 ledger = payments: the accounts hold what the amounts say] payment pay_1: refunds holds 1",
  ];
  assert.deepEqual(withoutLost(others, lost), others);
});

test("a session is touched when its play and a loss overlap", () => {
  const losses = new Lost();
  losses.begin("before");
  losses.end("before");
  const close = losses.open(Date.now() + 1);
  assert.equal(losses.touched("before"), false);
  losses.begin("meanwhile");
  assert.equal(losses.touched("meanwhile"), true);
  close();
  assert.equal(losses.touched("nobody knows"), false);
  assert.equal(losses.undone(Date.now() - 60_000), false);
});
