import assert from "node:assert/strict";
import { test } from "node:test";
import { cardOf, usePaymentTestbed, wrapConnector } from "../../../test/support/payments.ts";
import { beginPayment } from "../attempts/begin-payment.ts";
import { refundPayment } from "./move-money.ts";
import { reconcileDueMovements } from "./reconcile-movements.ts";

const rig = usePaymentTestbed({ pendingMs: 600_000 });

const cards = { pending: "4000000000007726", succeeded: cardOf("approved").number } as const;

for (const [status, number] of Object.entries(cards)) {
  test(`a refund that is ${status} is never sent again, even if the PSP no longer knows its key`, async () => {
    const session = await rig.makeSession({ amount: 100 });
    await beginPayment(rig.deps, rig.scope, session, { ...cardOf("approved"), number });
    const [attempt] = await rig.attemptsOf(session);
    assert.ok(attempt);
    const refund = await refundPayment(rig.deps, rig.scope, attempt.paymentId, { amount: 40 });
    assert.ok(refund.ok && refund.value.status === status);
    let sent = 0;
    let asked = 0;
    const connectors = wrapConnector(rig.deps.connectors, (connector) => ({
      findMovement: async () => {
        asked += 1;
        return { kind: "not_found" };
      },
      refund: (request, call) => {
        sent += 1;
        return connector.refund(request, call);
      },
    }));
    await rig.db.sql("UPDATE movements SET next_check_at = now() WHERE id = $1", [refund.value.id]);
    await reconcileDueMovements({ ...rig.deps, connectors });
    assert.deepEqual({ asked, sent }, { asked: 1, sent: 0 });
    const [row] = await rig.db.sql("SELECT status FROM movements WHERE id = $1", [refund.value.id]);
    assert.deepEqual(row, { status });
    await rig.assertInvariants();
  });
}
