import { timeOfNew } from "../database/clock-time.ts";
import type { TenantTransaction } from "../database/transaction.ts";
import type { PageRange } from "../kernel/page.ts";
import type { BankAccount } from "./account.ts";
import type { NewAccount } from "./check-account.ts";

const columns = `id, mode, type, identifier, currency, holder, bic, address, label, statement_accounts AS "statementAccounts", status,
  created_at AS "createdAt"`;

/** Lets no other transaction of the tenant and mode create or change accounts before the commit. */
export async function lockAccounts(trx: TenantTransaction): Promise<void> {
  await trx.run("SELECT pg_advisory_xact_lock(hashtextextended($1, $2))", [
    `bank_accounts ${trx.mode}`,
    trx.tenantId,
  ]);
}

export function insertAccount(
  trx: TenantTransaction,
  id: string,
  account: NewAccount,
): Promise<BankAccount | undefined> {
  return trx.one<BankAccount>(
    `INSERT INTO bank_accounts (tenant_id, id, mode, type, identifier, currency, holder, bic, label, statement_accounts, created_at,
       address)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING ${columns}`,
    [
      trx.tenantId,
      id,
      trx.mode,
      account.type,
      account.identifier,
      account.currency,
      account.holder,
      account.bic,
      account.label,
      account.statementAccounts,
      timeOfNew(trx, id),
      account.address && JSON.stringify(account.address),
    ],
  );
}

/** All accounts of the tenant and mode: at most 100. */
export function selectAllAccounts(trx: TenantTransaction): Promise<BankAccount[]> {
  return trx.query<BankAccount>(
    `SELECT ${columns} FROM bank_accounts WHERE tenant_id = $1 AND mode = $2 ORDER BY id`,
    [trx.tenantId, trx.mode],
  );
}

export function selectAccounts(trx: TenantTransaction, range: PageRange): Promise<BankAccount[]> {
  return trx.query<BankAccount>(
    `SELECT ${columns} FROM bank_accounts WHERE tenant_id = $1 AND id >= $2 AND id < $3
     ORDER BY id ${range.direction} LIMIT $4`,
    [trx.tenantId, range.from, range.before, range.limit],
  );
}

export function getAccount(trx: TenantTransaction, id: string): Promise<BankAccount | undefined> {
  return trx.one<BankAccount>(`SELECT ${columns} FROM bank_accounts WHERE tenant_id = $1 AND id = $2`, [
    trx.tenantId,
    id,
  ]);
}

export function changeAccount(
  trx: TenantTransaction,
  account: BankAccount,
): Promise<BankAccount | undefined> {
  return trx.one<BankAccount>(
    `UPDATE bank_accounts SET holder = $3, bic = $4, label = $5, statement_accounts = $6, status = $7, address = $8
     WHERE tenant_id = $1 AND id = $2 RETURNING ${columns}`,
    [
      trx.tenantId,
      account.id,
      account.holder,
      account.bic,
      account.label,
      account.statementAccounts,
      account.status,
      account.address && JSON.stringify(account.address),
    ],
  );
}
