import assert from "node:assert/strict";
import { test } from "node:test";
import { beyondAnyCallMs, cardOf, usePaymentTestbed, wrapConnector } from "../../../test/support/payments.ts";
import { until } from "../../../test/support/until.ts";
import type { Connector } from "../../connectors/contract.ts";
import type { Transaction } from "../../database/transaction.ts";
import { beginPayment } from "../attempts/begin-payment.ts";
import { movementLeases } from "../queries/movements.ts";
import { applyMovement } from "./apply-movement.ts";
import { capturePayment, refundPayment, voidPayment } from "./move-money.ts";
import { reconcileDueMovements } from "./reconcile-movements.ts";

const rig = usePaymentTestbed({ pendingMs: 60_000 });

async function paid(capture: "automatic" | "manual", number = cardOf("approved").number): Promise<string> {
  const session = await rig.makeSession({ amount: 100, capture });
  await beginPayment(rig.deps, rig.scope, session, { ...cardOf("approved"), number });
  const [attempt] = await rig.attemptsOf(session);
  assert.equal(attempt?.status, "approved");
  return attempt.paymentId;
}

async function movementsOf(payment: string): Promise<string[]> {
  const rows = await rig.db.sql<{ words: string }>(
    "SELECT concat_ws(' ', kind, status, failure_reason) AS words FROM movements WHERE payment_id = $1 ORDER BY id",
    [payment],
  );
  return rows.map(({ words }) => words);
}

async function amountsOf(payment: string): Promise<string> {
  const [row] = await rig.db.sql<{ words: string }>(
    `SELECT format('%s: %s captured (%s), %s released, %s refunded (%s)', status, amount_captured, amount_capture_pending,
       amount_released, amount_refunded, amount_refund_pending) AS words FROM payments WHERE id = $1`,
    [payment],
  );
  return row?.words ?? "absent";
}

const operations = {
  capture: (id: string) => capturePayment(rig.deps, rig.scope, id, { amount: 40, final: true }),
  void: (id: string) => voidPayment(rig.deps, rig.scope, id),
  refund: (id: string) => refundPayment(rig.deps, rig.scope, id, { amount: 40 }),
} as const;
type Operation = keyof typeof operations;
const captureFor = (operation: Operation) => (operation === "refund" ? "automatic" : "manual");

const done: Readonly<Record<Operation, string>> = {
  capture: "captured: 40 captured (0), 60 released, 0 refunded (0)",
  void: "voided: 0 captured (0), 100 released, 0 refunded (0)",
  refund: "captured: 100 captured (0), 0 released, 40 refunded (0)",
};
const undone: Readonly<Record<Operation, string>> = {
  capture: "authorized: 0 captured (0), 0 released, 0 refunded (0)",
  void: "authorized: 0 captured (0), 0 released, 0 refunded (0)",
  refund: "captured: 100 captured (0), 0 released, 0 refunded (0)",
};

for (const operation of ["capture", "void", "refund"] as const) {
  for (const fault of ["timeout_after_charge", "status_500_after_charge", "truncated_json"] as const) {
    test(`${operation}, ${fault}: unknown, then found done, once`, async () => {
      const payment = await paid(captureFor(operation));
      rig.injectFault("POST", fault);
      const result = await operations[operation](payment);
      assert.ok(result.ok);
      rig.clearFaults();
      assert.deepEqual(await movementsOf(payment), [`${operation} unknown`]);
      await rig.makeChecksDue();
      await reconcileDueMovements(rig.deps);
      assert.deepEqual(await movementsOf(payment), [`${operation} succeeded`]);
      assert.equal(await amountsOf(payment), done[operation]);
      await rig.assertInvariants();
    });
  }

  for (const fault of ["timeout_before_charge", "status_429"] as const) {
    test(`${operation}, ${fault}: unknown, then sent again under its key, and done once`, async () => {
      const payment = await paid(captureFor(operation));
      rig.injectFault("POST", fault);
      await operations[operation](payment);
      rig.clearFaults();
      assert.deepEqual(await movementsOf(payment), [`${operation} unknown`]);
      await rig.makeChecksDue();
      await reconcileDueMovements(rig.deps);
      assert.deepEqual(await movementsOf(payment), [`${operation} succeeded`]);
      assert.equal(await amountsOf(payment), done[operation]);
      await rig.assertInvariants();
    });
  }
}

