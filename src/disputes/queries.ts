import type { DisputeFacts } from "../connectors/disputes.ts";
import { timeOfNew } from "../database/clock-time.ts";
import { type Lease, leasesOf } from "../database/leases.ts";
import { statementTimes } from "../database/statement-times.ts";
import type { TenantTransaction, Transaction } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";
import type { PageRange } from "../kernel/page.ts";
import type { DisputeAction, StoredDispute } from "./dispute.ts";
import type { DisputeStage, DisputeStatus } from "./state.ts";

/** In a statement whose $1 is the tenant: of a dispute's own tenant_id, Citus wouldn't know that it is always that one. */
const columns = `id, mode, payment_id AS "paymentId", session_id AS "sessionId",
  (SELECT p.client_reference_id FROM payments p WHERE p.tenant_id = $1 AND p.id = disputes.payment_id) AS "clientReferenceId",
  (SELECT p.metadata FROM payments p WHERE p.tenant_id = $1 AND p.id = disputes.payment_id) AS metadata, stage, status, reason, amount, currency,
  amount_lost AS "amountLost", amount_returned AS "amountReturned", fee, revision, late, accepted, evidence, evidence_due_at AS "evidenceDueAt", evidence_submitted_at AS "evidenceSubmittedAt",
  opened_at AS "openedAt", closed_at AS "closedAt", attempt_id AS "attemptId", connector_account AS "connectorAccount",
  psp_reference AS "pspReference", pending_action AS "pendingAction", action_key AS "actionKey",
  action_count AS "actionCount", refused_actions AS "refusedActions",
  evidence_files AS "evidenceFiles", checks, (
    SELECT COALESCE(json_agg(json_build_object('id', f.id, 'name', f.name, 'mediaType', f.media_type,
      'size', octet_length(f.content)) ORDER BY f.id), '[]')
    FROM dispute_files f WHERE f.tenant_id = $1 AND f.dispute_id = disputes.id
  ) AS files`;

export function getDispute(trx: TenantTransaction, id: string): Promise<StoredDispute | undefined> {
  return trx.one<StoredDispute>(`SELECT ${columns} FROM disputes WHERE tenant_id = $1 AND id = $2`, [
    trx.tenantId,
    id,
  ]);
}

export function findByReference(
  trx: TenantTransaction,
  connectorAccount: string,
  pspReference: string,
): Promise<StoredDispute | undefined> {
  return trx.one<StoredDispute>(
    `SELECT ${columns} FROM disputes WHERE tenant_id = $1 AND connector_account = $2 AND psp_reference = $3`,
    [trx.tenantId, connectorAccount, pspReference],
  );
}

export type DisputeFilter = PageRange & {
  readonly status?: DisputeStatus | undefined;
  readonly stage?: DisputeStage | undefined;
  readonly currency?: string | undefined;
  readonly paymentId?: string | undefined;
};

/** Disputes with ids in [from, before), nearest to the cursor first. Only the given filters become conditions. */
export function selectDisputes(trx: TenantTransaction, filter: DisputeFilter): Promise<StoredDispute[]> {
  const values: unknown[] = [trx.tenantId, filter.from, filter.before, filter.limit];
  const conditions = ["tenant_id = $1", "id >= $2", "id < $3"];
  if (filter.status !== undefined) conditions.push(`status = $${values.push(filter.status)}`);
  if (filter.stage !== undefined) conditions.push(`stage = $${values.push(filter.stage)}`);
  if (filter.currency !== undefined) conditions.push(`currency = $${values.push(filter.currency)}`);
  if (filter.paymentId !== undefined) conditions.push(`payment_id = $${values.push(filter.paymentId)}`);
  return trx.query<StoredDispute>(
    `SELECT ${columns} FROM disputes WHERE ${conditions.join(" AND ")} ORDER BY id ${filter.direction} LIMIT $4`,
    values,
  );
}

