import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cardOf, type PaymentRig, startPaymentRig } from "../../test/support/payments.ts";
import { until } from "../../test/support/until.ts";
import type { NotificationSubject } from "../connectors/contract.ts";
import { makeId } from "../kernel/id.ts";
import { beginPayment } from "./begin-payment.ts";
import { callOffKey, returnKey } from "./psp-keys.ts";
import { type Received, receiveNotification } from "./receive-notification.ts";
import { refundPayment } from "./refund-payment.ts";

let rig: PaymentRig;
before(async () => {
  rig = await startPaymentRig({ apps: 1, notify: true, pendingMs: 300 });
});
after(() => rig.close());

async function refunded(
  number: string,
): Promise<{ session: string; payment: string; attempt: string; refund: string }> {
  const session = await rig.makeSession({ amount: 100 });
  await beginPayment(rig.deps, rig.scope, session, { ...cardOf("approved"), number });
  const [attempt] = await rig.attemptsOf(session);
  assert.ok(attempt);
  const refund = await refundPayment(rig.deps, rig.scope, attempt.paymentId, { amount: 40 });
  assert.ok(refund.ok);
  return { session, payment: attempt.paymentId, attempt: attempt.id, refund: refund.value.id };
}

for (const [number, end, events] of [
  ["4000000000007726", "succeeded", ["refund.created", "refund.succeeded"]],
  ["4200000000000604", "failed", ["refund.created", "refund.failed"]],
  ["4000000000005126", "failed", ["refund.created", "refund.succeeded", "refund.failed"]],
] as const) {
  test(`the PSP's notifier and Kassa together: ${events.join(", ")}`, async () => {
    const { session, refund } = await refunded(number);
    const hasEnded = async (): Promise<boolean> => {
      const [row] = await rig.db.sql<{ status: string; told: number }>(
        `SELECT status, (SELECT count(*)::int FROM sandbox_psp.movements WHERE idempotency_key = $1 AND due_at IS NULL) AS told
         FROM movements WHERE id = $1`,
        [refund],
      );
      return row?.status === end && row.told === 1;
    };
    await until(hasEnded, `the refund has ${end}`, 20_000);
    assert.deepEqual((await rig.eventsOf(session)).slice(2), events);
    await rig.assertSound();
  });
}

let counter = 0;

/** What becomes of a notification that is what it says it is. */
async function hear(about: NotificationSubject, account?: string, mode = rig.scope.mode): Promise<Received> {
  const route = rig.deps.connectors.connectorFor(rig.scope);
  assert.ok(route);
  counter += 1;
  const eventId = `evt_${counter}`;
  const connector = {
    ...route.connector,
    parseNotification: () => ({ kind: "accepted", eventId, mode, about }) as const,
  };
  const to = account === undefined ? route.account : { ...route.account, id: account };
  return receiveNotification(rig.deps, { connector, account: to }, {}, Buffer.from("{}"));
}

const stored = (quarantined: string | null): Received => ({ kind: "stored", quarantined });

test("what a notification names has to be ours, of this mode and of this account", async () => {
  const { attempt, refund } = await refunded(cardOf("approved").number);
  const movement = (idempotencyKey: string) => ({ kind: "movement", idempotencyKey }) as const;
  assert.deepEqual(await hear(movement(refund)), stored(null));
  assert.deepEqual(await hear(movement(callOffKey(attempt))), stored(null));
  assert.deepEqual(await hear(movement(refund), "another-account"), stored("account_mismatch"));
  assert.deepEqual(await hear(movement(refund), undefined, "live"), stored("mode_mismatch"));
  const { tenantId } = rig.scope;
  const now = Date.now();
  for (const stranger of [
    makeId("re", "sandbox", tenantId, now),
    makeId("cap", "sandbox", tenantId + 1, now),
    makeId("vd", "live", tenantId, now),
    returnKey(attempt, 1),
    "nonsense",
  ]) {
    assert.deepEqual(await hear(movement(stranger)), stored("unknown_movement"));
  }
  const dispute = { kind: "dispute", pspReference: "dp_1" } as const;
  assert.deepEqual(await hear({ ...dispute, chargeKey: attempt }), stored(null));
  assert.deepEqual(await hear({ ...dispute, chargeKey: refund }), stored("unknown_attempt"));
  assert.deepEqual(await hear({ kind: "charge", idempotencyKey: refund }), stored("unknown_attempt"));
});
