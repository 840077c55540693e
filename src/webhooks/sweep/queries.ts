import type { TenantTransaction, Transaction } from "../../database/transaction.ts";
import type { Mode } from "../../kernel/mode.ts";

/**
 * What to do with an endpoint's deliveries: `retry` makes the pending ones due at once, `cancel` cancels them, `delete` deletes all and
 * then the endpoint.
 */
export type SweepTask = "retry" | "cancel" | "delete";

export type Sweep = {
  readonly task: SweepTask;
  readonly since: Date;
  /** The progress of `retry`, which goes from the latest next attempt to the earliest. As text, because it may be `infinity`. */
  readonly sweptTo: string;
};

/** Sets the endpoint's task in place of an earlier one. The caller has locked the endpoint. */
export async function setSweep(trx: TenantTransaction, endpointId: string, task: SweepTask): Promise<void> {
  await trx.run(
    `INSERT INTO endpoint_sweeps (tenant_id, mode, endpoint_id, task) VALUES ($1, $2, $3, $4)
     ON CONFLICT (tenant_id, endpoint_id) DO UPDATE SET task = EXCLUDED.task, since = EXCLUDED.since, swept_to = 'infinity'`,
    [trx.tenantId, trx.mode, endpointId, task],
  );
}

export async function endSweep(trx: TenantTransaction, endpointId: string): Promise<void> {
  await trx.run("DELETE FROM endpoint_sweeps WHERE tenant_id = $1 AND endpoint_id = $2", [
    trx.tenantId,
    endpointId,
  ]);
}

export async function findTask(trx: TenantTransaction, endpointId: string): Promise<SweepTask | undefined> {
  const row = await trx.one<{ task: SweepTask }>(
    "SELECT task FROM endpoint_sweeps WHERE tenant_id = $1 AND endpoint_id = $2",
    [trx.tenantId, endpointId],
  );
  return row?.task;
}

export type SweptEndpoint = { readonly tenantId: number; readonly mode: Mode; readonly endpointId: string };

/** The unfinished sweeps of all tenants; see DueRows. */
export const dueSweeps = "FROM endpoint_sweeps ORDER BY swept_at";

/** Endpoints of all tenants with an unfinished sweep, the longest without a batch first. */
export function findSweeps(trx: Transaction, limit: number): Promise<SweptEndpoint[]> {
  return trx.query<SweptEndpoint>(
    `SELECT tenant_id AS "tenantId", mode, endpoint_id AS "endpointId" ${dueSweeps} LIMIT $1`,
    [limit],
  );
}

/** Locks an endpoint's sweep; undefined when there is none or another process has locked it. */
export function lockSweep(trx: TenantTransaction, endpointId: string): Promise<Sweep | undefined> {
  return trx.one<Sweep>(
    `SELECT task, since, swept_to::text AS "sweptTo" FROM endpoint_sweeps WHERE tenant_id = $1 AND endpoint_id = $2
     FOR UPDATE SKIP LOCKED`,
    [trx.tenantId, endpointId],
  );
}

/** Moves the sweep behind the others. */
export async function markSwept(trx: TenantTransaction, endpointId: string): Promise<void> {
  await trx.run(
    "UPDATE endpoint_sweeps SET swept_at = statement_timestamp() WHERE tenant_id = $1 AND endpoint_id = $2",
    [trx.tenantId, endpointId],
  );
}

/** Locks a deleted endpoint. No event waits for it, and no transaction that has it locked waits for its sweep. */
export async function lockDeleted(trx: TenantTransaction, endpointId: string): Promise<void> {
  await trx.run(
    "SELECT FROM webhook_endpoints WHERE tenant_id = $1 AND id = $2 AND kind = 'deleted' FOR UPDATE",
    [trx.tenantId, endpointId],
  );
}

const waiting = "tenant_id = $1 AND endpoint_id = $2 AND status = 'pending' AND kind = 'http'";
const inRealTime = `${waiting} AND next_attempt_at IS NOT NULL AND clock_id IS NULL`;
const onClock = `${waiting} AND next_attempt_at IS NOT NULL AND clock_id IS NOT NULL`;

