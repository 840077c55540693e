import { type Lease, leasesOf } from "../../database/leases.ts";
import { statementTimes } from "../../database/statement-times.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";
import { present } from "../../kernel/assert.ts";
import type { Mode } from "../../kernel/mode.ts";

export type WatchRow = {
  /** The database's identity at the last heartbeat; null before the first. */
  readonly identity: string | null;
  /** The database's identity now. */
  readonly current: string;
  readonly beats: number;
  /** Whether a process has written a heartbeat within `recentMs`. */
  readonly isRecent: boolean;
};

/** Reads and locks the row by which a restored database is recognised. */
export async function lockWatch(trx: Transaction, recentMs: number): Promise<WatchRow> {
  const row = await trx.one<WatchRow>(
    `SELECT identity, database_identity() AS current, beats,
       COALESCE(beat_at BETWEEN statement_timestamp() - make_interval(secs => $1) AND statement_timestamp() + interval '1 s', false)
         AS "isRecent"
     FROM database_watch FOR UPDATE`,
    [recentMs / 1000],
  );
  return present(row, "the row of database_watch");
}

/**
 * @param isSuspected whether the database may have lost commits since the heartbeat before
 * @returns the number of held accounts of all tenants
 */
export async function writeBeat(
  trx: Transaction,
  identity: string,
  beats: number,
  isSuspected: boolean,
): Promise<number> {
  trx.send(
    `UPDATE database_watch SET identity = $1, beats = $2, beat_at = statement_timestamp(),
       suspected_at = CASE WHEN $3 THEN statement_timestamp() ELSE suspected_at END`,
    [identity, beats, isSuspected],
  );
  const row = await trx.one<{ held: number }>("SELECT count(*) AS held FROM movement_holds");
  return row?.held ?? 0;
}

/** Unlike NULL, which only a database that never served has, the empty identity differs from each that a database may have. */
export async function forgetIdentity(trx: Transaction): Promise<void> {
  await trx.query("UPDATE database_watch SET identity = '' WHERE identity IS NOT NULL");
}

export type HeldAccount = { readonly tenantId: number; readonly mode: Mode; readonly id: string };

/**
 * Holds movements at the given accounts and at all that were compared before, because tenants may have changed accounts since.
 * A running comparison doesn't release the new hold, because the fence grows with each hold of an account.
 */
export async function holdAccounts(trx: Transaction, accounts: readonly HeldAccount[]): Promise<void> {
  const compared = await trx.query<HeldAccount>(
    `SELECT tenant_id AS "tenantId", mode, connector_account AS id FROM compared_accounts`,
  );
  for (const { tenantId, mode, id } of [...accounts, ...compared])
    trx.send(
      `INSERT INTO movement_holds AS h (tenant_id, mode, id, lease_fence)
       VALUES ($1, $2, $3, (extract(epoch FROM statement_timestamp()) * 1000000)::bigint)
       ON CONFLICT (tenant_id, id) DO UPDATE SET since = excluded.since, next_check_at = excluded.next_check_at, checks = 0,
         lease_until = NULL, lease_fence = h.lease_fence + 1`,
      [tenantId, mode, id],
    );
}

/**
 * Whether no movement may begin at these accounts: one is held, or the database isn't the watched one, so that they are about to
 * be held.
 *
 * @param accounts undefined: all accounts of the scope
 * @param beatsSeen the highest heartbeat count that this process has seen
 */
export async function isHeld(
  trx: TenantTransaction,
  accounts: readonly string[] | undefined,
  beatsSeen: number,
): Promise<boolean> {
  const row = await trx.one<{ held: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM movement_holds WHERE tenant_id = $1 AND ($2::text[] IS NULL OR id = ANY ($2::text[])))
       OR identity <> database_identity() OR beats < $3 AS held FROM database_watch`,
    [trx.tenantId, accounts ?? null, beatsSeen],
  );
  return row?.held === true;
}

/** When the database was last suspected to have lost commits. */
export type LastRestore = {
  readonly at: Date | null;
  /** The database isn't the watched one, so the next heartbeat will suspect it. */
  readonly isUnnoticed: boolean;
};

/** @param beatsSeen the highest heartbeat count that this process has seen */
export async function readLastRestore(trx: Transaction, beatsSeen: number): Promise<LastRestore> {
  const row = await trx.one<LastRestore>(
    `SELECT suspected_at AS at, COALESCE(identity <> database_identity(), false) OR beats < $1 AS "isUnnoticed" FROM database_watch`,
    [beatsSeen],
  );
  return present(row, "the row of database_watch");
}

export type Hold = {
  /** The tenant's id. */
  readonly tenant: string;
  readonly mode: Mode;
  readonly account: string;
  readonly since: Date;
  /** How often the account could not be compared. */
  readonly checks: number;
  readonly nextCheckAt: Date;
};

const heldColumns = "tenant_id, mode, id, since, checks, next_check_at";

/** Of holds that were read before: a distributed PostgreSQL joins no table of its nodes with `tenants`, which isn't on them. */
const holdColumns = `(SELECT t.id FROM tenants t WHERE t.tenant_id = h.tenant_id) AS tenant, h.mode, h.id AS account, h.since,
  h.checks, h.next_check_at AS "nextCheckAt"`;

export function selectHolds(trx: Transaction, tenantId: number | undefined): Promise<Hold[]> {
  return trx.query<Hold>(
    `WITH h AS MATERIALIZED (SELECT ${heldColumns} FROM movement_holds WHERE $1::bigint IS NULL OR tenant_id = $1)
     SELECT ${holdColumns} FROM h ORDER BY h.since, h.id`,
    [tenantId ?? null],
  );
}

/** @returns the hold as it was; undefined if there is none */
export function deleteHold(trx: Transaction, tenantId: number, account: string): Promise<Hold | undefined> {
  return trx.one<Hold>(
    `WITH h AS (DELETE FROM movement_holds WHERE tenant_id = $1 AND id = $2 RETURNING ${heldColumns})
     SELECT ${holdColumns} FROM h`,
    [tenantId, account],
  );
}

/** The leases for comparing held accounts. */
export const holdLeases = leasesOf({
  table: "movement_holds",
  due: "next_check_at <= now()",
  orderBy: "next_check_at",
});

/** Ends a hold, unless the account was held again or the lease was lost. */
export async function releaseHold(trx: Transaction, { tenantId, id, fence }: Lease): Promise<boolean> {
  const rows = await trx.run(
    "DELETE FROM movement_holds WHERE tenant_id = $1 AND id = $2 AND lease_fence = $3",
    [tenantId, id, fence],
  );
  return rows === 1;
}

/** Sets when a held account is compared again: after 1 s, then twice as long each time, at most 30 s. */
export async function postponeHold(trx: Transaction, { tenantId, id, fence }: Lease): Promise<void> {
  await trx.run(
    `UPDATE movement_holds SET lease_until = NULL, checks = checks + 1,
       next_check_at = seconds_after(real_now, LEAST(power(2, LEAST(checks, 5)), 30))
     FROM ${statementTimes} WHERE tenant_id = $1 AND id = $2 AND lease_fence = $3`,
    [tenantId, id, fence],
  );
}
