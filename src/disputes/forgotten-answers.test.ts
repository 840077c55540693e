import assert from "node:assert/strict";
import { test } from "node:test";
import { disputeSummary, makeDisputedSale, reportToKassa } from "../../test/support/disputes.ts";
import { flat, startPaymentTestbed } from "../../test/support/payments.ts";
import { present } from "../kernel/assert.ts";
import { compareAccount } from "../payments/compare/compare-account.ts";
import { checkDueReports } from "./check-due-reports.ts";

test("a comparison with the PSP learns the result of a dispute whose response the database has lost", async (t) => {
  const rig = await startPaymentTestbed({ pendingMs: 50 });
  t.after(() => rig.close());
  const sale = await makeDisputedSale(rig);
  await reportToKassa(rig, sale);
  await checkDueReports(rig.deps);
  const found = await rig.deps.connectors.routeForAccount(rig.scope, sale.connectorAccount);
  const { connector, account } = present(found, "the route");
  const { pspReference } = sale.facts;
  // The merchant responded before a backup was restored: the PSP has the response, the database doesn't.
  const request = { account, pspReference, idempotencyKey: "lost_response" };
  assert.equal((await flat(connector).acceptDispute(request, { timeoutMs: 30_000 })).kind, "known");
  assert.equal(await disputeSummary(rig, sale), "chargeback needs_response");
  assert.equal(await compareAccount(rig.deps, { connector, account }, () => true), true);
  await checkDueReports(rig.deps);
  assert.equal(await disputeSummary(rig, sale), "chargeback lost");
});
