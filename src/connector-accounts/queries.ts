import type { Offer } from "../connectors/offer.ts";
import { timeOfNew } from "../database/clock-time.ts";
import type { TenantTransaction } from "../database/transaction.ts";
import type { PageRange } from "../kernel/page.ts";
import type { Account, AccountStatus } from "./account.ts";

const columns = `a.tenant_id AS "tenantId", a.id, a.mode, a.connector, a.label, a.status, a.position, a.weight, a.methods, a.currencies,
  a.countries, a.amount_limits AS "amountLimits", a.settings, a.psp_account AS "pspAccount", a.in_use_since AS "inUseSince",
  a.checked_at AS "checkedAt", a.created_at AS "createdAt", a.updated_at AS "updatedAt", c.version, c.fields,
  p.retires_at AS "previousRetiresAt"`;

const tables = `connector_accounts a
  JOIN connector_credentials c ON c.tenant_id = a.tenant_id AND c.account_id = a.id AND c.retires_at IS NULL
  LEFT JOIN connector_credentials p ON p.tenant_id = a.tenant_id AND p.account_id = a.id
    AND p.retires_at > statement_timestamp()`;

/** Counts the accounts under a lock, so that no other transaction of the tenant and mode creates one before the commit. */
export async function lockAccountCount(
  trx: TenantTransaction,
): Promise<{ count: number; lastPosition: number }> {
  await trx.run("SELECT pg_advisory_xact_lock(hashtextextended($1, $2))", [
    `connector_accounts ${trx.mode}`,
    trx.tenantId,
  ]);
  const row = await trx.one<{ count: number; lastPosition: number }>(
    `SELECT count(*) AS count, COALESCE(max(position), 0) AS "lastPosition" FROM connector_accounts
     WHERE tenant_id = $1 AND mode = $2`,
    [trx.tenantId, trx.mode],
  );
  return row ?? { count: 0, lastPosition: 0 };
}

export type NewAccount = Offer & {
  readonly id: string;
  readonly connector: string;
  readonly label: string;
  readonly status: AccountStatus;
  readonly position: number;
  readonly weight: number;
  readonly settings: Readonly<Record<string, string>>;
  readonly pspAccount: string | null;
};

export async function insertAccount(trx: TenantTransaction, account: NewAccount): Promise<void> {
  await trx.run(
    `INSERT INTO connector_accounts (tenant_id, id, mode, connector, label, status, position, methods, currencies, countries,
       amount_limits, settings, psp_account, in_use_since, checked_at, created_at, weight)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
       CASE WHEN $6 = 'enabled' THEN statement_timestamp() END, statement_timestamp(), $14, $15)`,
    [
      trx.tenantId,
      account.id,
      trx.mode,
      account.connector,
      account.label,
      account.status,
      account.position,
      account.methods,
      account.currencies,
      account.countries,
      account.amountLimits === null ? null : JSON.stringify(account.amountLimits),
      JSON.stringify(account.settings),
      account.pspAccount,
      timeOfNew(trx, account.id),
      account.weight,
    ],
  );
}

export function getAccount(trx: TenantTransaction, id: string): Promise<Account | undefined> {
  return trx.one<Account>(`SELECT ${columns} FROM ${tables} WHERE a.tenant_id = $1 AND a.id = $2`, [
    trx.tenantId,
    id,
  ]);
}

/** Locks an account until the commit. False if there is none. */
export async function lockAccount(trx: TenantTransaction, id: string): Promise<boolean> {
  const found = await trx.run(
    "SELECT FROM connector_accounts WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE",
    [trx.tenantId, id],
  );
  return found === 1;
}

export function selectAccounts(trx: TenantTransaction, range: PageRange): Promise<Account[]> {
  return trx.query<Account>(
    `SELECT ${columns} FROM ${tables} WHERE a.tenant_id = $1 AND a.id >= $2 AND a.id < $3
     ORDER BY a.id ${range.direction} LIMIT $4`,
    [trx.tenantId, range.from, range.before, range.limit],
  );
}

/** All accounts of the tenant and mode, in the order in which new charges use them. */
export function selectInOrder(trx: TenantTransaction): Promise<Account[]> {
  return trx.query<Account>(
    `SELECT ${columns} FROM ${tables} WHERE a.tenant_id = $1 AND a.mode = $2 ORDER BY a.position, a.id`,
    [trx.tenantId, trx.mode],
  );
}

export type AccountChange = Offer & Pick<Account, "label" | "status" | "position" | "weight">;

