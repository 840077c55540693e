import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import {
  cardOf,
  type PaymentRig,
  type SessionOptions,
  startPaymentRig,
  wrapConnector,
} from "../../../test/support/payments.ts";
import { atDashboard, type DashboardMovement } from "../../../test/support/psp-dashboard.ts";
import { until } from "../../../test/support/until.ts";
import { verifyLedger } from "../../ledger/verify/verify-ledger.ts";
import { beginPayment } from "../attempts/begin-payment.ts";
import { reconcileDueAttempts } from "../attempts/reconcile.ts";
import { capturePayment } from "../movements/capture-payment.ts";
import { reconcileDueMovements } from "../movements/reconcile-movements.ts";
import { refundPayment } from "../movements/refund-payment.ts";
import { voidPayment } from "../movements/void-payment.ts";
import { compareAccount } from "./compare-account.ts";
import { compareDueAccounts } from "./compare-due-accounts.ts";
import { makeComparison } from "./compare-with-psps.ts";
import { learnMovement } from "./learn-movement.ts";

/** Captures, voids and refunds that somebody makes at the PSP's own dashboard. */
let rig: PaymentRig;
before(async () => {
  rig = await startPaymentRig();
});
afterEach(async () => {
  rig.heal();
  await rig.assertSound();
  assert.deepEqual((await verifyLedger(rig.db.settings, [rig.scope])).differences, []);
  assert.deepEqual(await rig.db.sql("SELECT quarantine_reason FROM psp_notifications"), []);
});
after(() => rig.close());

const hourMs = 60 * 60_000;

type Paid = { readonly session: string; readonly payment: string; readonly charge: string };

async function paid(options: SessionOptions = {}, number = cardOf("approved").number): Promise<Paid> {
  const session = await rig.makeSession({ amount: 100, ...options });
  await beginPayment(rig.deps, rig.scope, session, { ...cardOf("approved"), number });
  const [attempt] = await rig.attemptsOf(session);
  assert.ok(attempt && attempt.pspReference !== null);
  return { session, payment: attempt.paymentId, charge: attempt.pspReference };
}

const atPsp = ({ charge }: Paid, kind: DashboardMovement["kind"], amount?: number) =>
  atDashboard(
    { url: rig.psp.url, keyring: rig.keyring },
    {
      tenantId: rig.scope.tenantId,
      charge,
      kind,
      ...(amount === undefined ? {} : { amount }),
    },
  );

const compare = () => makeComparison(rig.deps).round();

async function standing({ payment }: Paid): Promise<string> {
  const [row] = await rig.db.sql<{ words: string }>(
    `SELECT format('%s: %s captured, %s released, %s refunded, %s pending, %s at the PSPs', status, amount_captured,
       amount_released, amount_refunded, amount_refund_pending,
       (SELECT COALESCE(sum(amount), 0) FROM ledger_entries e WHERE e.payment_id = p.id AND account = 'psp_clearing')) AS words
     FROM payments p WHERE id = $1`,
    [payment],
  );
  return row?.words ?? "absent";
}

const newest = async ({ session }: Paid, count: number) => (await rig.eventsOf(session)).slice(-count);

test("a refund is learned, booked and told with its origin, once", async () => {
  const sale = await paid();
  await atPsp(sale, "refund", 40);
  await compare();
  await compare();
  assert.equal(
    await standing(sale),
    "captured: 100 captured, 0 released, 40 refunded, 0 pending, 60 at the PSPs",
  );
  assert.deepEqual(await newest(sale, 2), ["refund.created", "refund.succeeded"]);
  const told = await rig.db.sql<{ origin: string; amount: number }>(
    `SELECT object->>'origin' AS origin, (object->>'amount')::int AS amount FROM events
     WHERE session_id = $1 AND type = 'refund.created'`,
    [sale.session],
  );
  assert.deepEqual(told, [{ origin: "psp", amount: 40 }]);
  const more = await refundPayment(rig.deps, rig.scope, sale.payment, { amount: 61 });
  assert.equal(more.ok ? "ok" : more.failure.code, "refund_exceeds_captured");
  const rest = await refundPayment(rig.deps, rig.scope, sale.payment, {});
  assert.ok(rest.ok && rest.value.amount === 60 && rest.value.origin === "kassa");
});