/**
 * Makes a batch of deliveries due at once, in real time. Those with the latest next attempts come first, so that a delivery that fails
 * again meanwhile isn't made due again and again. Locked deliveries are skipped: they are being attempted.
 *
 * @returns how many there were
 */
export async function retryBatch(
  trx: TenantTransaction,
  endpointId: string,
  { since, sweptTo }: Sweep,
  limit: number,
): Promise<number> {
  const row = await trx.one<{ count: number; sweptTo: string | null }>(
    `WITH batch AS (
       SELECT id, next_attempt_at FROM webhook_deliveries
       WHERE ${inRealTime} AND next_attempt_at > $3::timestamptz AND next_attempt_at <= $4::timestamptz
       ORDER BY next_attempt_at DESC LIMIT $5 FOR UPDATE SKIP LOCKED
     ), of_clocks AS (SELECT id FROM webhook_deliveries WHERE ${onClock} LIMIT $5 FOR UPDATE SKIP LOCKED),
     moved AS (
       UPDATE webhook_deliveries d SET next_attempt_at = $3, clock_id = NULL
       WHERE d.tenant_id = $1 AND d.status = 'pending'
         AND d.id IN (SELECT id FROM batch UNION ALL SELECT id FROM of_clocks)
       RETURNING d.id)
     SELECT (SELECT count(*) FROM moved)::int AS count, (SELECT min(next_attempt_at)::text FROM batch) AS "sweptTo"`,
    [trx.tenantId, endpointId, since, sweptTo, limit],
  );
  await trx.run(
    "UPDATE endpoint_sweeps SET swept_to = COALESCE($3, swept_to) WHERE tenant_id = $1 AND endpoint_id = $2",
    [trx.tenantId, endpointId, row?.sweptTo ?? null],
  );
  return row?.count ?? 0;
}

/** Locks by id, as every transaction locks deliveries. A row that is gone by then still counts as one of the batch. */
const lockedBatch = `locked AS (
       SELECT id FROM webhook_deliveries WHERE tenant_id = $1 AND id IN (SELECT id FROM batch) ORDER BY id FOR UPDATE)`;

/** Cancels a batch of pending deliveries. Returns the size of the batch, including deliveries that ended meanwhile. */
export function cancelBatch(trx: TenantTransaction, endpointId: string, limit: number): Promise<number> {
  return countBatch(
    trx,
    `WITH batch AS (
       (SELECT id FROM webhook_deliveries WHERE ${inRealTime} LIMIT $3)
       UNION ALL (SELECT id FROM webhook_deliveries WHERE ${onClock} LIMIT $3)
     ), ${lockedBatch}, canceled AS (
       UPDATE webhook_deliveries d SET status = 'canceled', next_attempt_at = NULL FROM locked
       WHERE d.tenant_id = $1 AND d.id = locked.id AND d.status = 'pending')`,
    [trx.tenantId, endpointId, limit],
  );
}

/** Deletes a batch of deliveries with their attempts. Returns its size, including deliveries that were purged meanwhile. */
export function removeBatch(trx: TenantTransaction, endpointId: string, limit: number): Promise<number> {
  return countBatch(
    trx,
    `WITH batch AS (
       SELECT id FROM webhook_deliveries WHERE tenant_id = $1 AND endpoint_id = $2 ORDER BY id LIMIT $3
     ), ${lockedBatch},
     removed AS (DELETE FROM webhook_deliveries d USING locked WHERE d.tenant_id = $1 AND d.id = locked.id)`,
    [trx.tenantId, endpointId, limit],
  );
}

async function countBatch(trx: Transaction, change: string, values: readonly unknown[]): Promise<number> {
  const row = await trx.one<{ count: number }>(`${change} SELECT count(*)::int AS count FROM batch`, values);
  return row?.count ?? 0;
}

/** Removes a deleted endpoint, whose deliveries are gone, together with its sweep. */
export async function removeEndpoint(trx: TenantTransaction, endpointId: string): Promise<void> {
  await trx.run("DELETE FROM webhook_endpoints WHERE tenant_id = $1 AND id = $2 AND kind = 'deleted'", [
    trx.tenantId,
    endpointId,
  ]);
}
