import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { DashboardSales } from "../../../test/support/dashboard-sales.ts";
import { usePaymentTestbed, wrapConnector } from "../../../test/support/payments.ts";
import { verifyLedger } from "../../ledger/verify/verify-ledger.ts";
import { capturePayment, voidPayment } from "../movements/move-money.ts";
import { reconcileDueMovements } from "../movements/reconcile-movements.ts";
import { compareDueAccounts } from "./compare-due-accounts.ts";

/** The amounts that Kassa's voids and final captures release after somebody has captured a part at the PSP's dashboard. */
const rig = usePaymentTestbed({}, async () => {
  sales = new DashboardSales(rig);
});
let sales: DashboardSales;
afterEach(async () => {
  rig.clearFaults();
  await sales.assertInvariants();
});

test("Kassa's void releases only the rest after an unknown capture at the PSP", async () => {
  const sale = await sales.pay({ capture: "manual" });
  await sales.atPsp(sale, "capture", 30);
  await voidPayment(rig.deps, rig.scope, sale.payment);
  assert.equal(
    await sales.summaryOf(sale),
    "authorized: 0 captured, 70 released, 0 refunded, 0 pending, 0 at the PSPs",
  );
  await compareDueAccounts(rig.deps);
  assert.equal(
    await sales.summaryOf(sale),
    "captured: 30 captured, 70 released, 0 refunded, 0 pending, 30 at the PSPs",
  );
  assert.deepEqual(await sales.lastEventTypes(sale, 2), ["checkout.session.completed", "payment.captured"]);
});

test("the same if the answer to the void is lost", async () => {
  const sale = await sales.pay({ capture: "manual" });
  await sales.atPsp(sale, "capture", 30);
  rig.injectFault("POST", "timeout_after_charge");
  await voidPayment(rig.deps, rig.scope, sale.payment);
  rig.clearFaults();
  await rig.makeChecksDue();
  await reconcileDueMovements(rig.deps);
  await sales.compare();
  assert.equal(
    await sales.summaryOf(sale),
    "captured: 30 captured, 70 released, 0 refunded, 0 pending, 30 at the PSPs",
  );
});

test("the same if the comparison is the first to find the void", async () => {
  const sale = await sales.pay({ capture: "manual" });
  await sales.atPsp(sale, "capture", 30);
  rig.injectFault("POST", "timeout_after_charge");
  await voidPayment(rig.deps, rig.scope, sale.payment);
  rig.clearFaults();
  await sales.compare();
  await sales.compare();
  assert.equal(
    await sales.summaryOf(sale),
    "captured: 30 captured, 70 released, 0 refunded, 0 pending, 30 at the PSPs",
  );
});

for (const lost of [false, true]) {
  test(`Kassa's final capture after one at the PSP releases only the rest${lost ? ", even if its answer is lost" : ""}`, async () => {
    const sale = await sales.pay({ capture: "manual" });
    await sales.atPsp(sale, "capture", 30);
    if (lost) rig.injectFault("POST", "timeout_after_charge");
    await capturePayment(rig.deps, rig.scope, sale.payment, { amount: 50, final: true });
    rig.clearFaults();
    await rig.makeChecksDue();
    await reconcileDueMovements(rig.deps);
    assert.equal(await sales.amountsOnBothSides(sale), "PSP 80+20, Kassa 50+20, ledger 50+20");
    assert.deepEqual((await verifyLedger(rig.db.settings, [rig.scope])).differences, []);
    await compareDueAccounts(rig.deps);
    assert.equal(await sales.amountsOnBothSides(sale), "PSP 80+20, Kassa 80+20, ledger 80+20");
    assert.match(await sales.summaryOf(sale), /^captured: 80 captured, 20 released/);
  });
}

test("the same if the comparison is the first to find the final capture", async () => {
  const sale = await sales.pay({ capture: "manual" });
  await sales.atPsp(sale, "capture", 30);
  rig.injectFault("POST", "timeout_after_charge");
  await capturePayment(rig.deps, rig.scope, sale.payment, { amount: 50, final: true });
  rig.clearFaults();
  await sales.compare();
  assert.equal(await sales.amountsOnBothSides(sale), "PSP 80+20, Kassa 50+20, ledger 50+20");
  await compareDueAccounts(rig.deps);
  assert.equal(await sales.amountsOnBothSides(sale), "PSP 80+20, Kassa 80+20, ledger 80+20");
});

