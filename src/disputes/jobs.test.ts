import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import {
  type DisputedSale,
  disputeSummary,
  makeDisputedSale,
  reportToKassa,
} from "../../test/support/disputes.ts";
import { type FlatConnector, usePaymentTestbed, wrapConnector } from "../../test/support/payments.ts";
import { reportDispute } from "../payments/dispute-reports/report-dispute.ts";
import { inspectPayments } from "../payments/read/inspect-payments.ts";
import { checkDueReports } from "./check-due-reports.ts";
import type { DisputeDeps } from "./deps.ts";
import { reconcileDueDisputes } from "./reconcile-disputes.ts";
import { readResponse, respond } from "./respond.ts";

/** The background jobs of disputes: reports, checks, and actions without a response. */
const rig = usePaymentTestbed({ pendingMs: 50 });
afterEach(() => rig.clearFaults());

const inquiryCard = "4000000000001976";

/** The PSP's connector with some of its operations replaced. */
const withConnector = (wrap: (connector: FlatConnector) => Partial<FlatConnector>): DisputeDeps => ({
  ...rig.deps,
  connectors: wrapConnector(rig.deps.connectors, wrap),
});

async function opened(card?: string): Promise<DisputedSale & { readonly id: string }> {
  const sale = await makeDisputedSale(rig, card);
  await reportToKassa(rig, sale);
  await checkDueReports(rig.deps);
  const [row] = await rig.db.sql<{ id: string }>("SELECT id FROM disputes WHERE psp_reference = $1", [
    sale.facts.pspReference,
  ]);
  assert.ok(row, "the dispute was not opened");
  return { ...sale, id: row.id };
}

const reportOf = async (sale: DisputedSale) =>
  (
    await rig.db.sql<{ due: boolean; checks: number; reason: string | null }>(
      `SELECT next_check_at IS NOT NULL AS due, checks, quarantine_reason AS reason
       FROM reported_disputes WHERE psp_reference = $1`,
      [sale.facts.pspReference],
    )
  )[0];

/** Makes all waiting checks due now. */
async function hurry(): Promise<void> {
  await rig.db.sql("UPDATE reported_disputes SET next_check_at = now() WHERE next_check_at IS NOT NULL");
  await rig.db.sql(
    `UPDATE disputes SET next_check_at = LEAST(next_check_at, time.now), lease_until = NULL,
       action_check_at = CASE WHEN action_check_at IS NOT NULL THEN time.now END
     FROM (SELECT now()) AS time WHERE next_check_at IS NOT NULL`,
  );
}

const winning = { action: "evidence", input: { texts: { uncategorizedText: "winning_evidence" } } } as const;

/** The idempotency keys of the actions that the PSP received for the dispute. */
async function keysAt({ facts }: DisputedSale): Promise<string[]> {
  const rows = await rig.db.sql<{ key: string }>(
    "SELECT idempotency_key AS key FROM sandbox_psp.dispute_requests WHERE dispute = $1",
    [facts.pspReference],
  );
  return rows.map(({ key }) => key);
}

const requestsAt = async (sale: DisputedSale): Promise<number> => (await keysAt(sale)).length;

/** The stored key of the pending action. */
async function pendingKeyOf({ facts }: DisputedSale): Promise<string> {
  const [row] = await rig.db.sql<{ key: string | null }>(
    "SELECT action_key AS key FROM disputes WHERE psp_reference = $1",
    [facts.pspReference],
  );
  assert.ok(row?.key, "nothing is pending");
  return row.key;
}

test("a report is checked once, and again after another report", async () => {
  const sale = await opened();
  assert.equal(await disputeSummary(rig, sale), "chargeback needs_response");
  assert.deepEqual(await reportOf(sale), { due: false, checks: 1, reason: null });
  await reportToKassa(rig, sale);
  assert.equal((await reportOf(sale))?.due, true);
});

test("a report is checked again later if the PSP doesn't answer", async () => {
  const sale = await makeDisputedSale(rig);
  await reportToKassa(rig, sale);
  rig.injectFault("GET", "status_500_after_charge");
  await checkDueReports(rig.deps);
  assert.deepEqual(await reportOf(sale), { due: true, checks: 1, reason: null });
  assert.equal(await disputeSummary(rig, sale), undefined);
  rig.clearFaults();
  await hurry();
  await checkDueReports(rig.deps);
  assert.equal(await disputeSummary(rig, sale), "chargeback needs_response");
});

