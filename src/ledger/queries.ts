import type { TenantTransaction, Transaction } from "../database/transaction.ts";
import { encodeTenantKey, randomDigits } from "../kernel/id.ts";

import type { Account, AccountSum } from "./accounts.ts";
import type { Posting, Reversal } from "./postings.ts";
import { type LedgerTransaction, transactionDigit, transactionPrefix } from "./transaction.ts";

/**
 * The parts of a new transaction's id before and after its time. The statement inserts the time, because only the database knows
 * the transaction's time, and asking first would cost a round trip. So ids sort by createdAt, and lists need only the id.
 * ledger_now() never is in a closed month.
 */
function newId({ mode, tenantId }: TenantTransaction): { beforeTime: string; afterTime: string } {
  return {
    beforeTime: `${transactionPrefix}_${mode}_${encodeTenantKey(tenantId)}`,
    afterTime: `${randomDigits(21)}${transactionDigit}`,
  };
}

/** Writes a transaction with its entries. The database checks that they sum to zero. */
export function insertPosting(trx: TenantTransaction, posting: Posting): void {
  const { beforeTime, afterTime } = newId(trx);
  trx.send(
    `INSERT INTO ledger_transactions (tenant_id, id, mode, kind, source_id, payment_id, connector_account, currency, accounts,
       amounts, created_at, version)
     VALUES ($1, $3 || id_time(ledger_now()) || $4, $2, $5, $6, $7, $8, $9, $10, $11, ledger_now(), $12)`,
    [
      trx.tenantId,
      trx.mode,
      beforeTime,
      afterTime,
      posting.kind,
      posting.sourceId,
      posting.paymentId,
      posting.connectorAccount,
      posting.currency,
      posting.entries.map(([account]) => account),
      posting.entries.map(([, amount]) => amount),
      posting.version ?? 0,
    ],
  );
}

/** Writes the reversal of the transaction of a kind and source that isn't reversed yet. Returns false if there is none. */
export async function insertReversal(trx: TenantTransaction, reversal: Reversal): Promise<boolean> {
  const { beforeTime, afterTime } = newId(trx);
  const rows = await trx.run(
    `INSERT INTO ledger_transactions (tenant_id, id, mode, kind, source_id, payment_id, connector_account, reverses, currency, accounts,
       amounts, created_at, version)
     SELECT tenant_id, $3 || id_time(ledger_now()) || $4, mode, $5, source_id, payment_id, connector_account, id, currency, accounts,
       ARRAY(SELECT -amount FROM unnest(amounts) WITH ORDINALITY AS entry (amount, place) ORDER BY place), ledger_now(), $9
     FROM ledger_transactions t WHERE tenant_id = $1 AND mode = $2 AND source_id = $6 AND payment_id IS NOT DISTINCT FROM $7 AND kind = $8
       AND NOT EXISTS (SELECT FROM ledger_transactions r WHERE r.tenant_id = $1 AND r.reverses = t.id)`,
    [
      trx.tenantId,
      trx.mode,
      beforeTime,
      afterTime,
      reversal.kind,
      reversal.sourceId,
      reversal.paymentId,
      reversal.reversesKind,
      reversal.version ?? 0,
    ],
  );
  return rows > 0;
}

/** The filter of a list or an export. */
export type EntryFilter = {
  readonly account?: Account | undefined;
  readonly currency?: string | undefined;
  readonly paymentId?: string | undefined;
  readonly connectorAccount?: string | undefined;
  readonly transactionId?: string | undefined;
};

export const transactionColumns = `id, mode, kind, source_id AS "sourceId", reverses, payment_id AS "paymentId",
  connector_account AS "connectorAccount", currency, accounts, amounts, created_at AS "createdAt"`;

/**
 * Only the given filters become conditions, so that each combination has its own query plan. The account is a literal, because
 * its index is partial.
 */
export function conditionsOf(filter: EntryFilter, values: unknown[]): string {
  const wanted = {
    currency: filter.currency,
    payment_id: filter.paymentId,
    connector_account: filter.connectorAccount,
    id: filter.transactionId,
  };
  const conditions = Object.entries(wanted)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => ` AND ${column} = $${values.push(value)}`);
  if (filter.account !== undefined) conditions.push(` AND '${filter.account}' = ANY (accounts)`);
  return conditions.join("");
}

