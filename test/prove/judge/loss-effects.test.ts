import assert from "node:assert/strict";
import { test } from "node:test";
import { beginPayment } from "../../../src/payments/attempts/begin-payment.ts";
import { cardOf, startPaymentTestbed } from "../../support/payments.ts";
import { DataLosses } from "../testbed/data-losses.ts";
import type { Entry } from "../workload/journal.ts";
import { sessionsAffectedByLoss, unknownKeys, withoutLossEffects } from "./loss-effects.ts";

const merchant = { name: "north", tenantId: 1, sandboxKey: "", liveKey: "" };
const made = (label: string, id: string): Entry => ({
  call: { merchant, label, method: "POST", path: "/checkout/sessions" },
  ...{ status: 200, id, refusal: undefined, amount: 1, currency: "EUR", digest: "", wasLost: false },
});
const journal = { entries: [made("s1", "cs_1"), made("s2", "cs_2")] };
const unknownCharge = (key: string): string =>
  `[2 the PSP's idempotency key is stored before the call and kept] the PSP has charge spc_1 under key ${key}, which no attempt has`;
const lost = { keys: new Set(["att_1"]), payments: new Set(["pay_1"]), disputes: new Set(["dp_1"]) };

test("finds affected sessions by their client reference", () => {
  assert.deepEqual([...sessionsAffectedByLoss(journal, (label) => label === "s1")], ["cs_1"]);
});

test("drops a charge unknown to Kassa only if its key was lost", () => {
  const violations = [unknownCharge("att_1"), unknownCharge("att_2")];
  assert.deepEqual(withoutLossEffects(violations, lost), [unknownCharge("att_2")]);
});

test("drops a decline without an event only for a payment of an affected session", () => {
  const missingEvent = (payment: string): string =>
    `[6 one transition has one set of effects: declines and late funds = events] payment ${payment} has 2 declined`;
  const violations = [missingEvent("pay_1"), missingEvent("pay_2")];
  assert.deepEqual(withoutLossEffects(violations, lost), [missingEvent("pay_2")]);
});

test("drops one unstored dispute request only for an affected dispute", () => {
  const requests = (dispute: string, count: number): string =>
    `[2 the PSP gets each request about a dispute once, under a key that was stored before] the PSP got ${count} requests about dispute ${dispute}, which had 0 actions`;
  const [two, other] = [requests("dp_1", 2), requests("dp_2", 1)];
  assert.deepEqual(withoutLossEffects([requests("dp_1", 1), two, other], lost), [two, other]);
});

test("keeps other violations of the same charge and payment", () => {
  const others = [
    "[1 a charge is authorized once] charge spc_1 was authorized 2 times",
    "[10 ledger = payments: the balances follow from the payment's amounts] payment pay_1: refunds is 1",
  ];
  assert.deepEqual(withoutLossEffects(others, lost), others);
});

test("a session is affected if it ran during a data loss", () => {
  const losses = new DataLosses();
  losses.sessionStarted("before");
  losses.sessionEnded("before");
  const close = losses.begin(Date.now() + 1);
  assert.equal(losses.affects("before"), false);
  losses.sessionStarted("meanwhile");
  assert.equal(losses.affects("meanwhile"), true);
  close();
  assert.equal(losses.affects("unknown"), false);
  assert.equal(losses.mayHaveUndone(Date.now() - 60_000), false);
});

test("a lost charge that was called off before anything was captured can't be re-learned; one with money can", async (t) => {
  const rig = await startPaymentTestbed();
  t.after(() => rig.close());
  const session = await rig.makeSession({ amount: 100, capture: "manual" });
  await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
  await rig.db.sql("UPDATE sandbox_psp.charges SET idempotency_key = 'att_lost'");
  const keys = async () => (await rig.db.sql<{ key: string }>(unknownKeys)).map(({ key }) => key);
  assert.deepEqual(await keys(), []);
  await rig.db.sql(`INSERT INTO sandbox_psp.movements (id, account, idempotency_key, merchant_reference, charge, kind, amount, currency)
    SELECT 'spm_1', account, 'att_lost-void', 'co_1', id, 'void', 100, currency FROM sandbox_psp.charges`);
  assert.deepEqual(await keys(), ["att_lost", "att_lost-void"]);
  await rig.db.sql("UPDATE sandbox_psp.charges SET amount_captured = 100");
  assert.deepEqual(await keys(), ["att_lost-void"]);
});