test("captures and a void are learned, booked and told", async () => {
  const sale = await paid({ capture: "manual" });
  await atPsp(sale, "capture", 30);
  await compare();
  assert.equal(
    await standing(sale),
    "authorized: 30 captured, 0 released, 0 refunded, 0 pending, 30 at the PSPs",
  );
  assert.deepEqual(await newest(sale, 1), ["payment.captured"]);
  await atPsp(sale, "void");
  await compare();
  assert.equal(
    await standing(sale),
    "captured: 30 captured, 70 released, 0 refunded, 0 pending, 30 at the PSPs",
  );
  assert.deepEqual(await newest(sale, 1), ["payment.voided"]);
});

test("a void of all that was authorized makes the payment voided", async () => {
  const sale = await paid({ capture: "manual" });
  await atPsp(sale, "void");
  await compare();
  assert.equal(
    await standing(sale),
    "voided: 0 captured, 100 released, 0 refunded, 0 pending, 0 at the PSPs",
  );
  assert.deepEqual(await newest(sale, 1), ["payment.voided"]);
});

test("a void at the PSP that Kassa's own void came after is released and told once", async () => {
  const sale = await paid({ capture: "manual" });
  await atPsp(sale, "void");
  const voided = await voidPayment(rig.deps, rig.scope, sale.payment);
  assert.ok(voided.ok);
  await compare();
  assert.equal(
    await standing(sale),
    "voided: 0 captured, 100 released, 0 refunded, 0 pending, 0 at the PSPs",
  );
  const told = (await rig.eventsOf(sale.session)).filter((type) => type === "payment.voided");
  assert.deepEqual(told, ["payment.voided"]);
});

test("a void at the PSP is not held against what was done since the PSP listed it", async () => {
  const sale = await paid({ capture: "manual" });
  await atPsp(sale, "void");
  const connectors = wrapConnector(rig.deps.connectors, (connector) => ({
    listCharges: async (request, call) => {
      const page = await connector.listCharges(request, call);
      const [row] = await rig.db.sql("SELECT FROM payments WHERE id = $1 AND status = 'authorized'", [
        sale.payment,
      ]);
      if (row) assert.ok((await voidPayment(rig.deps, rig.scope, sale.payment)).ok);
      return page;
    },
  }));
  await makeComparison({ ...rig.deps, connectors }).round();
  await compare();
  assert.equal(
    await standing(sale),
    "voided: 0 captured, 100 released, 0 refunded, 0 pending, 0 at the PSPs",
  );
});

test("a refund that comes back after the PSP listed it as made is no contradiction", async () => {
  const sale = await paid({}, "4000000000005126");
  assert.ok((await refundPayment(rig.deps, rig.scope, sale.payment, { amount: 40 })).ok);
  const connectors = wrapConnector(rig.deps.connectors, (connector) => ({
    listCharges: async (request, call) => {
      const page = await connector.listCharges(request, call);
      const bounce =
        "UPDATE sandbox_psp.movements SET due_at = now() WHERE charge = $1 AND due_at IS NOT NULL";
      await rig.db.sql(bounce, [sale.charge]);
      const hasComeBack = async () => {
        await rig.db.sql("UPDATE movements SET next_check_at = now() WHERE payment_id = $1", [sale.payment]);
        await reconcileDueMovements(rig.deps);
        return (await standing(sale)).includes(" 0 refunded");
      };
      await until(hasComeBack, "the refund has come back");
      return page;
    },
  }));
  await makeComparison({ ...rig.deps, connectors }).round();
  await compareDueAccounts(rig.deps);
  await compare();
  assert.match(await standing(sale), / 0 refunded, 0 pending, 100 at the PSPs$/);
});

test("a movement of a charge that is lost while its list is compared waits for the next comparison", async () => {
  const sale = await paid();
  await atPsp(sale, "refund", 40);
  const found = rig.deps.connectors.connectorFor(rig.scope);
  const lists =
    found &&
    (await found.connector.listCharges(
      { account: found.account, changedAfter: new Date(0).toISOString(), cursor: null },
      { timeoutMs: rig.deps.pspTimeoutMs },
    ));
  assert.ok(lists?.kind === "page");
  const charge = lists.charges.find(({ session }) => session === sale.session);
  const [movement] = charge?.movements ?? [];
  assert.ok(found && charge && movement);
  const lost = { ...charge, idempotencyKey: `${charge.idempotencyKey.slice(0, -3)}abc` };
  assert.equal(
    await learnMovement(
      rig.deps,
      { route: found, charge: lost, askedMs: rig.deps.clock.nowMs() },
      movement,
      undefined,
    ),
    "postponed",
  );
  await compare();
});

