import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { DashboardSales, type Sale } from "../../../test/support/dashboard-sales.ts";
import { usePaymentTestbed, wrapConnector } from "../../../test/support/payments.ts";
import type { ListedCharge, ListedMovement } from "../../connectors/contract.ts";
import { refundPayment } from "../movements/move-money.ts";
import { makeComparison } from "./compare-with-psps.ts";

let sales: DashboardSales;
const rig = usePaymentTestbed({}, async () => {
  sales = new DashboardSales(rig);
});
afterEach(async () => {
  rig.clearFaults();
  await sales.assertInvariants();
});

/** Compares with a list that holds only one sale's charge, with these movements. */
async function compareWith(sale: Sale, list: (charge: ListedCharge) => ListedMovement[]): Promise<void> {
  const connectors = wrapConnector(rig.deps.connectors, (connector) => ({
    listCharges: async (request, call) => {
      const page = await connector.listCharges(request, call);
      if (page.kind === "unknown") return page;
      const charges = page.charges.filter(({ outcome }) => outcome.pspReference === sale.charge);
      return { ...page, charges: charges.map((charge) => ({ ...charge, movements: list(charge) })) };
    },
  }));
  await makeComparison({ ...rig.deps, connectors }).round();
}

const refused = (idempotencyKey: string): ListedMovement => ({
  ...{ idempotencyKey, reference: null, kind: "refund", amount: 40, final: false },
  outcome: { kind: "refused", reason: "amount_too_large" },
});

test("a missing refund that the PSP had refused isn't recorded", async () => {
  const sale = await sales.pay();
  const before = await rig.eventsOf(sale.session);
  await compareWith(sale, () => [refused("dashboard-refused")]);
  assert.equal(
    await sales.summaryOf(sale),
    "captured: 100 captured, 0 released, 0 refunded, 0 pending, 100 at the PSPs",
  );
  assert.deepEqual(await rig.eventsOf(sale.session), before);
  assert.deepEqual(await rig.db.sql("SELECT FROM movements WHERE payment_id = $1", [sale.payment]), []);
});

test("the refusal of another charge's movement under a known key changes nothing", async () => {
  const [first, second] = [await sales.pay(), await sales.pay()];
  const key = `dashboard-${first.charge}`;
  await sales.atPsp(first, "refund", 40, key);
  await sales.compare();
  await compareWith(second, () => [refused(key)]);
  assert.equal(
    await sales.summaryOf(first),
    "captured: 100 captured, 0 released, 40 refunded, 0 pending, 60 at the PSPs",
  );
  const reasons = await rig.db.sql("DELETE FROM psp_notifications RETURNING quarantine_reason AS reason");
  assert.deepEqual(reasons, [{ reason: "movement_mismatch" }]);
});

test("a refund that never reached the PSP fails if the PSP lists another one under its key, and that one is recorded", async () => {
  const sale = await sales.pay();
  rig.injectFault("POST", "timeout_before_charge");
  const ours = await refundPayment(rig.deps, rig.scope, sale.payment, { amount: 70 });
  rig.clearFaults();
  assert.ok(ours.ok && ours.value.status === "unknown");
  // As if a restored backup had forgotten the refund of 40, and its key was used again.
  await sales.atPsp(sale, "refund", 40, ours.value.pspKey);
  await sales.compare();
  assert.equal(
    await sales.summaryOf(sale),
    "captured: 100 captured, 0 released, 40 refunded, 0 pending, 60 at the PSPs",
  );
  const refunds = await rig.db.sql(
    "SELECT status, amount, failure_reason AS reason FROM movements WHERE payment_id = $1 ORDER BY id",
    [sale.payment],
  );
  assert.deepEqual(refunds, [
    { status: "failed", amount: 70, reason: "idempotency_key_reused" },
    { status: "succeeded", amount: 40, reason: null },
  ]);
});