test("a refund whose call reaches the PSP after all deadlines is made once, however often it is repeated", async () => {
  const payment = await paid("automatic");
  let belated: (() => Promise<unknown>) | undefined;
  const connectors = wrapConnector(
    rig.deps.connectors,
    (connector): Partial<Connector> => ({
      refund: async (request, call) => {
        belated = () => connector.refund(request, call);
        return { kind: "unknown", detail: "on its way for longer than anybody waits" };
      },
    }),
  );
  await refundPayment({ ...rig.deps, connectors }, rig.scope, payment, { amount: 60 });
  await rig.makeChecksDue(beyondAnyCallMs);
  await reconcileDueMovements(rig.deps);
  const second = await refundPayment(rig.deps, rig.scope, payment, { amount: 60 });
  assert.equal(second.ok ? "refunded twice" : second.failure.code, "refund_exceeds_captured");
  await belated?.();
  assert.equal(await amountsOf(payment), "captured: 100 captured (0), 0 released, 60 refunded (0)");
  await rig.assertInvariants();
});

test("a PSP that doesn't answer is asked again later, and nothing is decided meanwhile", async () => {
  const payment = await paid("automatic");
  rig.injectFault("POST", "timeout_after_charge");
  await operations.refund(payment);
  rig.injectFault("GET", "status_500_after_charge");
  for (let count = 0; count < 3; count += 1) {
    await rig.makeChecksDue(beyondAnyCallMs);
    await reconcileDueMovements(rig.deps);
    assert.deepEqual(await movementsOf(payment), ["refund unknown"]);
  }
  rig.clearFaults();
  await rig.makeChecksDue();
  await reconcileDueMovements(rig.deps);
  assert.equal(await amountsOf(payment), done.refund);
  await rig.assertInvariants();
});

/** Makes the PSP's delayed refunds of a payment due now. */
async function settleAtPsp(payment: string): Promise<void> {
  const changed = await rig.db.sql<{ key: string }>(
    `UPDATE sandbox_psp.movements s SET due_at = now() FROM movements m
     WHERE m.payment_id = $1 AND s.idempotency_key = m.psp_key AND s.due_at IS NOT NULL RETURNING s.idempotency_key AS key`,
    [payment],
  );
  assert.equal(changed.length, 1);
  const settled = () =>
    rig.db.sql("SELECT FROM sandbox_psp.movements WHERE idempotency_key = $1 AND due_at IS NULL", [
      changed[0]?.key,
    ]);
  await until(async () => (await settled()).length === 1, "the PSP has settled the refund");
}

async function refundEvents(payment: string): Promise<string[]> {
  const rows = await rig.db.sql<{ type: string }>(
    "SELECT type FROM events WHERE object->>'payment' = $1 AND type LIKE 'refund%' ORDER BY sequence",
    [payment],
  );
  return rows.map(({ type }) => type);
}

test("a pending refund can succeed days later", async () => {
  const payment = await paid("automatic", "4000000000007726");
  await operations.refund(payment);
  assert.deepEqual(await movementsOf(payment), ["refund pending"]);
  assert.equal(await amountsOf(payment), "captured: 100 captured (0), 0 released, 0 refunded (40)");
  await settleAtPsp(payment);
  await rig.makeChecksDue();
  await reconcileDueMovements(rig.deps);
  assert.equal(await amountsOf(payment), done.refund);
  assert.deepEqual(await refundEvents(payment), ["refund.created", "refund.succeeded"]);
  await rig.assertInvariants();
});

