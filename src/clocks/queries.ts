import { inEachTenant } from "../database/in-each-tenant.ts";
import type { TenantTransaction, Transaction } from "../database/transaction.ts";
import type { Mode } from "../kernel/mode.ts";
import type { PageRange } from "../kernel/page.ts";
import type { Clock, Step } from "./clock.ts";

const columns = `tenant_id AS "tenantId", id, mode, name, status, shows, target, advances, created_at AS "createdAt"`;

/** Counts the tenant's clocks. Serializes their creation until the commit, so that the count stays correct. */
export async function lockClockCount(trx: TenantTransaction): Promise<number> {
  await trx.run("SELECT pg_advisory_xact_lock(hashtextextended('clocks', $1))", [trx.tenantId]);
  const row = await trx.one<{ count: number }>(
    "SELECT count(*) AS count FROM clocks WHERE tenant_id = $1 AND deleted_at IS NULL",
    [trx.tenantId],
  );
  return row?.count ?? 0;
}

export function insertClock(
  trx: TenantTransaction,
  clock: { readonly id: string; readonly name: string | null; readonly shows: Date },
): Promise<Clock | undefined> {
  return trx.one<Clock>(
    `INSERT INTO clocks (tenant_id, id, mode, name, shows, created_at)
     VALUES ($1, $2, $3, $4, $5, date_trunc('milliseconds', statement_timestamp())) RETURNING ${columns}`,
    [trx.tenantId, clock.id, trx.mode, clock.name, clock.shows],
  );
}

export function getClock(trx: TenantTransaction, id: string): Promise<Clock | undefined> {
  return trx.one<Clock>(
    `SELECT ${columns} FROM clocks WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL`,
    [trx.tenantId, id],
  );
}

/** Gets and locks the clock. Waits for transactions that use the clock's time, and makes new ones wait. */
export function lockClock(trx: TenantTransaction, id: string): Promise<Clock | undefined> {
  return trx.one<Clock>(
    `SELECT ${columns} FROM clocks WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL FOR UPDATE`,
    [trx.tenantId, id],
  );
}

export function selectClocks(trx: TenantTransaction, range: PageRange): Promise<Clock[]> {
  return trx.query<Clock>(
    `SELECT ${columns} FROM clocks WHERE tenant_id = $1 AND id >= $2 AND id < $3 AND deleted_at IS NULL
     ORDER BY id ${range.direction} LIMIT $4`,
    [trx.tenantId, range.from, range.before, range.limit],
  );
}

/** Marks a locked clock as deleted. The row stays, because the clock's sessions still need its time. */
export async function markDeleted(trx: TenantTransaction, id: string): Promise<void> {
  await trx.run("UPDATE clocks SET deleted_at = statement_timestamp() WHERE tenant_id = $1 AND id = $2", [
    trx.tenantId,
    id,
  ]);
}

// Advancing ---------------------------------------------------------------------------------------------------------

/** The exclusive right to advance one clock. Each lease has a higher fence; writes with a lower one have no effect. */
export type ClockLease = {
  readonly tenantId: number;
  readonly mode: Mode;
  readonly id: string;
  readonly fence: number;
};

/** How long a lease lasts unless it is renewed. If a process dies, another one continues its clock after this time. */
const leaseSeconds = 20;

/** Starts to advance a locked clock, with a lease for the caller. */
export async function beginAdvance(
  trx: TenantTransaction,
  id: string,
  target: Date,
): Promise<ClockLease & { readonly advance: number }> {
  const row = await trx.one<{ fence: number; advance: number }>(
    `UPDATE clocks SET status = 'advancing', target = $3, advances = advances + 1, lease_fence = lease_fence + 1,
       lease_until = statement_timestamp() + make_interval(secs => $4)
     WHERE tenant_id = $1 AND id = $2 RETURNING lease_fence AS fence, advances AS advance`,
    [trx.tenantId, id, target, leaseSeconds],
  );
  if (!row) throw new Error("the locked clock is gone");
  return { ...trx.scope, id, ...row };
}

const stalled = "status = 'advancing' AND (lease_until IS NULL OR lease_until <= statement_timestamp())";

/** The clocks that leaseStalledAdvances takes; see DueRows. */
export const stalledAdvances = `FROM clocks WHERE ${stalled} ORDER BY lease_until NULLS FIRST`;