test("a report is quarantined if the PSP doesn't know the dispute or says it is about another charge", async () => {
  const sale = await makeDisputedSale(rig);
  await reportToKassa(rig, { ...sale, facts: { ...sale.facts, pspReference: "spd_nothing" } });
  const other = await makeDisputedSale(rig);
  await reportToKassa(rig, { ...sale, facts: other.facts });
  await checkDueReports(rig.deps);
  const rows = await rig.db.sql<{ reason: string }>(
    "SELECT quarantine_reason AS reason FROM reported_disputes WHERE psp_reference = ANY ($1) ORDER BY 1",
    [["spd_nothing", other.facts.pspReference]],
  );
  assert.deepEqual(
    rows.map(({ reason }) => reason),
    ["charge_mismatch", "unknown_to_psp"],
  );
  const { quarantined, overdueDisputes } = await inspectPayments(rig.deps.database);
  assert.deepEqual(quarantined, [
    { reason: "dispute: charge_mismatch", count: 1 },
    { reason: "dispute: unknown_to_psp", count: 1 },
  ]);
  assert.equal(overdueDisputes, 0);
  assert.equal(await disputeSummary(rig, other), undefined);
});

test("a report that arrives during the check of an earlier one makes Kassa ask the PSP again", async () => {
  const sale = await makeDisputedSale(rig);
  await reportToKassa(rig, sale);
  const deps = withConnector((connector) => ({
    findDispute: async (request, call) => {
      const answer = await connector.findDispute(request, call);
      await reportToKassa(rig, sale);
      return answer;
    },
  }));
  await checkDueReports(deps);
  assert.equal(await disputeSummary(rig, sale), undefined, "the older answer is fenced off");
  assert.equal((await reportOf(sale))?.due, true);
  await checkDueReports(rig.deps);
  assert.equal(await disputeSummary(rig, sale), "chargeback needs_response");
});

test("five concurrent processes open one dispute", async () => {
  const sale = await makeDisputedSale(rig);
  await reportToKassa(rig, sale);
  await Promise.all(Array.from({ length: 5 }, () => checkDueReports(rig.deps)));
  assert.deepEqual(await rig.eventsOf(sale.session), [
    "payment.captured",
    "checkout.session.completed",
    "dispute.opened",
  ]);
});

test("evidence whose response was lost is sent once, and counts as sent after the next check", async () => {
  const sale = await opened();
  rig.injectFault("POST", "timeout_after_charge");
  assert.ok((await respond(rig.deps, rig.scope, sale.id, winning)).ok);
  assert.equal(await disputeSummary(rig, sale), "chargeback needs_response pending evidence");
  rig.clearFaults();
  await hurry();
  await reconcileDueDisputes(rig.deps);
  assert.match((await disputeSummary(rig, sale)) ?? "", /^chargeback (under_review|won) sent$/);
  assert.equal(await requestsAt(sale), 1);
});

test("evidence that never arrived is sent again with the same key", async () => {
  const sale = await opened();
  rig.injectFault("POST", "timeout_before_charge");
  await respond(rig.deps, rig.scope, sale.id, winning);
  assert.deepEqual(await keysAt(sale), []);
  const key = await pendingKeyOf(sale);
  rig.clearFaults();
  await hurry();
  await reconcileDueDisputes(rig.deps);
  assert.equal(await disputeSummary(rig, sale), "chargeback under_review sent");
  assert.deepEqual(await keysAt(sale), [key]);
});

test("an acceptance without a response ends in an accepted loss", async () => {
  for (const fault of ["timeout_after_charge", "timeout_before_charge"] as const) {
    const sale = await opened();
    rig.injectFault("POST", fault);
    await respond(rig.deps, rig.scope, sale.id, { action: "accept" });
    assert.equal(await disputeSummary(rig, sale), "chargeback needs_response pending accept");
    rig.clearFaults();
    await hurry();
    await reconcileDueDisputes(rig.deps);
    assert.equal(await disputeSummary(rig, sale), "chargeback lost accepted", fault);
    assert.equal(await requestsAt(sale), 1);
  }
});

test("refuses further actions while one is pending", async () => {
  const sale = await opened();
  rig.injectFault("POST", "timeout_before_charge");
  await respond(rig.deps, rig.scope, sale.id, winning);
  for (const request of [winning, { action: "accept" } as const]) {
    const again = await respond(rig.deps, rig.scope, sale.id, request);
    assert.ok(!again.ok && again.failure.code === "dispute_not_respondable");
  }
});

test("after the PSP has refused an action, another one can be taken", async () => {
  const sale = await opened();
  const refusing = withConnector(() => ({
    submitEvidence: async () => ({ kind: "refused", detail: "the file can't be read" }),
  }));
  const key = await respond(refusing, rig.scope, sale.id, winning);
  assert.ok(key.ok);
  assert.equal(await disputeSummary(rig, sale), "chargeback needs_response");
  assert.ok((await respond(rig.deps, rig.scope, sale.id, winning)).ok);
  assert.equal(await disputeSummary(rig, sale), "chargeback under_review sent");
});

