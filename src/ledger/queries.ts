import type { TenantTransaction, Transaction } from "../database/transaction.ts";
import type { PageRange } from "../kernel/page.ts";
import type { Account } from "./accounts.ts";
import type { AccountSum } from "./balance.ts";
import { closedThrough, openEntries } from "./closing/queries.ts";
import type { Entry } from "./entry.ts";
import type { NewIds } from "./new-ids.ts";
import type { Posting, Reversal } from "./postings.ts";

/**
 * The transaction's time, read once, and its milliseconds as the eight digits of base 62 that stand in ids (kernel/id.ts).
 * Computed here because only the database knows what time a transaction lives in; asking first would be a round trip.
 */
const moment = `made AS MATERIALIZED (SELECT kassa_now() AS at),
  moment AS MATERIALIZED (
    SELECT at, (SELECT string_agg(substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
        1 + (floor(extract(epoch FROM at) * 1000)::bigint / (62::numeric ^ place)::bigint % 62)::integer, 1), '' ORDER BY place DESC)
      FROM generate_series(0, 7) AS place) AS digits
    FROM made)`;

/** A transaction and its entries in one statement. */
export function insertPosting(trx: TenantTransaction, posting: Posting, ids: NewIds): void {
  trx.send(
    `WITH ${moment}, posted AS (
       INSERT INTO ledger_transactions (tenant_id, id, mode, kind, source_id, payment_id, created_at)
       SELECT $1, $3 || digits || $4, $2, $5, $6, $7, at FROM moment RETURNING id)
     INSERT INTO ledger_entries (tenant_id, id, mode, transaction_id, payment_id, account, currency, amount, created_at)
     SELECT $1, $8 || digits || suffix, $2, posted.id, $7, account, $9, amount, at
     FROM moment, posted, unnest($10::text[], $11::text[], $12::bigint[]) AS entry (suffix, account, amount)`,
    [
      trx.tenantId,
      trx.mode,
      ids.transactionPrefix,
      ids.transactionSuffix,
      posting.kind,
      posting.sourceId,
      posting.paymentId,
      ids.entryPrefix,
      posting.currency,
      ids.entrySuffixes,
      posting.entries.map(([account]) => account),
      posting.entries.map(([, amount]) => amount),
    ],
  );
}

/** The opposite of an earlier transaction of the same source; false when there is none. */
export async function insertReversal(
  trx: TenantTransaction,
  reversal: Reversal,
  ids: NewIds,
): Promise<boolean> {
  const entries = await trx.run(
    `WITH ${moment}, original AS (
       SELECT id FROM ledger_transactions WHERE tenant_id = $1 AND source_id = $6 AND kind = $8),
     posted AS (
       INSERT INTO ledger_transactions (tenant_id, id, mode, kind, source_id, payment_id, reverses, created_at)
       SELECT $1, $3 || digits || $4, $2, $5, $6, $7, original.id, at FROM moment, original RETURNING id)
     INSERT INTO ledger_entries (tenant_id, id, mode, transaction_id, payment_id, account, currency, amount, created_at)
     SELECT $1, $9 || digits || ($10::text[])[row_number() OVER (ORDER BY entry.id)], $2, posted.id, $7, account, currency,
       -amount, at
     FROM moment, posted, original JOIN ledger_entries entry ON entry.tenant_id = $1 AND entry.transaction_id = original.id`,
    [
      trx.tenantId,
      trx.mode,
      ids.transactionPrefix,
      ids.transactionSuffix,
      reversal.kind,
      reversal.sourceId,
      reversal.paymentId,
      reversal.reversesKind,
      ids.entryPrefix,
      ids.entrySuffixes,
    ],
  );
  return entries > 0;
}

/** What a list or an export is narrowed to. */
export type EntryFilter = {
  readonly account?: Account | undefined;
  readonly currency?: string | undefined;
  readonly paymentId?: string | undefined;
  readonly transactionId?: string | undefined;
};

export const entryColumns = `e.id, e.mode, e.transaction_id AS "transactionId", t.kind, t.source_id AS "sourceId", t.reverses,
  e.payment_id AS "paymentId", e.account, e.currency, e.amount, e.created_at AS "createdAt"`;

export const entriesOfTransactions = `ledger_entries e JOIN ledger_transactions t
  ON t.tenant_id = e.tenant_id AND t.id = e.transaction_id`;

/** Conditions are added only where asked for, so that each has the plan it deserves. */
export function conditionsOf(filter: EntryFilter, values: unknown[]): string {
  const wanted = {
    account: filter.account,
    currency: filter.currency,
    payment_id: filter.paymentId,
    transaction_id: filter.transactionId,
  };
  return Object.entries(wanted)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => ` AND e.${column} = $${values.push(value)}`)
    .join("");
}

/** Entries of a range of ids, those nearest to the cursor first. */
export function selectEntries(
  trx: TenantTransaction,
  range: PageRange,
  filter: EntryFilter,
): Promise<Entry[]> {
  const values: unknown[] = [trx.tenantId, range.from, range.before, range.limit];
  return trx.query<Entry>(
    `SELECT ${entryColumns} FROM ${entriesOfTransactions}
     WHERE e.tenant_id = $1 AND e.id >= $2 AND e.id < $3${conditionsOf(filter, values)}
     ORDER BY e.id ${range.direction} LIMIT $4`,
    values,
  );
}

/** The balance of each account that has entries, from every one of them: for whoever trusts no stored sum. */
export function sumAllEntries(trx: TenantTransaction): Promise<AccountSum[]> {
  const all = "SELECT account, currency, amount FROM ledger_entries WHERE tenant_id = $1 AND mode = $2";
  return sumByAccount(trx, all, [trx.tenantId, trx.mode]);
}

/** The same from the sums that are closed and the entries that came since. */
export async function sumAccounts(trx: TenantTransaction): Promise<AccountSum[]> {
  const amounts = `SELECT account, currency, amount FROM ${openEntries("$3")}
    UNION ALL SELECT account, currency, sum FROM ledger_closed_sums WHERE tenant_id = $1 AND mode = $2`;
  return sumByAccount(trx, amounts, [trx.tenantId, trx.mode, await closedThrough(trx)]);
}

/** Sums can exceed what a bigint column holds and come as text. */
async function sumByAccount(
  trx: Transaction,
  amounts: string,
  values: readonly unknown[],
): Promise<AccountSum[]> {
  const rows = await trx.query<{ account: Account; currency: string; sum: string }>(
    `SELECT account, currency, sum(amount)::text AS sum FROM (${amounts}) amounts GROUP BY account, currency`,
    values,
  );
  return rows.map(({ account, currency, sum }) => ({ account, currency, sum: BigInt(sum) }));
}

/** What some causes have posted to an account together, in minor units; debits positive. */
export async function sumPosted(
  trx: TenantTransaction,
  account: Account,
  sourceIds: readonly string[],
): Promise<number> {
  const row = await trx.one<{ sum: number }>(
    `SELECT COALESCE(sum(e.amount), 0)::bigint AS sum FROM ${entriesOfTransactions}
     WHERE t.tenant_id = $1 AND t.source_id = ANY ($2::text[]) AND e.account = $3`,
    [trx.tenantId, sourceIds, account],
  );
  return row?.sum ?? 0;
}
