import { timeOfNew } from "../../database/clock-time.ts";
import { type Lease, leasesOf } from "../../database/leases.ts";
import { statementTimes } from "../../database/statement-times.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";
import { present } from "../../kernel/assert.ts";
import type { Movement, MovementFailure, MovementPlan, MovementTerms } from "../movements/movement.ts";
import type { MovementStatus } from "../movements/state.ts";
import type { Attempt, Payment } from "../payment.ts";

const columns = `tenant_id AS "tenantId", id, COALESCE(psp_key, id) AS "pspKey", mode, payment_id AS "paymentId",
  attempt_id AS "attemptId", kind, status, amount, currency, final, late, reason, metadata, origin,
  failure_reason AS "failureReason", revision, delayed_until AS "delayedUntil", psp_reference AS "pspReference", clock_id AS "clockId", created_at AS "createdAt",
  decided_at AS "decidedAt", checks`;

/**
 * Records the intent to call the PSP. `checkAfterMs`: when the movement is reconciled if it has no outcome by then, in real time
 * even on a sandbox clock.
 */
export async function insertMovement(
  trx: Transaction,
  id: string,
  payment: Payment,
  plan: MovementPlan & Pick<Movement, "pspKey">,
  checkAfterMs: number,
): Promise<Movement> {
  const row = await trx.one<Movement>(
    `INSERT INTO movements (tenant_id, id, mode, payment_id, attempt_id, kind, status, amount, currency, final, late,
       reason, metadata, next_check_at, psp_key, origin, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, 'started', $7, $8, $9, $10, $11, $12, statement_timestamp() + make_interval(secs => $13),
       $14, $15, $16)
     RETURNING ${columns}`,
    [
      payment.tenantId,
      id,
      payment.mode,
      payment.id,
      plan.attemptId,
      plan.kind,
      plan.amount,
      payment.currency,
      plan.final,
      plan.late,
      plan.reason,
      plan.metadata === null ? null : JSON.stringify(plan.metadata),
      checkAfterMs / 1000,
      plan.pspKey,
      plan.origin ?? "kassa",
      timeOfNew(trx, id),
    ],
  );
  return present(row, "the row of INSERT … RETURNING");
}

/** The movement with this key at the PSP. */
export async function getMovementByKey(trx: TenantTransaction, key: string): Promise<Movement | undefined> {
  const [movement] = await findMovementsByKey(trx, [key]);
  return movement;
}

export function getMovement(trx: TenantTransaction, id: string): Promise<Movement | undefined> {
  return trx.one<Movement>(`SELECT ${columns} FROM movements WHERE tenant_id = $1 AND id = $2`, [
    trx.tenantId,
    id,
  ]);
}

/** The movements with these keys at the PSP, in no order. */
export function findMovementsByKey(trx: TenantTransaction, keys: readonly string[]): Promise<Movement[]> {
  return trx.query<Movement>(
    `SELECT ${columns} FROM movements WHERE tenant_id = $1 AND (id = ANY ($2::text[]) OR psp_key = ANY ($2::text[]))`,
    [trx.tenantId, keys],
  );
}

/** The PSP's keys of all movements of an attempt with these terms. */
export async function listKeysOfSimilar(
  trx: TenantTransaction,
  { attemptId, kind, amount, final }: MovementTerms,
  paymentId: string,
): Promise<string[]> {
  const rows = await trx.query<{ key: string }>(
    `SELECT COALESCE(psp_key, id) AS key FROM movements WHERE tenant_id = $1 AND payment_id = $2 AND attempt_id = $3
       AND kind = $4 AND amount = $5 AND final = $6`,
    [trx.tenantId, paymentId, attemptId, kind, amount, final],
  );
  return rows.map(({ key }) => key);
}

/** Whether a capture, void or call-off of an attempt's charge waits for its outcome. Other attempts have charges of their own. */
export async function hasReleaseUnderWay(
  trx: TenantTransaction,
  { paymentId, id }: Pick<Attempt, "paymentId" | "id">,
): Promise<boolean> {
  const row = await trx.one(
    `SELECT FROM movements WHERE tenant_id = $1 AND payment_id = $2 AND attempt_id = $3
       AND kind IN ('void', 'capture', 'call_off') AND status IN ('started', 'unknown', 'pending')`,
    [trx.tenantId, paymentId, id],
  );
  return row !== undefined;
}

/** Whether an attempt has a movement that succeeded and whose key at the PSP isn't among the given ones. */
export async function hasOtherMovement(
  trx: TenantTransaction,
  { paymentId, attemptId }: { readonly paymentId: string; readonly attemptId: string },
  keys: readonly string[],
): Promise<boolean> {
  const row = await trx.one(
    `SELECT FROM movements WHERE tenant_id = $1 AND payment_id = $2 AND attempt_id = $3 AND status = 'succeeded'
       AND COALESCE(psp_key, id) <> ALL ($4::text[]) LIMIT 1`,
    [trx.tenantId, paymentId, attemptId, keys],
  );
  return row !== undefined;
}

const staysDue = "clock_id IS NULL AND next_check_at <= real_now";

export type MovementMove = {
  readonly status: MovementStatus;
  readonly pspReference: string | null;
  readonly failureReason: MovementFailure | null;
  readonly delayedUntil: Date | null;
  /** In minor units, if it differs from the requested amount; null leaves it unchanged. */
  readonly amount: number | null;
  /** Null when the status is final. */
  readonly checkAfterMs: number | null;
};

