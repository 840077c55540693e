import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { DashboardSales } from "../../../test/support/dashboard-sales.ts";
import { cardOf, sandboxRoute, usePaymentTestbed, wrapConnector } from "../../../test/support/payments.ts";
import { until } from "../../../test/support/until.ts";
import type { ConnectorRoute } from "../../connectors/registry.ts";
import { beginPayment } from "../attempts/begin-payment.ts";
import { reconcileDueAttempts } from "../attempts/reconcile.ts";
import { refundPayment, voidPayment } from "../movements/move-money.ts";
import { reconcileDueMovements } from "../movements/reconcile-movements.ts";
import { compareAccount } from "./compare-account.ts";
import { compareDueAccounts } from "./compare-due-accounts.ts";
import { makeComparison } from "./compare-with-psps.ts";

/** Captures, voids and refunds that somebody makes at the PSP's own dashboard. */
const rig = usePaymentTestbed({}, async () => {
  sales = new DashboardSales(rig);
});
let sales: DashboardSales;
afterEach(async () => {
  rig.clearFaults();
  await sales.assertInvariants();
});

test("a refund made at the PSP is recorded, booked and reported with its origin, once", async () => {
  const sale = await sales.pay();
  await sales.atPsp(sale, "refund", 40);
  await sales.compare();
  await sales.compare();
  assert.equal(
    await sales.summaryOf(sale),
    "captured: 100 captured, 0 released, 40 refunded, 0 pending, 60 at the PSPs",
  );
  assert.deepEqual(await sales.lastEventTypes(sale, 2), ["refund.created", "refund.succeeded"]);
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

test("captures and a void made at the PSP are recorded, booked and reported", async () => {
  const sale = await sales.pay({ capture: "manual" });
  await sales.atPsp(sale, "capture", 30);
  await sales.compare();
  assert.equal(
    await sales.summaryOf(sale),
    "authorized: 30 captured, 0 released, 0 refunded, 0 pending, 30 at the PSPs",
  );
  assert.deepEqual(await sales.lastEventTypes(sale, 1), ["payment.captured"]);
  await sales.atPsp(sale, "void");
  await sales.compare();
  assert.equal(
    await sales.summaryOf(sale),
    "captured: 30 captured, 70 released, 0 refunded, 0 pending, 30 at the PSPs",
  );
  assert.deepEqual(await sales.lastEventTypes(sale, 1), ["payment.voided"]);
});

test("a key at the PSP that looks like one of Kassa's doesn't change what the movement is", async () => {
  const sale = await sales.pay({ capture: "manual" });
  await sales.atPsp(sale, "capture", 40, `order-${sale.charge}-void`);
  await sales.compare();
  assert.match(await sales.summaryOf(sale), /^authorized: 40 captured, 0 released/);
  const other = await sales.pay();
  await sales.atPsp(other, "refund", 40, `order-${other.charge}-return-1`);
  await sales.compare();
  assert.match(await sales.summaryOf(other), / 40 refunded, 0 pending, 60 at the PSPs$/);
});

test("a void of the whole authorization makes the payment voided", async () => {
  const sale = await sales.pay({ capture: "manual" });
  await sales.atPsp(sale, "void");
  await sales.compare();
  assert.equal(
    await sales.summaryOf(sale),
    "voided: 0 captured, 100 released, 0 refunded, 0 pending, 0 at the PSPs",
  );
  assert.deepEqual(await sales.lastEventTypes(sale, 1), ["payment.voided"]);
});

test("a void at the PSP followed by Kassa's own is booked and reported once", async () => {
  const sale = await sales.pay({ capture: "manual" });
  await sales.atPsp(sale, "void");
  const voided = await voidPayment(rig.deps, rig.scope, sale.payment);
  assert.ok(voided.ok);
  await sales.compare();
  assert.equal(
    await sales.summaryOf(sale),
    "voided: 0 captured, 100 released, 0 refunded, 0 pending, 0 at the PSPs",
  );
  const told = (await rig.eventsOf(sale.session)).filter((type) => type === "payment.voided");
  assert.deepEqual(told, ["payment.voided"]);
});

test("a void at the PSP isn't a mismatch because of movements made since the PSP listed it", async () => {
  const sale = await sales.pay({ capture: "manual" });
  await sales.atPsp(sale, "void");
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
  await sales.compare();
  assert.equal(
    await sales.summaryOf(sale),
    "voided: 0 captured, 100 released, 0 refunded, 0 pending, 0 at the PSPs",
  );
});

test("a refund that is sent back after the PSP listed it as succeeded isn't a contradiction", async () => {
  const sale = await sales.pay({}, "4000000000005126");
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
        return (await sales.summaryOf(sale)).includes(" 0 refunded");
      };
      await until(hasComeBack, "the refund has come back");
      return page;
    },
  }));
  await makeComparison({ ...rig.deps, connectors }).round();
  await compareDueAccounts(rig.deps);
  await sales.compare();
  assert.match(await sales.summaryOf(sale), / 0 refunded, 0 pending, 100 at the PSPs$/);
});