/** Leases clocks of all tenants that are advancing and that no process holds a lease on. */
export async function leaseStalledAdvances(
  trx: Transaction,
  limit: number,
): Promise<(ClockLease & { readonly advance: number })[]> {
  const found = await trx.query<{ tenantId: number; id: string }>(
    `SELECT tenant_id AS "tenantId", id ${stalledAdvances} LIMIT $1`,
    [limit],
  );
  return inEachTenant(found, (tenantId, own) =>
    trx.query<ClockLease & { advance: number }>(
      `UPDATE clocks c SET lease_until = statement_timestamp() + make_interval(secs => $3), lease_fence = c.lease_fence + 1
       WHERE tenant_id = $1 AND id IN (
         SELECT id FROM clocks WHERE tenant_id = $1 AND id = ANY ($2::text[]) AND ${stalled} FOR UPDATE SKIP LOCKED)
       RETURNING c.tenant_id AS "tenantId", c.mode, c.id, c.lease_fence AS fence, c.advances AS advance`,
      [tenantId, own.map(({ id }) => id), leaseSeconds],
    ),
  );
}

/** Renews a lease. Returns false if it was lost. */
export async function renewLease(trx: Transaction, lease: ClockLease): Promise<boolean> {
  const rows = await trx.run(
    `UPDATE clocks SET lease_until = statement_timestamp() + make_interval(secs => $4)
     WHERE tenant_id = $1 AND id = $2 AND lease_fence = $3 AND status = 'advancing'`,
    [lease.tenantId, lease.id, lease.fence, leaseSeconds],
  );
  return rows === 1;
}

/** Makes the lease expire in `inMs` milliseconds, so that another process can take it then. */
export async function releaseLease(trx: Transaction, lease: ClockLease, inMs: number): Promise<void> {
  await trx.run(
    `UPDATE clocks SET lease_until = statement_timestamp() + make_interval(secs => $4)
     WHERE tenant_id = $1 AND id = $2 AND lease_fence = $3 AND status = 'advancing'`,
    [lease.tenantId, lease.id, lease.fence, inMs / 1000],
  );
}

/** The time that a clock shows and its target; undefined if the lease was lost. */
export function getAdvanceProgress(
  trx: Transaction,
  lease: ClockLease,
): Promise<{ readonly shows: Date; readonly target: Date } | undefined> {
  return trx.one(
    `SELECT shows, target FROM clocks WHERE tenant_id = $1 AND id = $2 AND lease_fence = $3 AND status = 'advancing'`,
    [lease.tenantId, lease.id, lease.fence],
  );
}

/** Sets a clock's time and renews the lease. Waits for transactions that use the clock's time. Returns false if the lease was lost. */
export async function setClock(trx: Transaction, lease: ClockLease, to: Date): Promise<boolean> {
  const rows = await trx.run(
    `UPDATE clocks SET shows = GREATEST(shows, $4), lease_until = statement_timestamp() + make_interval(secs => $5)
     WHERE tenant_id = $1 AND id = $2 AND lease_fence = $3 AND status = 'advancing'`,
    [lease.tenantId, lease.id, lease.fence, to, leaseSeconds],
  );
  return rows === 1;
}

/** Ends an advance whose clock shows its target. Returns false if it doesn't, or if the lease was lost. */
export async function endAdvance(trx: Transaction, lease: ClockLease): Promise<boolean> {
  const rows = await trx.run(
    `UPDATE clocks SET status = 'ready', target = NULL, lease_until = NULL
     WHERE tenant_id = $1 AND id = $2 AND lease_fence = $3 AND status = 'advancing' AND shows = target`,
    [lease.tenantId, lease.id, lease.fence],
  );
  return rows === 1;
}

/** Appends steps to those that the advance has recorded so far. */
export async function insertSteps(
  trx: Transaction,
  lease: ClockLease,
  advance: number,
  steps: readonly Step[],
): Promise<void> {
  const row = await trx.one<{ last: number | null }>(
    "SELECT max(number) AS last FROM clock_steps WHERE tenant_id = $1 AND clock_id = $2 AND advance = $3",
    [lease.tenantId, lease.id, advance],
  );
  const first = (row?.last ?? 0) + 1;
  steps.forEach(({ at, what, id }, index) => {
    trx.send(
      `INSERT INTO clock_steps (tenant_id, clock_id, mode, advance, number, at, what, object_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [lease.tenantId, lease.id, lease.mode, advance, first + index, at, what, id],
    );
  });
}

/** The steps of one advance, in order. */
export function selectSteps(
  trx: TenantTransaction,
  clockId: string,
  advance: number,
  limit: number,
): Promise<Step[]> {
  return trx.query<Step>(
    `SELECT at, what, object_id AS id FROM clock_steps
     WHERE tenant_id = $1 AND clock_id = $2 AND advance = $3 ORDER BY number LIMIT $4`,
    [trx.tenantId, clockId, advance, limit],
  );
}

/** Deletes the steps of the advances before `before`. */
export async function deleteSteps(trx: TenantTransaction, clockId: string, before: number): Promise<void> {
  await trx.run("DELETE FROM clock_steps WHERE tenant_id = $1 AND clock_id = $2 AND advance < $3", [
    trx.tenantId,
    clockId,
    before,
  ]);
}