/** Inserts a new dispute, at the time of the payment's session. */
export async function insertDispute(
  trx: TenantTransaction,
  dispute: {
    readonly id: string;
    readonly paymentId: string;
    readonly sessionId: string;
    readonly attemptId: string;
    readonly late: boolean;
    readonly connectorAccount: string;
    readonly clockId: string | null;
    readonly facts: DisputeFacts;
    readonly amountLost: number;
    readonly amountReturned: number;
    readonly over: boolean;
    readonly checkAfterMs: number;
  },
): Promise<StoredDispute> {
  const { facts, over } = dispute;
  trx.send(
    `INSERT INTO disputes (tenant_id, id, mode, payment_id, session_id, connector_account, psp_reference, stage, status,
       reason, amount, currency, fee, evidence_due_at, clock_id, opened_at, closed_at, next_check_at, attempt_id, late,
       amount_lost, amount_returned)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
       CASE WHEN $17 THEN kassa_now() END, CASE WHEN NOT $17 THEN ${nextCheck("kassa_now()", "$18", "$14::timestamptz")} END, $19, $20, $21, $22)`,
    [
      trx.tenantId,
      dispute.id,
      trx.mode,
      dispute.paymentId,
      dispute.sessionId,
      dispute.connectorAccount,
      facts.pspReference,
      facts.stage,
      facts.status,
      facts.reason,
      facts.amount,
      facts.currency,
      facts.stage === "chargeback" ? facts.fee : 0,
      facts.evidenceDueAt,
      dispute.clockId,
      timeOfNew(trx, dispute.id),
      over,
      dispute.checkAfterMs / 1000,
      dispute.attemptId,
      dispute.late,
      dispute.amountLost,
      dispute.amountReturned,
    ],
  );
  return present(await getDispute(trx, dispute.id), "the inserted dispute");
}

/** When to ask again: after a wait, but soon after the deadline for evidence if that passes before. */
function nextCheck(now: string, seconds: string, dueAt: string): string {
  return `LEAST(seconds_after(${now}, ${seconds}), CASE WHEN ${dueAt} > ${now} THEN seconds_after(${dueAt}, 60) END)`;
}

export type DisputeTransition = {
  readonly stage: DisputeStage;
  readonly status: DisputeStatus;
  readonly amount: number;
  readonly amountLost: number;
  readonly amountReturned: number;
  readonly fee: number;
  readonly evidenceDueAt: string | null;
  readonly over: boolean;
  readonly accepted: boolean;
  /** Whether the dispute was over before. */
  readonly changesWord: boolean;
  /** Whether the evidence counts as sent now, as it did before, or (in a new stage) no longer. */
  readonly evidence: "sent_now" | "as_it_was" | "not_sent";
  readonly checkAfterMs: number;
};

/** Changes the state of a dispute and ends its pending action. The caller has locked its session. */
export async function transitionDispute(
  trx: TenantTransaction,
  id: string,
  to: DisputeTransition,
): Promise<StoredDispute> {
  trx.send(
    `UPDATE disputes SET stage = $3, status = $4, amount = $5, fee = $6, evidence_due_at = $7::timestamptz, accepted = $9,
       closed_at = CASE WHEN $8 THEN own_now END,
       evidence_submitted_at = CASE WHEN $10 = 'sent_now' THEN own_now WHEN $10 = 'as_it_was' THEN evidence_submitted_at END,
       next_check_at = CASE WHEN NOT $8 THEN ${nextCheck("own_now", "$11", "$7::timestamptz")} END,
       amount_lost = $12, amount_returned = $14, revision = revision + CASE WHEN $13 THEN 1 ELSE 0 END,
       checks = 0, pending_action = NULL, action_key = NULL, action_check_at = NULL
     FROM ${statementTimes} WHERE tenant_id = $1 AND id = $2`,
    [
      trx.tenantId,
      id,
      to.stage,
      to.status,
      to.amount,
      to.fee,
      to.evidenceDueAt,
      to.over,
      to.accepted,
      to.evidence,
      to.checkAfterMs / 1000,
      to.amountLost,
      to.changesWord,
      to.amountReturned,
    ],
  );
  return present(await getDispute(trx, id), "the dispute of a locked session");
}

/**
 * Sets what a report may add to a dispute without changing its state: the PSP's fee, and what came back during the review. The pending
 * action stays. The caller has locked the session.
 */
export async function setAmounts(
  trx: TenantTransaction,
  id: string,
  { fee, amountReturned }: { readonly fee: number; readonly amountReturned: number },
): Promise<StoredDispute> {
  trx.send(`UPDATE disputes SET fee = $3, amount_returned = $4 WHERE tenant_id = $1 AND id = $2`, [
    trx.tenantId,
    id,
    fee,
    amountReturned,
  ]);
  return present(await getDispute(trx, id), "the dispute of a locked session");
}