test("evidence for an inquiry that was pending when it became a chargeback isn't sent for the chargeback", async () => {
  const sale = await opened(inquiryCard);
  rig.injectFault("POST", "timeout_before_charge");
  await respond(rig.deps, rig.scope, sale.id, winning);
  rig.clearFaults();
  await rig.db.sql(
    "UPDATE sandbox_psp.disputes SET due_at = now() - interval '1 second', verdict = 'lose' WHERE id = $1",
    [sale.facts.pspReference],
  );
  await untilEscalated(sale);
  await hurry();
  await reconcileDueDisputes(rig.deps);
  assert.equal(await disputeSummary(rig, sale), "chargeback needs_response");
  assert.equal(await requestsAt(sale), 0);
});

async function untilEscalated(sale: DisputedSale): Promise<void> {
  const rows = await rig.db.sql("SELECT FROM sandbox_psp.disputes WHERE id = $1 AND stage = 'chargeback'", [
    sale.facts.pspReference,
  ]);
  if (rows.length === 0) await untilEscalated(sale);
}

test("a process that has lost its lease can't apply its answer", async () => {
  const sale = await opened();
  await hurry();
  const slow = withConnector((connector) => ({
    findDispute: async (request, call) => {
      const answer = await connector.findDispute(request, call);
      // Another process takes over in the meantime.
      await hurry();
      await reconcileDueDisputes(rig.deps);
      return answer.kind === "known"
        ? { kind: "known", dispute: { ...answer.dispute, status: "lost" } }
        : answer;
    },
  }));
  await reconcileDueDisputes(slow);
  assert.equal(await disputeSummary(rig, sale), "chargeback needs_response");
});

test("disputes are checked at longer and longer intervals, and no more once they are over", async () => {
  const sale = await opened();
  const waitMs = async () => {
    const [row] = await rig.db.sql<{ wait: number }>(
      `SELECT extract(epoch FROM next_check_at - now())::float8 * 1000 AS wait FROM disputes WHERE psp_reference = $1`,
      [sale.facts.pspReference],
    );
    return row?.wait ?? null;
  };
  const waits: (number | null)[] = [];
  for (let round = 0; round < 3; round += 1) {
    await hurry();
    await reconcileDueDisputes(rig.deps);
    waits.push(await waitMs());
  }
  assert.deepEqual(
    waits.map((wait) => Math.round((wait ?? 0) / 60_000)),
    [10, 60, 360],
  );
  await respond(rig.deps, rig.scope, sale.id, { action: "accept" });
  assert.equal(await waitMs(), null);
});

test("once everything is checked, the PSP's log and the ledger agree", async () => {
  const sold = await rig.db.sql<{ pspReference: string; attemptId: string; connectorAccount: string }>(
    `SELECT d.id AS "pspReference", a.id AS "attemptId", a.connector_account AS "connectorAccount"
     FROM sandbox_psp.disputes d JOIN sandbox_psp.charges c ON c.id = d.charge JOIN attempts a ON a.id = c.idempotency_key`,
  );
  for (let round = 0; round < 5; round += 1) {
    await rig.deps.database.inTenant(rig.scope, async (trx) => {
      for (const each of sold) await reportDispute(trx, each);
    });
    while (await checkDueReports(rig.deps)) await hurry();
    await hurry();
    while (await reconcileDueDisputes(rig.deps));
  }
  await rig.assertInvariants();
});

test("repeating the request of a refused action returns its refusal, even after a later refusal", async () => {
  const sale = await opened();
  const refusing = withConnector(() => ({
    submitEvidence: async () => ({ kind: "refused", detail: "the file can't be read" }),
  }));
  const keys: string[] = [];
  for (let times = 0; times < 2; times += 1) {
    const key = await respond(refusing, rig.scope, sale.id, winning);
    assert.ok(key.ok);
    keys.push(key.value);
  }
  for (const key of keys) {
    const { open, answer } = await rig.db.database.inTenant(rig.scope, (trx) => readResponse(trx, key));
    assert.deepEqual(
      [open, answer.ok ? "done" : answer.failure.code],
      [false, "dispute_action_refused"],
      key,
    );
  }
});

test("after a change, a dispute is checked soon and then less often", async () => {
  const sale = await opened(inquiryCard);
  await rig.db.sql("UPDATE disputes SET checks = 4 WHERE id = $1", [sale.id]);
  const deps = withConnector((connector) => ({
    findDispute: async (request, call) => {
      const answer = await connector.findDispute(request, call);
      if (answer.kind !== "known") return answer;
      return { ...answer, dispute: { ...answer.dispute, stage: "chargeback" } };
    },
  }));
  const waits = async () => {
    const [row] = await rig.db.sql<{ minutes: number }>(
      "SELECT round(extract(epoch FROM next_check_at - now()) / 60)::int AS minutes FROM disputes WHERE id = $1",
      [sale.id],
    );
    return row?.minutes;
  };
  await hurry();
  await reconcileDueDisputes(deps);
  assert.equal(await disputeSummary(rig, sale), "chargeback needs_response");
  assert.equal(await waits(), 1);
  for (const minutes of [10, 60, 360]) {
    await hurry();
    await reconcileDueDisputes(deps);
    assert.equal(await waits(), minutes);
  }
});