/**
 * Writes a movement's new status. The caller holds its session's lock and has consulted the state table. A movement that is due
 * stays due unless it is final, because a notification may have come since the PSP was asked. A movement that waits for a bank
 * waits on the session's clock, if it has one.
 */
export async function moveMovement(trx: TenantTransaction, id: string, to: MovementMove): Promise<Movement> {
  const row = await trx.one<Movement>(
    `UPDATE movements SET status = $3, psp_reference = COALESCE($4, psp_reference), failure_reason = $5,
       revision = revision + CASE WHEN kind IN ('capture', 'refund') AND status IN ('succeeded', 'failed') THEN 1 ELSE 0 END,
       amount = COALESCE($7, amount), delayed_until = $8, checks = 0, decided_at = CASE WHEN $3 IN ('succeeded', 'failed') THEN own_now END,
       clock_id = CASE WHEN ${staysDue} OR $6::float8 IS NULL THEN NULL WHEN $3 <> 'unknown' THEN own_clock END,
       next_check_at = CASE WHEN $6::float8 IS NULL AND (kind, $3) <> ('call_off', 'failed') THEN NULL
         WHEN ${staysDue} THEN next_check_at WHEN $6::float8 IS NULL THEN NULL
         WHEN $3 <> 'unknown' THEN seconds_after(own_now, $6)
         ELSE seconds_after(real_now, $6) END
     FROM ${statementTimes} WHERE tenant_id = $1 AND id = $2 RETURNING ${columns}`,
    [
      trx.tenantId,
      id,
      to.status,
      to.pspReference,
      to.failureReason,
      to.checkAfterMs === null ? null : to.checkAfterMs / 1000,
      to.amount,
      to.delayedUntil,
    ],
  );
  return present(row, "the movement of a locked session");
}

/** Makes a call-off count in the payment's amounts, because it released this much of an approved authorization. */
export async function countCallOff(trx: TenantTransaction, id: string, amount: number): Promise<Movement> {
  const row = await trx.one<Movement>(
    `UPDATE movements SET late = false, amount = $3 WHERE tenant_id = $1 AND id = $2 AND kind = 'call_off'
     RETURNING ${columns}`,
    [trx.tenantId, id, amount],
  );
  return present(row, "the call-off of a locked session");
}

/** Removes the PSP key of a movement that was never made: at the PSP the key belongs to another movement. */
export async function freeKey(trx: TenantTransaction, id: string): Promise<void> {
  await trx.run("UPDATE movements SET psp_key = NULL WHERE tenant_id = $1 AND id = $2", [trx.tenantId, id]);
}

/** The leases for reconciling movements. */
export const movementLeases = leasesOf({
  table: "movements",
  due: "next_check_at <= now() AND clock_id IS NULL",
  orderBy: "next_check_at",
});

export type NextMovementCheck = {
  /** How often the PSP has been asked about the movement's current status. */
  readonly checks: number;
  /** Null when the status is final. */
  readonly nextCheckAfterMs: number | null;
  /** Until when the PSP refuses the movement; null if it names no such time. */
  readonly delayedUntil: Date | null;
};

/**
 * Releases a lease and sets the next check, unless another worker has taken the lease over. If the transaction has entered the
 * session's clock, the movement waits on that clock.
 */
export async function releaseMovement(
  trx: Transaction,
  lease: Lease,
  { checks, nextCheckAfterMs, delayedUntil }: NextMovementCheck,
): Promise<boolean> {
  const rows = await trx.run(
    `UPDATE movements SET lease_until = NULL, checks = $5,
       delayed_until = CASE WHEN status = 'unknown' THEN $6::timestamptz END,
       next_check_at = seconds_after(own_now, $4::float8),
       clock_id = CASE WHEN $4::float8 IS NULL THEN NULL ELSE own_clock END
     FROM ${statementTimes} WHERE tenant_id = $1 AND id = $2 AND lease_fence = $3`,
    [
      lease.tenantId,
      lease.id,
      lease.fence,
      nextCheckAfterMs === null ? null : nextCheckAfterMs / 1000,
      checks,
      delayedUntil,
    ],
  );
  return rows === 1;
}

/**
 * Makes a movement due at once, and ends its lease: the answer that the holder waits for may be older than the reason for this
 * check. False for a movement that can't change any more. Decided voids can't; the PSP can change its decision about a capture or
 * refund, and a call-off can reach the PSP after it has failed in Kassa.
 */
export async function checkMovementSoon(trx: TenantTransaction, id: string): Promise<boolean> {
  const rows = await trx.run(
    `UPDATE movements SET next_check_at = CASE WHEN clock_id IS NULL THEN LEAST(next_check_at, real_now)
         ELSE real_now END, clock_id = NULL, lease_until = NULL,
       lease_fence = lease_fence + 1
     FROM ${statementTimes} WHERE tenant_id = $1 AND id = $2 AND (next_check_at IS NOT NULL
       OR (kind IN ('capture', 'refund') AND status IN ('succeeded', 'failed')) OR (kind, status) = ('call_off', 'failed'))`,
    [trx.tenantId, id],
  );
  return rows === 1;
}