/** Transactions with ids in [from, before), nearest to the cursor first. */
export function selectTransactions(
  trx: TenantTransaction,
  range: {
    readonly from: string;
    readonly before: string;
    readonly direction: "ASC" | "DESC";
    readonly limit: number;
  },
  filter: EntryFilter,
): Promise<LedgerTransaction[]> {
  const values: unknown[] = [trx.tenantId, range.from, range.before, range.limit];
  return trx.query<LedgerTransaction>(
    `SELECT ${transactionColumns} FROM ledger_transactions
     WHERE tenant_id = $1 AND id >= $2 AND id < $3${conditionsOf(filter, values)}
     ORDER BY id ${range.direction} LIMIT $4`,
    values,
  );
}

const entries =
  "ledger_transactions t CROSS JOIN LATERAL unnest(t.accounts, t.amounts) AS e (account, amount)";

/** The balance of each account at each connector account, summed from all its entries: for checks that don't rely on stored sums. */
export function sumAllEntries(trx: TenantTransaction): Promise<AccountSum[]> {
  return sumByAccount(
    trx,
    `SELECT t.connector_account, e.account, t.currency, e.amount FROM ${entries} WHERE t.tenant_id = $1 AND t.mode = $2`,
  );
}

/** The same, from the closed sums and the transactions that aren't closed yet. */
export function sumAccounts(trx: TenantTransaction): Promise<AccountSum[]> {
  return sumByAccount(
    trx,
    `SELECT t.connector_account, e.account, t.currency, e.amount FROM ${entries}
     WHERE t.tenant_id = $1 AND t.mode = $2 AND t.position IS NULL
     UNION ALL SELECT connector_account, account, currency, sum FROM ledger_closed_sums WHERE tenant_id = $1 AND mode = $2`,
  );
}

/** The sums are read as text, because they can exceed the range of bigint. */
async function sumByAccount(trx: TenantTransaction, amounts: string): Promise<AccountSum[]> {
  const rows = await trx.query<Omit<AccountSum, "sum"> & { readonly sum: string }>(
    `SELECT connector_account AS "connectorAccount", account, currency, sum(amount)::text AS sum FROM (${amounts}) amounts
     GROUP BY connector_account, account, currency`,
    [trx.tenantId, trx.mode],
  );
  return rows.map(({ sum, ...row }) => ({ ...row, sum: BigInt(sum) }));
}

/** The total that some sources have posted to an account, in minor units; debits positive. */
export async function sumPosted(
  trx: TenantTransaction,
  account: Account,
  sourceIds: readonly string[],
): Promise<number> {
  const row = await trx.one<{ sum: number }>(
    `SELECT COALESCE(sum(e.amount), 0)::bigint AS sum FROM ${entries}
     WHERE t.tenant_id = $1 AND t.source_id = ANY ($2::text[]) AND e.account = $3`,
    [trx.tenantId, sourceIds, account],
  );
  return row?.sum ?? 0;
}

/** The open database transactions that have posted, by their virtual transaction ids. */
export type OpenPosters = readonly string[];

/**
 * A database transaction that posts holds this lock from before its postings get their times until it ends. Transaction ids
 * would also work, but they belong to the whole server: transactions of other databases may run for hours.
 */
const posters = `pg_locks WHERE locktype = 'relation' AND mode = 'RowExclusiveLock' AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND relation = 'ledger_transactions'::regclass`;

/** The transactions that are posting now. Once they have ended, no posting with an earlier time can appear. */
export async function readPosters(trx: Transaction): Promise<OpenPosters> {
  const row = await trx.one<{ posting: string[] }>(
    `SELECT ARRAY(SELECT virtualtransaction FROM ${posters} AND pid <> pg_backend_pid()) AS posting`,
  );
  return row?.posting ?? [];
}

/** Whether all of them have ended. */
export async function haveEnded(trx: Transaction, posting: OpenPosters): Promise<boolean> {
  if (posting.length === 0) return true;
  const row = await trx.one(`SELECT FROM ${posters} AND virtualtransaction = ANY ($1::text[]) LIMIT 1`, [
    posting,
  ]);
  return row === undefined;
}

/** Whether a time is past, by the database's clock. */
export async function isOver(trx: Transaction, time: string): Promise<boolean> {
  const row = await trx.one<{ isOver: boolean }>(
    `SELECT $1::timestamptz <= statement_timestamp() AS "isOver"`,
    [time],
  );
  return row?.isOver ?? false;
}
