import { timeOfNew } from "../../database/clock-time.ts";
import { type Lease, leasesOf } from "../../database/leases.ts";
import { statementTimes } from "../../database/statement-times.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";
import { present } from "../../kernel/assert.ts";
import type { Movement, MovementFailure, MovementPlan } from "../movements/movement.ts";
import type { Likeness } from "../movements/psp-keys.ts";
import type { MovementStatus } from "../movements/state.ts";
import type { Attempt, Payment } from "../payment.ts";

const columns = `tenant_id AS "tenantId", id, COALESCE(psp_key, id) AS "pspKey", mode, payment_id AS "paymentId",
  attempt_id AS "attemptId", kind, status, amount, currency, final, late, reason, metadata, origin,
  failure_reason AS "failureReason", psp_reference AS "pspReference", clock_id AS "clockId", created_at AS "createdAt",
  decided_at AS "decidedAt", checks`;

/**
 * Records the intent to ask the PSP. `checkAfterMs`: when to ask what became of it if nobody has said by then, in real
 * time, for networks know no clocks.
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

/** The movement that the PSP knows by a key. */
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

/** Those movements that the PSP knows by the given keys, in no order. */
export function findMovementsByKey(trx: TenantTransaction, keys: readonly string[]): Promise<Movement[]> {
  return trx.query<Movement>(
    `SELECT ${columns} FROM movements WHERE tenant_id = $1 AND (id = ANY ($2::text[]) OR psp_key = ANY ($2::text[]))`,
    [trx.tenantId, keys],
  );
}

/** The PSP's keys of all movements of an attempt that are like the given one. */
export async function listKeysOfAlike(
  trx: TenantTransaction,
  { attemptId, kind, amount, final }: Likeness,
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

/** Whether an attempt has a movement that succeeded and is none of those with the given keys at the PSP. */
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
  /** In minor units, where it turned out to be another than was asked for; null leaves it. */
  readonly amount: number | null;
  /** Null when nothing more can come of it. */
  readonly checkAfterMs: number | null;
};

/**
 * Writes what became of a movement. The caller holds its session's lock and has asked the state table. One that is due
 * to be asked about stays due, unless it is final: a notification may have come since the PSP was asked for what is written
 * here. What waits for a bank waits on the session's clock, where it has one.
 */
export async function moveMovement(trx: TenantTransaction, id: string, to: MovementMove): Promise<Movement> {
  const row = await trx.one<Movement>(
    `UPDATE movements SET status = $3, psp_reference = COALESCE($4, psp_reference), failure_reason = $5,
       amount = COALESCE($7, amount), checks = 0, decided_at = CASE WHEN $3 IN ('succeeded', 'failed') THEN own_now END,
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
    ],
  );
  return present(row, "the movement of a locked session");
}

/** Counts a call-off in the payment's amounts: it released this much of an approved authorization. */
export async function countCallOff(trx: TenantTransaction, id: string, amount: number): Promise<Movement> {
  const row = await trx.one<Movement>(
    `UPDATE movements SET late = false, amount = $3 WHERE tenant_id = $1 AND id = $2 AND kind = 'call_off'
     RETURNING ${columns}`,
    [trx.tenantId, id, amount],
  );
  return present(row, "the call-off of a locked session");
}

/** Has a movement that was never done let go of its key at the PSP, which stands for another one. */
export async function freeKey(trx: TenantTransaction, id: string): Promise<void> {
  await trx.run("UPDATE movements SET psp_key = NULL WHERE tenant_id = $1 AND id = $2", [trx.tenantId, id]);
}

/** The right to ask what became of a movement. */
export const movementLeases = leasesOf({
  table: "movements",
  due: "next_check_at <= now() AND clock_id IS NULL",
  orderBy: "next_check_at",
});

export type NextMovementCheck = {
  /** How often the PSP has been asked about the movement's state. */
  readonly checks: number;
  /** Null when nothing more can come of it. */
  readonly nextCheckAfterMs: number | null;
};

/**
 * Lets go of a lease and sets when to ask again, unless the lease was lost to another worker meanwhile. In the time that
 * the transaction works by: who entered the session's clock leaves the movement waiting on it.
 */
export async function releaseMovement(
  trx: Transaction,
  lease: Lease,
  { checks, nextCheckAfterMs }: NextMovementCheck,
): Promise<boolean> {
  const rows = await trx.run(
    `UPDATE movements SET lease_until = NULL, checks = $5,
       next_check_at = seconds_after(own_now, $4::float8),
       clock_id = CASE WHEN $4::float8 IS NULL THEN NULL ELSE own_clock END
     FROM ${statementTimes} WHERE tenant_id = $1 AND id = $2 AND lease_fence = $3`,
    [
      lease.tenantId,
      lease.id,
      lease.fence,
      nextCheckAfterMs === null ? null : nextCheckAfterMs / 1000,
      checks,
    ],
  );
  return rows === 1;
}

/**
 * Makes a movement due at once. Its lease ends: the answer that the holder waits for may be older than the reason for asking
 * again. Decided captures and voids are final. A refund can come back from the customer's bank, and a call-off can reach the
 * PSP after it has failed here.
 */
export async function checkMovementSoon(trx: TenantTransaction, id: string): Promise<boolean> {
  const rows = await trx.run(
    `UPDATE movements SET next_check_at = CASE WHEN clock_id IS NULL THEN LEAST(next_check_at, real_now)
         ELSE real_now END, clock_id = NULL, lease_until = NULL,
       lease_fence = lease_fence + 1
     FROM ${statementTimes} WHERE tenant_id = $1 AND id = $2 AND (next_check_at IS NOT NULL OR (kind, status) IN (('refund', 'succeeded'), ('call_off', 'failed')))`,
    [trx.tenantId, id],
  );
  return rows === 1;
}
