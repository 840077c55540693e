import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { beginPayment } from "../../../src/payments/attempts/begin-payment.ts";
import { capturePayment } from "../../../src/payments/movements/capture-payment.ts";
import { refundPayment } from "../../../src/payments/movements/refund-payment.ts";
import { cardOf, type PaymentRig, startPaymentRig } from "../../support/payments.ts";
import { Lost } from "../house/lost.ts";
import type { ApiCall } from "../play/client.ts";
import type { Entry } from "../play/journal.ts";
import { checkAskedAmounts } from "./asked-amounts.ts";
import { checkClientView } from "./client-view.ts";

/** What merchants know, held against what is stored of a sale of 100 of which 80 were captured and 30 refunded. */
let rig: PaymentRig;
let create: Entry;
let capture: Entry;
let refund: Entry;

const merchant = { name: "north", tenantId: 1, sandboxKey: "", liveKey: "" };
const entryOf = (call: Pick<ApiCall, "path" | "body" | "key">, id: string): Entry => ({
  ...{ call: { merchant, method: "POST", label: "s1", ...call }, status: 200, id, digest: "" },
  ...{ refusal: undefined, amount: undefined, currency: undefined, wasLost: false },
});

before(async () => {
  rig = await startPaymentRig();
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
after(() => rig.close());

async function judged(entries: readonly Entry[], unanswered: readonly Entry[] = []): Promise<string> {
  const journal = { entries: [...entries], unanswered: unanswered.map(({ call }) => call), violations: [] };
  return (await checkClientView({ cluster: rig.db, lost: new Lost() }, journal)).join("\n");
}

const withKey = (entry: Entry, key: string): Entry => ({ ...entry, call: { ...entry.call, key } });

test("calls that had their effect once are no violations, whether they were answered or not", async () => {
  assert.equal(await judged([create, capture, refund]), "");
  assert.equal(await judged([create], [capture, refund]), "");
});

test("a session or refund that was acknowledged and isn't there is a violation", async () => {
  assert.match(await judged([{ ...create, id: "cs_x" }, capture, refund]), /session cs_x .* is not there/);
  assert.match(
    await judged([create, capture, refund, { ...refund, id: "re_x" }]),
    /refund re_x .* is not there/,
  );
});

test("a second session of one create call is a violation", async () => {
  const second = await rig.makeSession();
  await rig.db.sql("UPDATE checkout_sessions SET client_reference_id = 's1' WHERE id = $1", [second]);
  assert.match(await judged([create, capture, refund]), /one create call \(s1\) made 2 sessions/);
  await rig.db.sql("UPDATE checkout_sessions SET client_reference_id = NULL WHERE id = $1", [second]);
});

test("a refund that nobody was told of is a violation", async () => {
  assert.match(await judged([create, capture]), /has 1 refunds that nobody was told of/);
});

test("fewer captures than were acknowledged, or more than were asked for, are violations", async () => {
  const twice = [capture, withKey(capture, "again")];
  assert.match(await judged([create, refund, ...twice]), /2 calls were acknowledged, 1 movements are there/);
  assert.match(await judged([create, refund]), /0 keys were used, 1 movements are there/);
});

test("two answers to one key are a violation", async () => {
  assert.match(
    await judged([create, { ...create, digest: "other" }, capture, refund]),
    /was answered in 2 ways/,
  );
});

test("a refund of all that was left is a violation when less is stored", async () => {
  const left = async (entry: Entry): Promise<string[]> =>
    checkAskedAmounts({ cluster: rig.db, lost: new Lost() }, { entries: [entry], unanswered: [] });
  const { payment } = refund.call.body as { payment: string };
  const ofTheRest = { ...refund, call: { ...refund.call, body: { payment } }, amount: 30, currency: "EUR" };
  assert.match((await left(ofTheRest)).join(), /asked for all that was left .*, which was 80; 30 is stored/);
  const rest = await refundPayment(rig.deps, rig.scope, payment, {});
  assert.ok(rest.ok);
  assert.deepEqual(await left({ ...ofTheRest, id: rest.value.id, amount: 50 }), []);
});