test("a pending refund can fail days later, and the money can then be refunded again", async () => {
  const payment = await paid("automatic", "4200000000000604");
  await operations.refund(payment);
  await settleAtPsp(payment);
  await rig.makeChecksDue();
  await reconcileDueMovements(rig.deps);
  assert.deepEqual(await movementsOf(payment), ["refund failed lost_or_stolen_card"]);
  assert.equal(await amountsOf(payment), undone.refund);
  assert.deepEqual(await refundEvents(payment), ["refund.created", "refund.failed"]);
  await rig.assertInvariants();
});

test("a refund that the bank sends back is found without a notification, and the money is the merchant's again", async () => {
  const payment = await paid("automatic", "4000000000005126");
  await operations.refund(payment);
  assert.equal(await amountsOf(payment), done.refund);
  await settleAtPsp(payment);
  await rig.db.sql(
    "UPDATE movements SET next_check_at = now() WHERE payment_id = $1 AND next_check_at IS NOT NULL",
    [payment],
  );
  await reconcileDueMovements(rig.deps);
  assert.deepEqual(await movementsOf(payment), ["refund failed expired_card"]);
  assert.equal(await amountsOf(payment), undone.refund);
  assert.deepEqual(await refundEvents(payment), ["refund.created", "refund.succeeded", "refund.failed"]);
  await rig.assertInvariants();
});

test("a refund that the PSP refuses is failed at once, and a refused capture is a problem", async () => {
  const payment = await paid("automatic", "4200000000000612");
  const refund = await operations.refund(payment);
  assert.ok(refund.ok);
  assert.deepEqual([refund.value.status, refund.value.failureReason], ["failed", "insufficient_balance"]);
  const authorized = await paid("manual");
  await rig.db.sql(
    `UPDATE sandbox_psp.charges SET capture_before = now() - interval '1 s' WHERE idempotency_key =
       (SELECT id FROM attempts WHERE payment_id = $1)`,
    [authorized],
  );
  const capture = await operations.capture(authorized);
  assert.ok(!capture.ok);
  assert.equal(capture.failure.code, "movement_refused");
  assert.match(capture.failure.detail, /authorization_lapsed/);
});

for (const operation of ["capture", "void"] as const) {
  test(`a ${operation} that was unknown at first and is refused later is reported by an event with the reason`, async () => {
    const payment = await paid("manual");
    rig.injectFault("POST", "timeout_before_charge");
    assert.ok((await operations[operation](payment)).ok);
    rig.clearFaults();
    await rig.makeChecksDue(beyondAnyCallMs);
    const refuse = async () => ({ kind: "refused", reason: "already_captured" }) as const;
    const connectors = wrapConnector(rig.deps.connectors, () => ({ capture: refuse, void: refuse }));
    await reconcileDueMovements({ ...rig.deps, connectors });
    assert.equal(await amountsOf(payment), undone[operation]);
    const [told, ...more] = await rig.db.sql<{ object: Record<string, unknown> }>(
      "SELECT object FROM events WHERE object->>'id' = $1 AND type = $2",
      [payment, `payment.${operation}_failed`],
    );
    assert.deepEqual(more, []);
    assert.ok(told, "the event was recorded");
    const [tried] = told.object[`${operation}s`] as Record<string, unknown>[];
    assert.deepEqual(
      [tried?.object, tried?.amount, tried?.status, tried?.failureReason],
      [operation, operation === "capture" ? 40 : 100, "failed", "already_captured"],
    );
    assert.equal(told.object.amountCapturable, 100);
    await rig.assertInvariants();
  });
}

