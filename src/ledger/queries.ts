import type { Scope, Transaction } from "../database/transaction.ts";
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
export async function insertPosting(
  trx: Transaction,
  scope: Scope,
  posting: Posting,
  ids: NewIds,
): Promise<void> {
  await trx.run(
    `WITH ${moment}, posted AS (
       INSERT INTO ledger_transactions (tenant_id, id, mode, kind, source_id, payment_id, created_at)
       SELECT $1, $3 || digits || $4, $2, $5, $6, $7, at FROM moment RETURNING id)
     INSERT INTO ledger_entries (tenant_id, id, mode, transaction_id, payment_id, account, currency, amount, created_at)
     SELECT $1, $8 || digits || suffix, $2, posted.id, $7, account, $9, amount, at
     FROM moment, posted, unnest($10::text[], $11::text[], $12::bigint[]) AS entry (suffix, account, amount)`,
    [
      scope.tenantId,
      scope.mode,
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
  trx: Transaction,
  scope: Scope,
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
      scope.tenantId,
      scope.mode,
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
