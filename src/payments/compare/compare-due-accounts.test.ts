import assert from "node:assert/strict";
import { test } from "node:test";
import { cardOf, usePaymentTestbed } from "../../../test/support/payments.ts";
import { moveAtDashboard } from "../../../test/support/psp-dashboard.ts";
import { until } from "../../../test/support/until.ts";
import { beginPayment } from "../attempts/begin-payment.ts";
import { compareDueAccounts } from "./compare-due-accounts.ts";

const rig = usePaymentTestbed({ apps: 1, notify: true });

async function refundedAtPsp(): Promise<string> {
  const session = await rig.makeSession({ amount: 100 });
  await beginPayment(rig.deps, rig.scope, session, cardOf("approved"));
  const [attempt] = await rig.attemptsOf(session);
  assert.ok(attempt && attempt.pspReference !== null);
  const { tenantId } = rig.scope;
  await moveAtDashboard(
    { url: rig.psp.url, keyring: rig.keyring },
    { tenantId, charge: attempt.pspReference, kind: "refund", amount: 40 },
  );
  return session;
}

test("a notification of a refund made at the dashboard has it recorded before the hourly comparison", async () => {
  const session = await refundedAtPsp();
  const isTold = async () => (await rig.eventsOf(session)).at(-1) === "refund.succeeded";
  await until(isTold, "the refund is told");
  const isSettled = () => rig.db.sql("SELECT FROM compared_accounts WHERE due_at IS NULL");
  await until(async () => (await isSettled()).length === 1, "the account isn't due any more");
  assert.deepEqual(
    await rig.db.sql(
      "SELECT quarantine_reason AS reason FROM psp_notifications WHERE quarantine_reason IS NOT NULL",
    ),
    [],
  );
  await rig.assertInvariants();
});

test("an account whose list can't be read stays due", async () => {
  await rig.db.sql("UPDATE compared_accounts SET due_at = now() - interval '1 second'");
  rig.injectFault("GET", "status_500_before_charge");
  await compareDueAccounts(rig.deps);
  rig.clearFaults();
  const due = await rig.db.sql("SELECT due_at > now() AS later FROM compared_accounts");
  assert.deepEqual(due, [{ later: true }]);
});
