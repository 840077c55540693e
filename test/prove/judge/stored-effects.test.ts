import assert from "node:assert/strict";
import { test } from "node:test";
import { applyOutcome } from "../../../src/payments/attempts/apply-outcome.ts";
import { beginPayment } from "../../../src/payments/attempts/begin-payment.ts";
import { capturePayment, refundPayment } from "../../../src/payments/movements/move-money.ts";
import { cardOf, usePaymentTestbed } from "../../support/payments.ts";
import { DataLosses } from "../testbed/data-losses.ts";
import type { ApiCall } from "../workload/client.ts";
import type { Entry } from "../workload/journal.ts";
import { checkMerchantRecords } from "./merchant-records.ts";
import { checkRequestedAmounts } from "./requested-amounts.ts";

// Merchants' records compared with a stored payment of 100, of which 80 were captured and 30 refunded.

let create: Entry;
let capture: Entry;
let refund: Entry;

const merchant = { name: "north", tenantId: 1, sandboxKey: "", liveKey: "" };
const entryOf = (call: Pick<ApiCall, "path" | "body" | "key">, id: string): Entry => ({
  ...{ call: { merchant, method: "POST", label: "s1", ...call }, status: 200, id, digest: "" },
  ...{ refusal: undefined, amount: undefined, currency: undefined, wasLost: false },
});

const rig = usePaymentTestbed({}, async () => {
  const session = await rig.makeSession({ amount: 100, capture: "manual" });
  await rig.db.sql("UPDATE checkout_sessions SET client_reference_id = 's1' WHERE id = $1", [session]);
  await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
  const [attempt] = await rig.attemptsOf(session);
  assert.ok(attempt);
  const payment = attempt.paymentId;
  assert.ok((await capturePayment(rig.deps, rig.scope, payment, { amount: 80 })).ok);
  const refunded = await refundPayment(rig.deps, rig.scope, payment, { amount: 30 });
  assert.ok(refunded.ok);
  create = entryOf({ path: "/checkout/sessions", body: { clientReferenceId: "s1" }, key: "create" }, session);
  capture = entryOf({ path: `/payments/${payment}/capture`, body: { amount: 80 }, key: "capture" }, payment);
  refund = entryOf({ path: "/refunds", body: { payment, amount: 30 } }, refunded.value.id);
});

async function judged(entries: readonly Entry[], unanswered: readonly Entry[] = []): Promise<string> {
  const journal = { entries: [...entries], unanswered: unanswered.map(({ call }) => call), violations: [] };
  return (await checkMerchantRecords({ cluster: rig.db, dataLosses: new DataLosses() }, journal)).join("\n");
}

const withKey = (entry: Entry, key: string): Entry => ({ ...entry, call: { ...entry.call, key } });

test("accepts answered and unanswered calls that took effect once", async () => {
  assert.equal(await judged([create, capture, refund]), "");
  assert.equal(await judged([create], [capture, refund]), "");
});

test("reports an acknowledged session or refund that is missing", async () => {
  assert.match(await judged([{ ...create, id: "cs_x" }, capture, refund]), /session cs_x .* is missing/);
  assert.match(
    await judged([create, capture, refund, { ...refund, id: "re_x" }]),
    /refund re_x .* is missing/,
  );
});

test("reports a second session of one create call", async () => {
  const second = await rig.makeSession();
  await rig.db.sql("UPDATE checkout_sessions SET client_reference_id = 's1' WHERE id = $1", [second]);
  assert.match(await judged([create, capture, refund]), /create call s1 made 2 sessions/);
  await rig.db.sql("UPDATE checkout_sessions SET client_reference_id = NULL WHERE id = $1", [second]);
});

test("reports a refund that no call explains", async () => {
  assert.match(await judged([create, capture]), /has 1 refunds that no call explains/);
});

test("reports fewer captures than acknowledged calls and more captures than keys", async () => {
  const twice = [capture, withKey(capture, "again")];
  assert.match(await judged([create, refund, ...twice]), /2 calls were acknowledged, 1 movements exist/);
  assert.match(await judged([create, refund]), /0 keys were used, 1 movements exist/);
});

test("reports two different responses to one idempotency key", async () => {
  assert.match(
    await judged([create, { ...create, digest: "other" }, capture, refund]),
    /had 2 different responses/,
  );
});

async function amountsOf(entry: Entry): Promise<string[]> {
  return checkRequestedAmounts(
    { cluster: rig.db, dataLosses: new DataLosses() },
    { entries: [entry], unanswered: [] },
  );
}

/** The entry of a refund without an amount. */
const remainderEntry = (payment: string, id: string, amount: number): Entry => ({
  ...entryOf({ path: "/refunds", body: { payment } }, id),
  ...{ amount, currency: "EUR" },
});

test("reports a refund without an amount that is smaller than the remainder", async () => {
  const { payment } = refund.call.body as { payment: string };
  assert.ok(refund.id);
  assert.match(
    (await amountsOf(remainderEntry(payment, refund.id, 30))).join(),
    /requested the remainder .*, which was 80; the database has 30/,
  );
  const rest = await refundPayment(rig.deps, rig.scope, payment, {});
  assert.ok(rest.ok);
  assert.deepEqual(await amountsOf(remainderEntry(payment, rest.value.id, 50)), []);
});

test("accepts a refund of the remainder of a charge that failed after the refund", async () => {
  const session = await rig.makeSession({ amount: 100 });
  await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
  const [attempt] = await rig.attemptsOf(session);
  assert.ok(attempt);
  const refunded = await refundPayment(rig.deps, rig.scope, attempt.paymentId, {});
  assert.ok(refunded.ok);
  const failed = { kind: "failed", pspReference: "spc_1", reason: "account_closed" } as const;
  const whenAsked = { status: "approved", revision: 0 } as const;
  assert.equal(await applyOutcome(rig.deps, rig.scope, attempt.id, failed, { whenAsked }), "moved");
  assert.deepEqual(await amountsOf(remainderEntry(attempt.paymentId, refunded.value.id, 100)), []);
});