test("an account isn't compared, and its movements stay held, while an error keeps a charge from being compared", async () => {
  const sale = await paid();
  await atPsp(sale, "refund", 40);
  const route = rig.deps.connectors.connectorFor(rig.scope);
  assert.ok(route);
  const log = { ...rig.deps.log, info: () => {}, warn: () => {}, error: () => {} };
  const { connector } = route;
  const listCharges: typeof connector.listCharges = async (request, call) => {
    const page = await connector.listCharges(request, call);
    // As when the payment's row is locked for too long.
    const broken = (): never => {
      throw new Error("canceling statement due to lock timeout");
    };
    return page.kind === "unknown"
      ? page
      : {
          ...page,
          charges: page.charges.map((charge) =>
            Object.defineProperty({ ...charge }, "disputes", { get: broken }),
          ),
        };
  };
  const failing = { ...route, connector: { ...connector, listCharges } };
  assert.equal(await compareAccount({ ...rig.deps, log }, failing, () => true), false);
  assert.equal(await compareAccount(rig.deps, route, () => true), true);
});

test("a refund that is pending at the PSP is followed up, and never sent again", async () => {
  const sale = await paid({}, "4000000000007726");
  await atPsp(sale, "refund", 40);
  await compare();
  assert.equal(
    await standing(sale),
    "captured: 100 captured, 0 released, 0 refunded, 40 pending, 100 at the PSPs",
  );
  // As if the process had died before it wrote the outcome, and the PSP can't find the refund by its key.
  await rig.db.sql("UPDATE movements SET status = 'started' WHERE payment_id = $1", [sale.payment]);
  let sent = 0;
  const connectors = wrapConnector(rig.deps.connectors, (connector) => ({
    findMovement: async () => ({ kind: "not_found" }),
    refund: (request, call) => {
      sent += 1;
      return connector.refund(request, call);
    },
  }));
  await rig.hurry();
  await reconcileDueMovements({ ...rig.deps, connectors });
  assert.equal(sent, 0);
  await rig.db.sql("UPDATE sandbox_psp.movements SET due_at = now() WHERE charge = $1", [sale.charge]);
  const isDone = () =>
    rig.db.sql("SELECT FROM sandbox_psp.movements WHERE charge = $1 AND due_at IS NULL", [sale.charge]);
  await until(async () => (await isDone()).length === 1, "the refund has arrived");
  await rig.hurry();
  await reconcileDueMovements(rig.deps);
  assert.equal(
    await standing(sale),
    "captured: 100 captured, 0 released, 40 refunded, 0 pending, 60 at the PSPs",
  );
});

test("a refund at the PSP and one of Kassa's, together more than there is: Kassa's is refused, then the other fits", async () => {
  const sale = await paid();
  rig.break("POST", "timeout_before_charge");
  const ours = await refundPayment(rig.deps, rig.scope, sale.payment, { amount: 70 });
  rig.heal();
  assert.ok(ours.ok && ours.value.status === "unknown");
  await atPsp(sale, "refund", 40);
  await compare();
  assert.equal(
    await standing(sale),
    "captured: 100 captured, 0 released, 0 refunded, 70 pending, 100 at the PSPs",
  );
  await rig.hurry();
  await reconcileDueMovements(rig.deps);
  await compareDueAccounts(rig.deps);
  assert.equal(
    await standing(sale),
    "captured: 100 captured, 0 released, 40 refunded, 0 pending, 60 at the PSPs",
  );
});

test("what had to wait is listed again, though charges that changed hours later were compared meanwhile", async () => {
  const sale = await paid();
  rig.break("POST", "timeout_before_charge");
  await refundPayment(rig.deps, rig.scope, sale.payment, { amount: 70 });
  rig.heal();
  await atPsp(sale, "refund", 40);
  const later = await paid();
  const connectors = wrapConnector(rig.deps.connectors, (connector) => ({
    listCharges: async (request, call) => {
      const page = await connector.listCharges(request, call);
      if (page.kind === "unknown") return page;
      const charges = page.charges.map((charge) => {
        const isLater = charge.outcome.pspReference === later.charge;
        return isLater ? { ...charge, changedAt: new Date(charge.changedAt.getTime() + 2 * hourMs) } : charge;
      });
      return { ...page, charges };
    },
  }));
  await makeComparison({ ...rig.deps, connectors }).round();
  await rig.hurry();
  await reconcileDueMovements(rig.deps);
  await compareDueAccounts(rig.deps);
  assert.equal(
    await standing(sale),
    "captured: 100 captured, 0 released, 40 refunded, 0 pending, 60 at the PSPs",
  );
});