test("a void that the PSP refuses as already voided releases the uncaptured amount", async () => {
  const sale = await sales.pay({ capture: "manual" });
  await sales.atPsp(sale, "capture", 30);
  await sales.atPsp(sale, "void");
  assert.ok((await voidPayment(rig.deps, rig.scope, sale.payment)).ok);
  assert.equal(await sales.amountsOnBothSides(sale), "PSP 30+70, Kassa 0+70, ledger 0+70");
  await compareDueAccounts(rig.deps);
  await sales.compare();
  assert.equal(await sales.amountsOnBothSides(sale), "PSP 30+70, Kassa 30+70, ledger 30+70");
  assert.match(await sales.summaryOf(sale), /^captured: 30 captured, 70 released/);
});

test("the same if the comparison is the first to find the refusal", async () => {
  const sale = await sales.pay({ capture: "manual" });
  await sales.atPsp(sale, "capture", 30);
  await sales.atPsp(sale, "void");
  rig.injectFault("POST", "timeout_after_charge");
  await voidPayment(rig.deps, rig.scope, sale.payment);
  rig.clearFaults();
  await sales.compare();
  assert.equal(await sales.amountsOnBothSides(sale), "PSP 30+70, Kassa 0+70, ledger 0+70");
  await sales.compare();
  assert.equal(await sales.amountsOnBothSides(sale), "PSP 30+70, Kassa 30+70, ledger 30+70");
});

test("nothing is booked as released while the PSP doesn't say how much it has captured", async () => {
  const sale = await sales.pay({ capture: "manual" });
  await sales.atPsp(sale, "capture", 30);
  rig.injectFault("GET", "status_500_before_charge");
  await capturePayment(rig.deps, rig.scope, sale.payment, { amount: 50, final: true });
  assert.equal(await sales.amountsOnBothSides(sale), "PSP 80+20, Kassa 0+0, ledger 0+0");
  rig.clearFaults();
  await rig.makeChecksDue();
  await reconcileDueMovements(rig.deps);
  await compareDueAccounts(rig.deps);
  assert.equal(await sales.amountsOnBothSides(sale), "PSP 80+20, Kassa 80+20, ledger 80+20");
});

test("a void fails if everything was captured at the PSP, and the capture is recorded", async () => {
  const sale = await sales.pay({ capture: "manual" });
  await sales.atPsp(sale, "capture", 100);
  const voided = await voidPayment(rig.deps, rig.scope, sale.payment);
  assert.equal(voided.ok ? "ok" : voided.failure.code, "movement_refused");
  await compareDueAccounts(rig.deps);
  assert.equal(await sales.amountsOnBothSides(sale), "PSP 100+0, Kassa 100+0, ledger 100+0");
});

test("a capture fails if everything was captured at the dashboard, and that capture is recorded", async () => {
  const sale = await sales.pay({ capture: "manual" });
  await sales.atPsp(sale, "capture", 100);
  const captured = await capturePayment(rig.deps, rig.scope, sale.payment, { amount: 50 });
  assert.equal(captured.ok ? "ok" : captured.failure.code, "movement_refused");
  await compareDueAccounts(rig.deps);
  assert.equal(await sales.amountsOnBothSides(sale), "PSP 100+0, Kassa 100+0, ledger 100+0");
});

test("a capture stays unknown if the connector throws when asked for the captured total", async () => {
  const sale = await sales.pay({ capture: "manual" });
  await sales.atPsp(sale, "capture", 30);
  const connectors = wrapConnector(rig.deps.connectors, () => ({
    findCharge: async () => {
      throw new Error("a bug of the connector");
    },
  }));
  const last = { amount: 50, final: true };
  const captured = await capturePayment({ ...rig.deps, connectors }, rig.scope, sale.payment, last);
  assert.ok(captured.ok);
  assert.equal(await sales.amountsOnBothSides(sale), "PSP 80+20, Kassa 0+0, ledger 0+0");
  await rig.makeChecksDue();
  await reconcileDueMovements(rig.deps);
  await compareDueAccounts(rig.deps);
  assert.equal(await sales.amountsOnBothSides(sale), "PSP 80+20, Kassa 80+20, ledger 80+20");
});