test("a contradiction on a sandbox clock that is ahead is reported once and doesn't make the list due again", async () => {
  const sale = await sales.pay({ capture: "manual" });
  assert.ok((await voidPayment(rig.deps, rig.scope, sale.payment)).ok);
  const set = (clock: string | null, status: string, decidedAt: string) =>
    rig.db.sql(
      `WITH lives AS (UPDATE payments SET clock_id = $2 WHERE id = $1)
       UPDATE movements SET status = $3, decided_at = $4 WHERE payment_id = $1`,
      [sale.payment, clock, status, decidedAt],
    );
  await set("clk_ahead", "failed", "2099-01-01");
  await sales.compare();
  const told = await rig.db.sql("DELETE FROM psp_notifications RETURNING quarantine_reason AS reason");
  assert.deepEqual(told, [{ reason: "movement_contradiction" }]);
  assert.deepEqual(await rig.db.sql("SELECT FROM compared_accounts WHERE due_at IS NOT NULL"), []);
  await set(null, "succeeded", "2026-01-01");
});

test("an account stays held while an error keeps one of its charges from being compared", async () => {
  const sale = await sales.pay();
  await sales.atPsp(sale, "refund", 40);
  const log = { ...rig.deps.log, info: () => {}, warn: () => {}, error: () => {} };
  // As if the payment's row were locked for too long.
  const failing = await listingCharges(() => {
    throw new Error("canceling statement due to lock timeout");
  });
  assert.equal(await compareAccount({ ...rig.deps, log }, failing, () => true), false);
  assert.equal(await compareAccount(rig.deps, await currentRoute(), () => true), true);
});

test("a comparison of a charge that ends in a deadlock is retried without an error in the log", async () => {
  const sale = await sales.pay();
  await sales.atPsp(sale, "refund", 40);
  const loggedBefore = rig.logged.length;
  let tries = 0;
  const conflicting = await listingCharges(() => {
    tries += 1;
    if (tries === 1) throw Object.assign(new Error("deadlock detected"), { code: "40P01" });
  });
  assert.equal(await compareAccount(rig.deps, conflicting, () => true), true);
  assert.ok(tries > 1);
  const errors = rig.logged.slice(loggedBefore).filter((line) => line.includes("could not be compared"));
  assert.deepEqual(errors, []);
});

const currentRoute = () => sandboxRoute(rig.deps.connectors, rig.scope);

/** The PSP's list; `look` runs before each of its charges is compared. */
async function listingCharges(look: () => void): Promise<ConnectorRoute> {
  const route = await currentRoute();
  const { connector } = route;
  const listCharges: typeof connector.listCharges = async (request, call) => {
    const page = await connector.listCharges(request, call);
    if (page.kind === "unknown") return page;
    const charges = page.charges.map((charge) => {
      const get = () => {
        look();
        return charge.disputes;
      };
      return Object.defineProperty({ ...charge }, "disputes", { get });
    });
    return { ...page, charges };
  };
  return { ...route, connector: { ...connector, listCharges } };
}

test("a refund that is pending at the PSP is reconciled, and never sent again", async () => {
  const sale = await sales.pay({}, "4000000000007726");
  await sales.atPsp(sale, "refund", 40);
  await sales.compare();
  assert.equal(
    await sales.summaryOf(sale),
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
  await rig.makeChecksDue();
  await reconcileDueMovements({ ...rig.deps, connectors });
  assert.equal(sent, 0);
  await rig.db.sql("UPDATE sandbox_psp.movements SET due_at = now() WHERE charge = $1", [sale.charge]);
  const isDone = () =>
    rig.db.sql("SELECT FROM sandbox_psp.movements WHERE charge = $1 AND due_at IS NULL", [sale.charge]);
  await until(async () => (await isDone()).length === 1, "the refund has arrived");
  await rig.makeChecksDue();
  await reconcileDueMovements(rig.deps);
  assert.equal(
    await sales.summaryOf(sale),
    "captured: 100 captured, 0 released, 40 refunded, 0 pending, 60 at the PSPs",
  );
});

test("a void of an attempt that still waits for its customer moves no money and causes no error in comparisons", async () => {
  const session = await rig.makeSession({ amount: 100, capture: "manual" });
  await beginPayment(rig.deps, rig.scope, session, cardOf("challenge"));
  const [attempt] = await rig.attemptsOf(session);
  assert.ok(attempt && attempt.pspReference !== null);
  const sale = { session, payment: attempt.paymentId, charge: attempt.pspReference };
  const loggedBefore = rig.logged.length;
  await sales.atPsp(sale, "void");
  await sales.compare();
  await rig.makeChecksDue();
  await reconcileDueAttempts(rig.deps);
  await sales.compare();
  assert.equal(
    await sales.summaryOf(sale),
    "requires_payment_method: 0 captured, 0 released, 0 refunded, 0 pending, 0 at the PSPs",
  );
  const errors = rig.logged.slice(loggedBefore).filter((line) => /"level":50/.test(line));
  assert.deepEqual(errors, []);
});

test("a movement of another charge under a known key isn't mistaken for the known one", async () => {
  const [first, second] = [await sales.pay(), await sales.pay()];
  await sales.atPsp(first, "refund", 40);
  await sales.compare();
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

test("a comparison stops before the next charge when the process stops, and its account stays due", async () => {
  const sale = await sales.pay();
  await sales.atPsp(sale, "refund", 40);
  await rig.db.sql("UPDATE compared_accounts SET due_at = now()");
  await compareDueAccounts(rig.deps, () => false);
  assert.match(await sales.summaryOf(sale), / 0 refunded, 0 pending, 100 at the PSPs$/);
  await rig.db.sql("UPDATE compared_accounts SET due_at = now() WHERE due_at IS NOT NULL");
  await compareDueAccounts(rig.deps);
  assert.match(await sales.summaryOf(sale), / 40 refunded, 0 pending, 60 at the PSPs$/);
});
