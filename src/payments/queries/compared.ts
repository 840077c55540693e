import { inEachTenant } from "../../database/in-each-tenant.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";
import type { Mode } from "../../kernel/mode.ts";

/**
 * The time up to which an account has been compared with the PSP's list, by the PSP's clock; undefined if it never was.
 */
export async function comparedUntil(
  trx: TenantTransaction,
  connectorAccount: string,
): Promise<Date | undefined> {
  const row = await trx.one<{ until: Date }>(
    `SELECT LEAST(compared_until, due_from) AS until FROM compared_accounts WHERE tenant_id = $1 AND connector_account = $2`,
    [trx.tenantId, connectorAccount],
  );
  return row?.until;
}

/** The accounts of a tenant that have ever been compared. */
export async function listComparedAccounts(trx: TenantTransaction): Promise<string[]> {
  const rows = await trx.query<{ account: string }>(
    "SELECT connector_account AS account FROM compared_accounts WHERE tenant_id = $1 ORDER BY connector_account",
    [trx.tenantId],
  );
  return rows.map(({ account }) => account);
}

/** Records how far a comparison has come. The mark never goes back, because several processes compare. */
export async function advanceComparison(
  trx: TenantTransaction,
  connectorAccount: string,
  until: Date,
): Promise<void> {
  await trx.run(
    `INSERT INTO compared_accounts AS c (tenant_id, connector_account, mode, compared_until) VALUES ($1, $2, $3, $4)
     ON CONFLICT (tenant_id, connector_account)
       DO UPDATE SET compared_until = GREATEST(c.compared_until, excluded.compared_until)`,
    [trx.tenantId, connectorAccount, trx.mode, until],
  );
}

/**
 * Makes an account's list due to be read at once. If the account was never compared, the first comparison decides where to begin.
 *
 * @param from where to begin at the latest, by the PSP's clock; undefined: where the last comparison ended
 */
export async function compareSoon(
  trx: TenantTransaction,
  connectorAccount: string,
  from?: Date,
): Promise<void> {
  await trx.run(
    `INSERT INTO compared_accounts AS c (tenant_id, connector_account, mode, compared_until, due_at, due_from)
     VALUES ($1, $2, $3, statement_timestamp() - interval '30 days', statement_timestamp(), $4)
     ON CONFLICT (tenant_id, connector_account)
       DO UPDATE SET due_at = excluded.due_at, due_from = LEAST(c.due_from, excluded.due_from)`,
    [trx.tenantId, connectorAccount, trx.mode, from ?? null],
  );
}

export type DueAccount = {
  readonly tenantId: number;
  readonly mode: Mode;
  readonly connectorAccount: string;
  /** The end of the lease; the account is due again then, unless its list has been read. */
  readonly dueAt: Date;
};

const due = "due_at <= statement_timestamp()";

/** The accounts of all tenants whose list is due; see DueRows. */
export const dueAccounts = `FROM compared_accounts WHERE ${due} ORDER BY due_at`;

/** The end of a lease in whole milliseconds, because the holder identifies its lease by this Date. */
const leaseUntil = (seconds: string): string =>
  `date_trunc('milliseconds', statement_timestamp()) + make_interval(secs => ${seconds})`;

/** Leases the accounts whose list is due, for `leaseMs`, except those of the tenants to leave out. */
export async function takeDueAccounts(
  trx: Transaction,
  limit: number,
  leaseMs: number,
  leaveOut: readonly number[],
): Promise<DueAccount[]> {
  const found = await trx.query<{ tenantId: number; account: string }>(
    `SELECT tenant_id AS "tenantId", connector_account AS account FROM compared_accounts
     WHERE ${due} AND tenant_id <> ALL ($2::bigint[]) ORDER BY due_at LIMIT $1`,
    [limit, leaveOut],
  );
  return inEachTenant(found, (tenantId, own) =>
    trx.query<DueAccount>(
      `UPDATE compared_accounts SET due_at = ${leaseUntil("$3")}
       WHERE tenant_id = $1 AND connector_account IN (
         SELECT connector_account FROM compared_accounts
         WHERE tenant_id = $1 AND connector_account = ANY ($2::text[]) AND ${due} FOR UPDATE SKIP LOCKED)
       RETURNING tenant_id AS "tenantId", mode, connector_account AS "connectorAccount", due_at AS "dueAt"`,
      [tenantId, own.map(({ account }) => account), leaseMs / 1000],
    ),
  );
}

/** Renews an account's lease for another `leaseMs`, unless its list has become due again since it was leased. */
export async function renewDueAccount(
  trx: TenantTransaction,
  due: DueAccount,
  leaseMs: number,
): Promise<DueAccount> {
  const row = await trx.one<{ dueAt: Date }>(
    `UPDATE compared_accounts SET due_at = ${leaseUntil("$4")}
     WHERE tenant_id = $1 AND connector_account = $2 AND due_at = $3::timestamptz RETURNING due_at AS "dueAt"`,
    [trx.tenantId, due.connectorAccount, due.dueAt, leaseMs / 1000],
  );
  return { ...due, ...row };
}

/** Records that an account's list has been read, unless it has become due again since it was leased. */
export async function settleDueAccount(trx: TenantTransaction, due: DueAccount): Promise<void> {
  await trx.run(
    `UPDATE compared_accounts SET due_at = NULL, due_from = NULL
     WHERE tenant_id = $1 AND connector_account = $2 AND due_at = $3::timestamptz`,
    [trx.tenantId, due.connectorAccount, due.dueAt],
  );
}
