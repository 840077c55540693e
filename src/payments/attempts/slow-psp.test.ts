import assert from "node:assert/strict";
import { test } from "node:test";
import { makeDisputedSale, reportToKassa } from "../../../test/support/disputes.ts";
import {
  cardOf,
  type FlatConnector,
  insertSession,
  sandboxRoute,
  usePaymentTestbed,
  wrapConnector,
} from "../../../test/support/payments.ts";
import { until } from "../../../test/support/until.ts";
import { LeasedRounds } from "../../database/leased-rounds.ts";
import type { TenantScope, Transaction } from "../../database/transaction.ts";
import { createTenant } from "../../tenants/create-tenant.ts";
import { leaseDueReports } from "../dispute-reports/queries.ts";
import { refundPayment } from "../movements/move-money.ts";
import { attemptLeases } from "../queries/attempts.ts";
import { compareSoon, takeDueAccounts } from "../queries/compared.ts";
import { movementLeases } from "../queries/movements.ts";
import { beginPayment } from "./begin-payment.ts";
import { reconcileDueAttempts } from "./reconcile.ts";

const rig = usePaymentTestbed();

/** A session whose charge was made, but whose answer never reached Kassa. */
async function chargeUnanswered(scope: TenantScope): Promise<string> {
  const session = await insertSession(rig.db, scope, {});
  rig.injectFault("POST", "timeout_after_charge");
  await beginPayment(rig.deps, scope, session, cardOf("approved"));
  rig.clearFaults();
  return session;
}

test("a PSP that doesn't answer for one tenant doesn't delay other tenants' payments", async () => {
  const other = await createTenant({ database: rig.db.database, keyring: rig.keyring }, "Other shop");
  const otherScope: TenantScope = { tenantId: other.tenant.tenantId, mode: "sandbox" };
  for (let count = 0; count < 4; count += 1) await chargeUnanswered(rig.scope);
  const waiting = await chargeUnanswered(otherScope);
  await rig.makeChecksDue();
  await rig.db.sql(
    "UPDATE attempts SET next_check_at = seconds_after(next_check_at, -60) WHERE tenant_id = $1",
    [rig.scope.tenantId],
  );
  const silentAccount = (await sandboxRoute(rig.deps.connectors, rig.scope)).account.id;
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const silent = wrapConnector(
    rig.deps.connectors,
    (connector): Partial<FlatConnector> => ({
      findCharge: async (request, call) => {
        if (request.account.id === silentAccount) await answered;
        return connector.findCharge(request, call);
      },
    }),
  );
  const rounds = new LeasedRounds({ batchSize: 2, patienceMs: 1, slowPerTenant: 4 });
  const round = () => reconcileDueAttempts({ ...rig.deps, connectors: silent }, rounds);
  while (await round());
  await until(
    async () => (await rig.summaryOf(waiting)) === "complete, paid, charged 1 times",
    "the other tenant's payment is known to be paid",
  );
  answer();
  await rounds.finish();
  await rig.assertInvariants();
});

test("no work of the tenants to leave out is leased", async () => {
  const sale = await makeDisputedSale(rig);
  await reportToKassa(rig, sale);
  await chargeUnanswered(rig.scope);
  const session = await rig.makeSession();
  await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
  const [attempt] = await rig.attemptsOf(session);
  assert.ok(attempt);
  rig.injectFault("POST", "timeout_after_charge");
  await refundPayment(rig.deps, rig.scope, attempt.paymentId, { amount: 1 });
  rig.clearFaults();
  await rig.db.database.inTenant(rig.scope, (trx) => compareSoon(trx, sale.connectorAccount));
  await rig.makeChecksDue();
  type Taker = (
    trx: Transaction,
    limit: number,
    leaseMs: number,
    leaveOut: readonly number[],
  ) => Promise<unknown[]>;
  const takers: Record<string, Taker> = {
    attempts: attemptLeases.takeDue,
    movements: movementLeases.takeDue,
    reports: leaseDueReports,
    accounts: takeDueAccounts,
  };
  for (const [name, taker] of Object.entries(takers)) {
    const take = (leaveOut: readonly number[]) =>
      rig.db.database.inWorker((trx) => taker(trx, 1, 60_000, leaveOut));
    assert.deepEqual(await take([rig.scope.tenantId]), [], name);
    assert.equal((await take([])).length, 1, name);
  }
});