/** Sets the evidence's texts and files. The caller has locked the session. */
export async function setEvidence(
  trx: TenantTransaction,
  id: string,
  evidence: { readonly texts: Readonly<Record<string, string>>; readonly files: readonly string[] | null },
): Promise<StoredDispute> {
  trx.send(`UPDATE disputes SET evidence = $3, evidence_files = $4 WHERE tenant_id = $1 AND id = $2`, [
    trx.tenantId,
    id,
    JSON.stringify(evidence.texts),
    evidence.files === null ? null : JSON.stringify(evidence.files),
  ]);
  return present(await getDispute(trx, id), "the dispute of a locked session");
}

/**
 * Records an action before it is sent to the PSP, with its idempotency key. `checkAfterMs`: how long to wait for a response
 * before the reconcile job checks it.
 */
export async function beginAction(
  trx: TenantTransaction,
  id: string,
  { action, key, checkAfterMs }: { action: DisputeAction; key: string; checkAfterMs: number },
): Promise<StoredDispute> {
  trx.send(
    `UPDATE disputes SET pending_action = $3, action_key = $4, action_count = action_count + 1,
       action_check_at = statement_timestamp() + make_interval(secs => $5), checks = 0
     WHERE tenant_id = $1 AND id = $2`,
    [trx.tenantId, id, action, key, checkAfterMs / 1000],
  );
  return present(await getDispute(trx, id), "the dispute of a locked session");
}

/** Ends a pending action that the PSP refused, and makes the dispute's check due: its state may have changed at the PSP. */
export async function dropAction(trx: TenantTransaction, id: string, why: string): Promise<StoredDispute> {
  trx.send(
    `UPDATE disputes SET refused_actions = refused_actions || jsonb_object(ARRAY[action_key, $3::text]), checks = 0,
       pending_action = NULL, action_key = NULL, action_check_at = NULL, next_check_at = LEAST(next_check_at, own_now)
     FROM ${statementTimes} WHERE tenant_id = $1 AND id = $2`,
    [trx.tenantId, id, why],
  );
  return present(await getDispute(trx, id), "the dispute of a locked session");
}

/** Leases for checking a dispute at the PSP, or sending its pending action again. */
export const disputeLeases = leasesOf({
  table: "disputes",
  due: "(next_check_at <= now() AND clock_id IS NULL) OR action_check_at <= now()",
});

/** A dispute's stage, status and lost amount in one string. */
export type DisputeStanding = { readonly id: string; readonly standing: string };

/** The standings of the disputes on a clock. */
export function disputesOnClock(trx: TenantTransaction, clockId: string): Promise<DisputeStanding[]> {
  return trx.query(
    `SELECT id, concat_ws(' ', stage, status, amount_lost) AS standing FROM disputes
     WHERE tenant_id = $1 AND clock_id = $2 ORDER BY id`,
    [trx.tenantId, clockId],
  );
}

/**
 * Releases a lease, if it is still held, and sets the time of the next check. A dispute that has just changed keeps the time and
 * the count of checks that the change has set. The caller has locked the session, because the time is the session's.
 */
export async function releaseDispute(
  trx: Transaction,
  lease: Lease,
  wait: { readonly disputeMs: number; readonly actionMs: number },
): Promise<void> {
  await trx.run(
    `UPDATE disputes SET lease_until = NULL,
       checks = checks + CASE WHEN next_check_at <= own_now OR action_check_at <= real_now THEN 1 ELSE 0 END,
       next_check_at = CASE WHEN next_check_at <= own_now THEN ${nextCheck("own_now", "$4", "evidence_due_at")} ELSE next_check_at END,
       action_check_at = CASE WHEN action_check_at <= real_now THEN seconds_after(real_now, $5) ELSE action_check_at END
     FROM ${statementTimes} WHERE tenant_id = $1 AND id = $2 AND lease_fence = $3`,
    [lease.tenantId, lease.id, lease.fence, wait.disputeMs / 1000, wait.actionMs / 1000],
  );
}

/** Whether a pending action is due for a check, which is after its call has timed out. */
export async function isActionDue(trx: TenantTransaction, id: string): Promise<boolean> {
  const row = await trx.one<{ due: boolean }>(
    "SELECT action_check_at <= statement_timestamp() AS due FROM disputes WHERE tenant_id = $1 AND id = $2",
    [trx.tenantId, id],
  );
  return row?.due === true;
}