test("a worker whose lease was taken over writes nothing", async () => {
  const payment = await paid("automatic");
  rig.injectFault("POST", "timeout_before_charge");
  await operations.refund(payment);
  rig.clearFaults();
  await rig.makeChecksDue();
  const lease = async () => {
    const leases = await rig.db.database.inWorker((trx) => movementLeases.takeDue(trx, 20, 1));
    await new Promise((resolve) => setTimeout(resolve, 5));
    const [row] = await rig.db.sql<{ id: string }>("SELECT id FROM movements WHERE payment_id = $1", [
      payment,
    ]);
    const found = leases.find(({ id }) => id === row?.id);
    assert.ok(found);
    return found;
  };
  const [old, current] = [await lease(), await lease()];
  const refused = { kind: "refused", reason: "refused_by_psp" } as const;
  const apply = async (held: typeof old) => {
    const fence = (trx: Transaction) => movementLeases.holds(trx, held);
    return (await applyMovement(rig.deps, rig.scope, held.id, refused, { fence })).applied;
  };
  assert.equal(await apply(old), "fenced_off");
  assert.equal(await apply(current), "moved");
  assert.equal(await amountsOf(payment), undone.refund);
});

test("a movement whose reconciliation fails doesn't keep the others from being reconciled", async () => {
  const payments = [await paid("automatic"), await paid("automatic")];
  rig.injectFault("POST", "timeout_after_charge");
  for (const payment of payments) await operations.refund(payment);
  rig.clearFaults();
  const [poisoned] = await rig.db.sql<{ key: string }>(
    "SELECT psp_key AS key FROM movements WHERE payment_id = $1",
    [payments[0]],
  );
  const connectors = wrapConnector(
    rig.deps.connectors,
    (connector): Partial<Connector> => ({
      findMovement: async (request, call) => {
        if (request.idempotencyKey === poisoned?.key) throw new TypeError("a connector's bug");
        return connector.findMovement(request, call);
      },
    }),
  );
  await rig.makeChecksDue();
  await reconcileDueMovements({ ...rig.deps, connectors });
  assert.deepEqual(await movementsOf(payments[1] ?? ""), ["refund succeeded"]);
  assert.deepEqual(await movementsOf(payments[0] ?? ""), ["refund unknown"]);
  await rig.db.sql("UPDATE movements SET lease_until = now() WHERE lease_until IS NOT NULL");
  await reconcileDueMovements(rig.deps);
  assert.deepEqual(await movementsOf(payments[0] ?? ""), ["refund succeeded"]);
});

test("an answer that contradicts a decided movement is logged and changes nothing", async () => {
  const payment = await paid("manual");
  await operations.void(payment);
  const [row] = await rig.db.sql<{ id: string }>("SELECT id FROM movements WHERE payment_id = $1", [payment]);
  const refused = { kind: "refused", reason: "refused_by_psp" } as const;
  const { applied } = await applyMovement(rig.deps, rig.scope, row?.id ?? "", refused);
  assert.equal(applied, "contradiction");
  // A void is final, so an older answer contradicts it as well.
  const older = { whenAsked: { status: "started", revision: 0 } } as const;
  assert.equal(
    (await applyMovement(rig.deps, rig.scope, row?.id ?? "", refused, older)).applied,
    "contradiction",
  );
  assert.equal(await amountsOf(payment), done.void);
  assert.ok(rig.logged.at(-1)?.includes("contradicts its earlier answer"));
});

test("the lease of a repeated movement covers that call and the look-up after it", async () => {
  const payment = await paid("manual");
  rig.injectFault("POST", "timeout_before_charge");
  await operations.capture(payment);
  rig.clearFaults();
  let leftMs = 0;
  const connectors = wrapConnector(rig.deps.connectors, (connector) => ({
    findMovement: async (request, call) => {
      await rig.db.sql("UPDATE movements SET lease_until = now() + interval '1 s' WHERE payment_id = $1", [
        payment,
      ]);
      return connector.findMovement(request, call);
    },
    capture: async (request, call) => {
      const [row] = await rig.db.sql<{ left: number }>(
        "SELECT extract(epoch FROM lease_until - now())::float8 * 1000 AS left FROM movements WHERE payment_id = $1",
        [payment],
      );
      leftMs = row?.left ?? 0;
      return connector.capture(request, call);
    },
  }));
  await rig.makeChecksDue();
  await reconcileDueMovements({ ...rig.deps, connectors });
  assert.equal(await amountsOf(payment), done.capture);
  assert.ok(leftMs >= rig.deps.pspTimeoutMs * 2, `${leftMs} ms were left`);
});

