import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { DashboardSales } from "../../../test/support/dashboard-sales.ts";
import { countWaiting } from "../../../test/support/lock-waits.ts";
import { sandboxRoute, usePaymentTestbed, wrapConnector } from "../../../test/support/payments.ts";
import { until } from "../../../test/support/until.ts";
import { capturePayment, refundPayment } from "../movements/move-money.ts";
import { reconcileDueMovements } from "../movements/reconcile-movements.ts";
import { compareSoon } from "../queries/compared.ts";
import { applyListedMovement } from "./apply-listed-movement.ts";
import { compareDueAccounts } from "./compare-due-accounts.ts";
import { makeComparison } from "./compare-with-psps.ts";

/** Movements made at the PSP's dashboard wait for a movement of the same charge that is in progress. */
const rig = usePaymentTestbed({}, async () => {
  sales = new DashboardSales(rig);
});
let sales: DashboardSales;
afterEach(async () => {
  rig.clearFaults();
  await sales.assertInvariants();
});

const hourMs = 60 * 60_000;

test("a movement waits for the next comparison if its charge is lost during this one", async () => {
  const sale = await sales.pay();
  await sales.atPsp(sale, "refund", 40);
  const found = await sandboxRoute(rig.deps.connectors, rig.scope);
  const lists = await found.connector.listCharges(
    { account: found.account, changedAfter: new Date(0).toISOString(), cursor: null },
    { timeoutMs: rig.deps.pspTimeoutMs },
  );
  assert.ok(lists.kind === "page");
  const charge = lists.charges.find(({ session }) => session === sale.session);
  const [movement] = charge?.movements ?? [];
  assert.ok(charge && movement);
  const lost = { ...charge, idempotencyKey: `${charge.idempotencyKey.slice(0, -3)}abc` };
  assert.equal(
    await applyListedMovement(
      rig.deps,
      { route: found, charge: lost, askedMs: rig.deps.clock.nowMs() },
      movement,
      undefined,
    ),
    "postponed",
  );
  await sales.compare();
});

test("a refund at the PSP that exceeds the rest beside Kassa's pending one is applied once Kassa's is refused", async () => {
  const sale = await sales.pay();
  rig.injectFault("POST", "timeout_before_charge");
  const ours = await refundPayment(rig.deps, rig.scope, sale.payment, { amount: 70 });
  rig.clearFaults();
  assert.ok(ours.ok && ours.value.status === "unknown");
  await sales.atPsp(sale, "refund", 40);
  await sales.compare();
  assert.equal(
    await sales.summaryOf(sale),
    "captured: 100 captured, 0 released, 0 refunded, 70 pending, 100 at the PSPs",
  );
  await rig.makeChecksDue();
  await reconcileDueMovements(rig.deps);
  await compareDueAccounts(rig.deps);
  assert.equal(
    await sales.summaryOf(sale),
    "captured: 100 captured, 0 released, 40 refunded, 0 pending, 60 at the PSPs",
  );
});

test("a postponed charge is listed again even if charges that changed hours later were compared meanwhile", async () => {
  const sale = await sales.pay();
  rig.injectFault("POST", "timeout_before_charge");
  await refundPayment(rig.deps, rig.scope, sale.payment, { amount: 70 });
  rig.clearFaults();
  await sales.atPsp(sale, "refund", 40);
  const later = await sales.pay();
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
  await rig.makeChecksDue();
  await reconcileDueMovements(rig.deps);
  await compareDueAccounts(rig.deps);
  assert.equal(
    await sales.summaryOf(sale),
    "captured: 100 captured, 0 released, 40 refunded, 0 pending, 60 at the PSPs",
  );
});

test("a capture at the PSP waits for the end of Kassa's capture in progress", async () => {
  const sale = await sales.pay({ capture: "manual" });
  rig.injectFault("POST", "timeout_before_charge");
  await capturePayment(rig.deps, rig.scope, sale.payment, { amount: 80 });
  rig.clearFaults();
  await sales.atPsp(sale, "capture", 50);
  await sales.compare();
  await rig.makeChecksDue();
  await reconcileDueMovements(rig.deps);
  await compareDueAccounts(rig.deps);
  assert.equal(
    await sales.summaryOf(sale),
    "authorized: 50 captured, 0 released, 0 refunded, 0 pending, 50 at the PSPs",
  );
});

test("a decided movement locks its attempt before its account, like notifications, so that they can't deadlock", async () => {
  const sale = await sales.pay();
  rig.injectFault("POST", "timeout_before_charge");
  await refundPayment(rig.deps, rig.scope, sale.payment, { amount: 70 });
  rig.clearFaults();
  await sales.atPsp(sale, "refund", 40);
  await sales.compare();
  await rig.makeChecksDue();
  let decided: Promise<unknown> | undefined;
  await rig.deps.database.inTenant(rig.scope, async (trx) => {
    const [attempt] = await rig.attemptsOf(sale.session);
    assert.ok(attempt?.compareFrom, "the refund at the PSP waits for Kassa's");
    await trx.run("UPDATE attempts SET checks = checks WHERE tenant_id = $1 AND id = $2", [
      rig.scope.tenantId,
      attempt.id,
    ]);
    decided = reconcileDueMovements(rig.deps);
    await until(async () => (await countWaiting(rig.db)) > 0, "the decision waits for the attempt");
    await compareSoon(trx, attempt.connectorAccount);
  });
  await decided;
  await compareDueAccounts(rig.deps);
  assert.match(await sales.summaryOf(sale), / 40 refunded, 0 pending, 60 at the PSPs$/);
});
