import { inEachTenant } from "../../database/in-each-tenant.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";
import type { Mode } from "../../kernel/mode.ts";

/**
 * From when on the PSP's list of an account's charges has still to be compared with ours, by the PSP's clock; undefined when
 * it never was.
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

/** Notes how far a comparison has come. It never goes back: several processes compare. */
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
 * Has an account's list read at once. One that was never compared is read from as far back as a first comparison is.
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
  /** Until when nobody else reads its list; it is due again then, unless it has been read. */
  readonly dueAt: Date;
};

/** In whole milliseconds, as a Date has them: who holds the lease knows it by this time. */
const leaseUntil = (seconds: string): string =>
  `date_trunc('milliseconds', statement_timestamp()) + make_interval(secs => ${seconds})`;

/** Takes accounts whose list is to be read at once, for `leaseMs`; none of the tenants to leave out. */
export async function takeDueAccounts(
  trx: Transaction,
  limit: number,
  leaseMs: number,
  leaveOut: readonly number[],
): Promise<DueAccount[]> {
  const found = await trx.query<{ tenantId: number; account: string }>(
    `SELECT tenant_id AS "tenantId", connector_account AS account FROM compared_accounts
     WHERE due_at <= statement_timestamp() AND tenant_id <> ALL ($2::bigint[]) ORDER BY due_at LIMIT $1`,
    [limit, leaveOut],
  );
  return inEachTenant(found, (tenantId, own) =>
    trx.query<DueAccount>(
      `UPDATE compared_accounts SET due_at = ${leaseUntil("$3")}
       WHERE tenant_id = $1 AND connector_account IN (
         SELECT connector_account FROM compared_accounts
         WHERE tenant_id = $1 AND connector_account = ANY ($2::text[]) AND due_at <= statement_timestamp() FOR UPDATE SKIP LOCKED)
       RETURNING tenant_id AS "tenantId", mode, connector_account AS "connectorAccount", due_at AS "dueAt"`,
      [tenantId, own.map(({ account }) => account), leaseMs / 1000],
    ),
  );
}

/** Takes an account for another `leaseMs`, unless there is another reason to read its list since it was taken. */
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

/** Notes that an account's list has been read, unless there is another reason to read it since it was taken. */
export async function settleDueAccount(trx: TenantTransaction, due: DueAccount): Promise<void> {
  await trx.run(
    `UPDATE compared_accounts SET due_at = NULL, due_from = NULL
     WHERE tenant_id = $1 AND connector_account = $2 AND due_at = $3::timestamptz`,
    [trx.tenantId, due.connectorAccount, due.dueAt],
  );
}
