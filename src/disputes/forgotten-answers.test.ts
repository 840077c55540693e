import assert from "node:assert/strict";
import { test } from "node:test";
import { report, sellAndDispute, standingOf } from "../../test/support/disputes.ts";
import { startPaymentRig } from "../../test/support/payments.ts";
import { present } from "../kernel/assert.ts";
import { compareAccount } from "../payments/compare/compare-account.ts";
import { lookIntoReports } from "./look-into-reports.ts";

test("a comparison with the PSP learns how a dispute ended whose answer the database has lost", async (t) => {
  const rig = await startPaymentRig({ pendingMs: 50 });
  t.after(() => rig.close());
  const sale = await sellAndDispute(rig);
  await report(rig, sale);
  await lookIntoReports(rig.deps);
  const { connector, account } = present(
    rig.deps.connectors.routeForAccount(rig.scope, sale.connectorAccount),
    "the connector",
  );
  const { pspReference } = sale.facts;
  // The merchant's answer, as before a backup was put back: the PSP has it, and the database doesn't.
  const told = { account, pspReference, idempotencyKey: "answer_that_was_lost" };
  assert.equal((await connector.acceptDispute(told, { timeoutMs: 30_000 })).kind, "known");
  assert.equal(await standingOf(rig, sale), "chargeback needs_response");
  assert.equal(await compareAccount(rig.deps, { connector, account }, () => true), true);
  await lookIntoReports(rig.deps);
  assert.equal(await standingOf(rig, sale), "chargeback lost");
});