test("a capture at the PSP while Kassa's own capture is under way waits for the end of that", async () => {
  const sale = await paid({ capture: "manual" });
  rig.break("POST", "timeout_before_charge");
  await capturePayment(rig.deps, rig.scope, sale.payment, { amount: 80 });
  rig.heal();
  await atPsp(sale, "capture", 50);
  await compare();
  await rig.hurry();
  await reconcileDueMovements(rig.deps);
  await compareDueAccounts(rig.deps);
  assert.equal(
    await standing(sale),
    "authorized: 50 captured, 0 released, 0 refunded, 0 pending, 50 at the PSPs",
  );
});

test("a void of an attempt that still waits for its customer moves nothing, and is no error at any comparison", async () => {
  const session = await rig.makeSession({ amount: 100, capture: "manual" });
  await beginPayment(rig.deps, rig.scope, session, cardOf("challenge"));
  const [attempt] = await rig.attemptsOf(session);
  assert.ok(attempt && attempt.pspReference !== null);
  const sale = { session, payment: attempt.paymentId, charge: attempt.pspReference };
  const loggedBefore = rig.logged.length;
  await atPsp(sale, "void");
  await compare();
  await rig.hurry();
  await reconcileDueAttempts(rig.deps);
  await compare();
  assert.equal(
    await standing(sale),
    "requires_payment_method: 0 captured, 0 released, 0 refunded, 0 pending, 0 at the PSPs",
  );
  const errors = rig.logged.slice(loggedBefore).filter((line) => /"level":50/.test(line));
  assert.deepEqual(errors, []);
});

test("Kassa's void after a capture at the PSP that Kassa hasn't learned of releases only the rest", async () => {
  const sale = await paid({ capture: "manual" });
  await atPsp(sale, "capture", 30);
  await voidPayment(rig.deps, rig.scope, sale.payment);
  assert.equal(
    await standing(sale),
    "authorized: 0 captured, 70 released, 0 refunded, 0 pending, 0 at the PSPs",
  );
  await compareDueAccounts(rig.deps);
  assert.equal(
    await standing(sale),
    "captured: 30 captured, 70 released, 0 refunded, 0 pending, 30 at the PSPs",
  );
  assert.deepEqual(await newest(sale, 2), ["checkout.session.completed", "payment.captured"]);
});

test("the same, when the answer to the void is lost", async () => {
  const sale = await paid({ capture: "manual" });
  await atPsp(sale, "capture", 30);
  rig.break("POST", "timeout_after_charge");
  await voidPayment(rig.deps, rig.scope, sale.payment);
  rig.heal();
  await rig.hurry();
  await reconcileDueMovements(rig.deps);
  await compare();
  assert.equal(
    await standing(sale),
    "captured: 30 captured, 70 released, 0 refunded, 0 pending, 30 at the PSPs",
  );
});

test("the same, when the comparison is the first to learn of the void", async () => {
  const sale = await paid({ capture: "manual" });
  await atPsp(sale, "capture", 30);
  rig.break("POST", "timeout_after_charge");
  await voidPayment(rig.deps, rig.scope, sale.payment);
  rig.heal();
  await compare();
  await compare();
  assert.equal(
    await standing(sale),
    "captured: 30 captured, 70 released, 0 refunded, 0 pending, 30 at the PSPs",
  );
});

/** Authorized, captured and released by the PSP and by Kassa, and what Kassa's books say of both. */
async function agreement({ payment, charge }: Paid): Promise<string> {
  const [row] = await rig.db.sql<{ words: string }>(
    `SELECT format('PSP %s+%s, Kassa %s+%s, ledger %s+%s', c.amount_captured, c.amount_released, p.amount_captured,
       p.amount_released, psp, p.amount_authorized - psp - held) AS words
     FROM payments p JOIN sandbox_psp.charges c ON c.id = $2,
       LATERAL (SELECT COALESCE(sum(amount) FILTER (WHERE account = 'psp_clearing'), 0) AS psp,
         COALESCE(sum(amount) FILTER (WHERE account = 'customer_funds_receivable'), 0) AS held
         FROM ledger_entries e WHERE e.payment_id = p.id) l
     WHERE p.id = $1`,
    [payment, charge],
  );
  return row?.words ?? "absent";
}