test("a refund that the PSP doesn't know is repeated under one key, and made once", async () => {
  const payment = await paid("automatic");
  const keys: string[] = [];
  let isReachable = false;
  const connectors = wrapConnector(rig.deps.connectors, (connector) => ({
    refund: async (request, call) => {
      keys.push(request.idempotencyKey);
      return isReachable
        ? connector.refund(request, call)
        : ({ kind: "unknown", detail: "no answer in time" } as const);
    },
  }));
  const deps = { ...rig.deps, connectors };
  await refundPayment(deps, rig.scope, payment, { amount: 40 });
  for (isReachable of [false, false, true]) {
    await rig.makeChecksDue();
    await reconcileDueMovements(deps);
  }
  assert.equal(keys.length, 4);
  assert.equal(new Set(keys).size, 1, keys.join(", "));
  const [row] = await rig.db.sql<{ key: string }>(
    "SELECT psp_key AS key FROM movements WHERE payment_id = $1",
    [payment],
  );
  assert.equal(keys[0], row?.key);
  assert.equal(await amountsOf(payment), done.refund);
  await rig.assertInvariants();
});

test("a refund that the job finds succeeded is checked after one, three and seven days, like any other", async () => {
  const payment = await paid("automatic");
  rig.injectFault("POST", "timeout_after_charge");
  await operations.refund(payment);
  rig.clearFaults();
  const waits: number[] = [];
  for (let check = 0; check < 4; check += 1) {
    await rig.db.sql("UPDATE movements SET next_check_at = now() WHERE payment_id = $1", [payment]);
    await reconcileDueMovements(rig.deps);
    const [row] = await rig.db.sql<{ days: number | null }>(
      `SELECT round(extract(epoch FROM next_check_at - now()) / 86400)::int AS days FROM movements WHERE payment_id = $1`,
      [payment],
    );
    waits.push(row?.days ?? 0);
  }
  assert.deepEqual(waits, [1, 3, 7, 0]);
});

// The last test, because the answers here are invented: the PSP has really made this refund.
test("an older answer about a refund is no contradiction: the bank may have sent the refund back since", async () => {
  const payment = await paid("automatic");
  await operations.refund(payment);
  const [row] = await rig.db.sql<{ id: string }>("SELECT id FROM movements WHERE payment_id = $1", [payment]);
  const id = row?.id ?? "";
  await applyMovement(
    rig.deps,
    rig.scope,
    id,
    { kind: "refused", reason: "refused_by_psp" },
    { whenAsked: { status: "succeeded", revision: 0 } },
  );
  assert.deepEqual(await movementsOf(payment), ["refund failed refused_by_psp"]);
  const logged = rig.logged.length;
  const arrived = { kind: "succeeded", pspReference: "spm_1" } as const;
  const asked = (status: "succeeded" | "failed", revision: number) => ({ whenAsked: { status, revision } });
  const older = await applyMovement(rig.deps, rig.scope, id, arrived, asked("succeeded", 0));
  assert.equal(older.applied, "no_change");
  assert.equal(rig.logged.length, logged);
  const isDue = "SELECT FROM movements WHERE id = $1 AND next_check_at <= clock_timestamp()";
  assert.equal((await rig.db.sql(isDue, [id])).length, 1, "the PSP is asked again");
  const newer = await applyMovement(rig.deps, rig.scope, id, arrived, asked("failed", 1));
  assert.equal(newer.applied, "moved");
  assert.deepEqual(await movementsOf(payment), ["refund succeeded"]);
});
