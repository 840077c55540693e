import assert from "node:assert/strict";
import { test } from "node:test";
import { cardOf, sandboxRoute, usePaymentTestbed } from "../../../test/support/payments.ts";
import { until } from "../../../test/support/until.ts";
import type { NotificationSubject } from "../../connectors/contract.ts";
import { makeId } from "../../kernel/id.ts";
import { beginPayment } from "../attempts/begin-payment.ts";
import { type Received, receiveNotification } from "../notifications/receive-notification.ts";
import { refundPayment } from "./move-money.ts";
import { callOffKey, returnKey } from "./psp-keys.ts";

const rig = usePaymentTestbed({ apps: 1, notify: true, pendingMs: 300 });

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
  test(`the PSP's notifications and Kassa agree: ${events.join(", ")}`, async () => {
    const { session, refund } = await refunded(number);
    const hasEnded = async (): Promise<boolean> => {
      const [row] = await rig.db.sql<{ status: string; told: number }>(
        `SELECT status, (SELECT count(*)::int FROM sandbox_psp.movements WHERE idempotency_key = psp_key AND due_at IS NULL) AS told
         FROM movements WHERE id = $1`,
        [refund],
      );
      return row?.status === end && row.told === 1;
    };
    await until(hasEnded, `the refund has ${end}`);
    assert.deepEqual((await rig.eventsOf(session)).slice(2), events);
    await rig.assertInvariants();
  });
}

let counter = 0;

/** The result of a notification with a valid signature. */
async function hear(about: NotificationSubject, account?: string, mode = rig.scope.mode): Promise<Received> {
  const route = await sandboxRoute(rig.deps.connectors, rig.scope);
  counter += 1;
  const eventId = `evt_${counter}`;
  const connector = {
    ...route.connector,
    parseNotification: async () => ({ kind: "accepted", eventId, mode, about: [about] }) as const,
  };
  const to = account === undefined ? route.account : { ...route.account, id: account };
  return receiveNotification(rig.deps, [{ connector, account: to }], {}, Buffer.from("{}"));
}

const stored = (quarantined: string | null): Received => ({ kind: "stored", quarantined });

test("a notification must name an object of this tenant, mode and account", async () => {
  const { session, attempt, refund } = await refunded(cardOf("approved").number);
  const [charge] = (await rig.attemptsOf(session)).flatMap(({ pspReference }) => pspReference ?? []);
  const movement = (idempotencyKey: string, of = charge ?? "") =>
    ({ kind: "movement", idempotencyKey, charge: { pspReference: of } }) as const;
  assert.deepEqual(await hear(movement(refund)), stored(null));
  assert.deepEqual(await hear(movement(callOffKey(attempt))), stored(null));
  assert.deepEqual(await hear(movement(refund), "another-account"), stored("account_mismatch"));
  assert.deepEqual(await hear(movement(refund), undefined, "live"), stored("mode_mismatch"));
  const { tenantId } = rig.scope;
  const now = Date.now();
  for (const stranger of [
    makeId("cap", "sandbox", tenantId + 1, now),
    makeId("vd", "live", tenantId, now),
    callOffKey(makeId("att", "live", tenantId, now)),
  ]) {
    assert.deepEqual(await hear(movement(stranger)), stored("unknown_movement"));
  }
  // Movements that a restored backup is missing, and movements made at the PSP's dashboard.
  const forgotten = makeId("re", "sandbox", tenantId, now);
  for (const unknown of [forgotten, returnKey(attempt, 1), "made at a dashboard"]) {
    assert.deepEqual(await hear(movement(unknown)), stored(null));
    assert.deepEqual(await hear(movement(unknown), "another-account"), stored("account_mismatch"));
  }
  for (const unknown of [forgotten, "made at a dashboard"])
    assert.deepEqual(await hear(movement(unknown, "spc_of_nobody")), stored("unknown_movement"));
  // The attempt's own reference may be missing as well; these keys are derived from its id.
  for (const unknown of [returnKey(attempt, 1), callOffKey(attempt)])
    assert.deepEqual(await hear(movement(unknown, "spc_of_nobody")), stored(null));
  const dispute = { kind: "dispute", pspReference: "dp_1" } as const;
  assert.deepEqual(await hear({ ...dispute, charge: { idempotencyKey: attempt } }), stored(null));
  assert.deepEqual(await hear({ ...dispute, charge: { idempotencyKey: refund } }), stored("unknown_attempt"));
  assert.deepEqual(
    await hear({ kind: "charge", charge: { idempotencyKey: refund } }),
    stored("unknown_attempt"),
  );
});

test("a notification of something unknown is refused while a restored database is compared, so that the PSP sends it again", async () => {
  const charge = {
    kind: "charge",
    charge: { idempotencyKey: makeId("att", "sandbox", rig.scope.tenantId, Date.now()) },
  } as const;
  const movement = {
    kind: "movement",
    idempotencyKey: "made at a dashboard",
    charge: { pspReference: "spc_forgotten" },
  } as const;
  const { attempt } = await refunded(cardOf("approved").number);
  const accounts = [(await sandboxRoute(rig.deps.connectors, rig.scope)).account.id, "another-account"];
  for (const account of accounts) {
    await rig.db.sql(
      `INSERT INTO movement_holds (tenant_id, mode, id, next_check_at) VALUES ($1, 'sandbox', $2, now() + interval '1 hour')`,
      [rig.scope.tenantId, account],
    );
    const isOfThis = account !== "another-account";
    for (const [about, reason] of [
      [charge, "unknown_attempt"],
      [movement, "unknown_movement"],
    ] as const) {
      const kept = (await rig.db.sql("SELECT FROM psp_notifications")).length;
      assert.deepEqual(await hear(about), isOfThis ? { kind: "postponed" } : stored(reason));
      assert.equal((await rig.db.sql("SELECT FROM psp_notifications")).length, kept + (isOfThis ? 0 : 1));
    }
    assert.deepEqual(
      await hear({ kind: "charge", charge: { idempotencyKey: attempt } }),
      stored(null),
      "what is known is taken",
    );
    await rig.db.sql("DELETE FROM movement_holds");
  }
});