for (const lost of [false, true]) {
  test(`Kassa's final capture after one at the PSP releases only the rest${lost ? ", also when its answer is lost" : ""}`, async () => {
    const sale = await paid({ capture: "manual" });
    await atPsp(sale, "capture", 30);
    if (lost) rig.break("POST", "timeout_after_charge");
    await capturePayment(rig.deps, rig.scope, sale.payment, { amount: 50, final: true });
    rig.heal();
    await rig.hurry();
    await reconcileDueMovements(rig.deps);
    assert.equal(await agreement(sale), "PSP 80+20, Kassa 50+20, ledger 50+20");
    await compareDueAccounts(rig.deps);
    assert.equal(await agreement(sale), "PSP 80+20, Kassa 80+20, ledger 80+20");
    assert.match(await standing(sale), /^captured: 80 captured, 20 released/);
  });
}

test("the same, when the comparison is the first to learn of the final capture", async () => {
  const sale = await paid({ capture: "manual" });
  await atPsp(sale, "capture", 30);
  rig.break("POST", "timeout_after_charge");
  await capturePayment(rig.deps, rig.scope, sale.payment, { amount: 50, final: true });
  rig.heal();
  await compare();
  assert.equal(await agreement(sale), "PSP 80+20, Kassa 50+20, ledger 50+20");
  await compareDueAccounts(rig.deps);
  assert.equal(await agreement(sale), "PSP 80+20, Kassa 80+20, ledger 80+20");
});

test("a void that the PSP refuses as already done releases what the PSP hasn't captured", async () => {
  const sale = await paid({ capture: "manual" });
  await atPsp(sale, "capture", 30);
  await atPsp(sale, "void");
  assert.ok((await voidPayment(rig.deps, rig.scope, sale.payment)).ok);
  assert.equal(await agreement(sale), "PSP 30+70, Kassa 0+70, ledger 0+70");
  await compareDueAccounts(rig.deps);
  await compare();
  assert.equal(await agreement(sale), "PSP 30+70, Kassa 30+70, ledger 30+70");
  assert.match(await standing(sale), /^captured: 30 captured, 70 released/);
});

test("the same, when the comparison is the first to learn of the refusal", async () => {
  const sale = await paid({ capture: "manual" });
  await atPsp(sale, "capture", 30);
  await atPsp(sale, "void");
  rig.break("POST", "timeout_after_charge");
  await voidPayment(rig.deps, rig.scope, sale.payment);
  rig.heal();
  await compare();
  assert.equal(await agreement(sale), "PSP 30+70, Kassa 0+70, ledger 0+70");
  await compare();
  assert.equal(await agreement(sale), "PSP 30+70, Kassa 30+70, ledger 30+70");
});

test("nothing is booked as released while the PSP doesn't say how much it has captured", async () => {
  const sale = await paid({ capture: "manual" });
  await atPsp(sale, "capture", 30);
  rig.break("GET", "status_500_before_charge");
  await capturePayment(rig.deps, rig.scope, sale.payment, { amount: 50, final: true });
  assert.equal(await agreement(sale), "PSP 80+20, Kassa 0+0, ledger 0+0");
  rig.heal();
  await rig.hurry();
  await reconcileDueMovements(rig.deps);
  await compareDueAccounts(rig.deps);
  assert.equal(await agreement(sale), "PSP 80+20, Kassa 80+20, ledger 80+20");
});

test("a void after all was captured at the PSP fails, and the capture is learned", async () => {
  const sale = await paid({ capture: "manual" });
  await atPsp(sale, "capture", 100);
  const voided = await voidPayment(rig.deps, rig.scope, sale.payment);
  assert.equal(voided.ok ? "ok" : voided.failure.code, "movement_refused");
  await compareDueAccounts(rig.deps);
  assert.equal(await agreement(sale), "PSP 100+0, Kassa 100+0, ledger 100+0");
});

test("a movement of another charge under a known key isn't taken for the known one", async () => {
  const [first, second] = [await paid(), await paid()];
  await atPsp(first, "refund", 40);
  await compare();
  // Two accounts that number their dashboards' movements alike.
  const connectors = wrapConnector(rig.deps.connectors, (connector) => ({
    listCharges: async (request, call) => {
      const page = await connector.listCharges(request, call);
      if (page.kind === "unknown") return page;
      const made = page.charges.find(({ outcome }) => outcome.pspReference === first.charge)?.movements ?? [];
      const moved = page.charges.map((charge) => ({ ...charge, movements: made }));
      return { ...page, charges: moved.filter(({ outcome }) => outcome.pspReference === second.charge) };
    },
  }));
  await makeComparison({ ...rig.deps, connectors }).round();
  const reasons = await rig.db.sql("DELETE FROM psp_notifications RETURNING quarantine_reason AS reason");
  assert.deepEqual(reasons, [{ reason: "movement_mismatch" }]);
});