export async function changeAccount(
  trx: TenantTransaction,
  id: string,
  change: AccountChange,
): Promise<void> {
  await trx.run(
    `UPDATE connector_accounts SET label = $3, status = $4, position = $5, methods = $6, currencies = $7, countries = $8,
       amount_limits = $9, weight = $10, updated_at = statement_timestamp(),
       in_use_since = CASE WHEN $4 = 'enabled' THEN COALESCE(in_use_since, statement_timestamp()) ELSE in_use_since END
     WHERE tenant_id = $1 AND id = $2`,
    [
      trx.tenantId,
      id,
      change.label,
      change.status,
      change.position,
      change.methods,
      change.currencies,
      change.countries,
      change.amountLimits === null ? null : JSON.stringify(change.amountLimits),
      change.weight,
    ],
  );
}

/** Deletes an account with its credentials, unless charges may depend on it. */
export async function deleteUnused(trx: TenantTransaction, id: string): Promise<boolean> {
  const rows = await trx.run(
    "DELETE FROM connector_accounts WHERE tenant_id = $1 AND id = $2 AND in_use_since IS NULL",
    [trx.tenantId, id],
  );
  return rows === 1;
}

/** Records that charges may depend on an account from now on, if it isn't recorded yet. */
export async function markInUse(trx: TenantTransaction, id: string): Promise<void> {
  await trx.run(
    `UPDATE connector_accounts SET in_use_since = statement_timestamp()
     WHERE tenant_id = $1 AND id = $2 AND in_use_since IS NULL`,
    [trx.tenantId, id],
  );
}

/** Records that the PSP has accepted the credentials. */
export async function markChecked(
  trx: TenantTransaction,
  id: string,
  pspAccount: string | null,
): Promise<void> {
  await trx.run(
    `UPDATE connector_accounts SET checked_at = statement_timestamp(), psp_account = COALESCE($3, psp_account)
     WHERE tenant_id = $1 AND id = $2`,
    [trx.tenantId, id, pspAccount],
  );
}

// Credentials -------------------------------------------------------------------------------------------------------

export type NewCredentials = {
  readonly accountId: string;
  readonly version: number;
  readonly fields: readonly string[];
  readonly sealed: Buffer;
};

export async function insertCredentials(trx: TenantTransaction, credentials: NewCredentials): Promise<void> {
  await trx.run(
    `INSERT INTO connector_credentials (tenant_id, account_id, version, mode, fields, credentials_sealed)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [
      trx.tenantId,
      credentials.accountId,
      credentials.version,
      trx.mode,
      credentials.fields,
      credentials.sealed,
    ],
  );
}

/** Deletes the versions before the current one. */
export async function deletePrevious(trx: TenantTransaction, accountId: string): Promise<void> {
  await trx.run(
    "DELETE FROM connector_credentials WHERE tenant_id = $1 AND account_id = $2 AND retires_at IS NOT NULL",
    [trx.tenantId, accountId],
  );
}

/** Ends the current version: it verifies notifications for some hours more. */
export async function retireCurrent(
  trx: TenantTransaction,
  accountId: string,
  overlapHours: number,
): Promise<void> {
  await trx.run(
    `UPDATE connector_credentials
     SET retires_at = date_trunc('milliseconds', statement_timestamp() + make_interval(hours => $3))
     WHERE tenant_id = $1 AND account_id = $2 AND retires_at IS NULL`,
    [trx.tenantId, accountId, overlapHours],
  );
}

export type SealedCredentials = {
  readonly accountId: string;
  readonly version: number;
  readonly sealed: Buffer;
};

/** The credentials of an account that are still accepted, the current ones first. */
export function selectCredentials(trx: TenantTransaction, accountId: string): Promise<SealedCredentials[]> {
  return trx.query<SealedCredentials>(
    `SELECT account_id AS "accountId", version, credentials_sealed AS sealed FROM connector_credentials
     WHERE tenant_id = $1 AND account_id = $2 AND (retires_at IS NULL OR retires_at > statement_timestamp())
     ORDER BY version DESC`,
    [trx.tenantId, accountId],
  );
}

/** Locks credentials that another key sealed. Bytes 2 to 9 of a sealed value are the id of its key. */
export function lockSealedByOthers(
  trx: TenantTransaction,
  keyId: Buffer,
  limit: number,
): Promise<SealedCredentials[]> {
  return trx.query<SealedCredentials>(
    `SELECT account_id AS "accountId", version, credentials_sealed AS sealed FROM connector_credentials
     WHERE tenant_id = $1 AND mode = $2 AND substring(credentials_sealed FROM 2 FOR 8) <> $3
     ORDER BY account_id, version LIMIT $4 FOR NO KEY UPDATE`,
    [trx.tenantId, trx.mode, keyId, limit],
  );
}

export async function replaceSealed(trx: TenantTransaction, changed: SealedCredentials): Promise<void> {
  await trx.run(
    `UPDATE connector_credentials SET credentials_sealed = $4
     WHERE tenant_id = $1 AND account_id = $2 AND version = $3`,
    [trx.tenantId, changed.accountId, changed.version, changed.sealed],
  );
}
