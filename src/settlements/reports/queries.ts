import type { TenantTransaction } from "../../database/transaction.ts";
import { type ReportedTransaction, type ReportName, reports } from "./report.ts";

/** The transactions of a report: ids in [from, before). Ids contain the times of their transactions. */
export type IdRange = { readonly from: string; readonly before: string };

/** A closed month: its end, and when it was closed. */
export type Closing = { readonly endsAt: Date; readonly closedAt: Date };

/** The closed months, of which reports say only what was known when they were closed. */
export function selectClosings(trx: TenantTransaction): Promise<Closing[]> {
  return trx.query<Closing>(
    `SELECT ends_at AS "endsAt", closed_at AS "closedAt" FROM ledger_periods
     WHERE tenant_id = $1 AND mode = $2 AND status = 'closed' ORDER BY ends_at`,
    [trx.tenantId, trx.mode],
  );
}

/** How many transactions a report has, counted up to a limit. */
export async function countReported(
  trx: TenantTransaction,
  report: ReportName,
  { from, before }: IdRange,
  limit: number,
): Promise<number> {
  const { kinds, accounts } = reports[report];
  const row = await trx.one<{ count: number }>(
    `SELECT count(*)::integer AS count FROM (SELECT FROM ledger_transactions
       WHERE tenant_id = $1 AND id >= $2 AND id < $3 AND kind = ANY ($4::text[]) AND accounts && $5::text[] LIMIT $6) found`,
    [trx.tenantId, from, before, kinds, accounts, limit],
  );
  return row?.count ?? 0;
}

/**
 * The next transactions of a report, in the order of ids.
 *
 * What is learned after a posting (which line settles it, its fee, which payout pays the line) is shown only if it was known when the
 * transaction's month was closed: `known.until`. A line settles the posting of its source with its version, or of several refunds and
 * disputes with the same amount the one in the same place.
 */
export function selectReported(
  trx: TenantTransaction,
  report: ReportName,
  { from, before }: IdRange,
  closings: readonly Closing[],
  limit: number,
): Promise<ReportedTransaction[]> {
  const { kinds, accounts } = reports[report];
  return trx.query<ReportedTransaction>(
    `SELECT t.id, t.kind, t.source_id AS "sourceId", t.payment_id AS "paymentId", t.connector_account AS "connectorAccount", t.currency,
       t.accounts, t.amounts, t.created_at AS "createdAt", p.client_reference_id AS "orderReference",
       COALESCE(m.psp_reference, CASE WHEN m.id IS NULL OR m.kind = 'capture' THEN a.psp_reference END, d.psp_reference, l.about,
         l.psp_reference, b.psp_reference) AS "pspReference",
       COALESCE(l.psp_reference, s.psp_reference) AS "settlementLine",
       COALESCE(b.psp_reference, CASE WHEN COALESCE(l.batch_known_at, s.batch_known_at) <= known.until THEN COALESCE(l.batch, s.batch) END)
         AS "settlementBatch",
       s.fee AS "settlementFee", s.currency AS "settlementCurrency"
     FROM (SELECT * FROM ledger_transactions
         WHERE tenant_id = $1 AND id >= $2 AND id < $3 AND kind = ANY ($4::text[]) AND accounts && $5::text[] ORDER BY id LIMIT $6) t
       CROSS JOIN LATERAL (SELECT COALESCE(min(c.closed_at), 'infinity') AS until
         FROM (SELECT closed_at FROM unnest($7::timestamptz[], $8::timestamptz[]) AS closing (ends_at, closed_at)
           WHERE ends_at > t.created_at ORDER BY ends_at LIMIT 1) c) known
       LEFT JOIN payments p ON p.tenant_id = $1 AND p.id = t.payment_id
       LEFT JOIN movements m ON m.tenant_id = $1 AND m.id = t.source_id
       LEFT JOIN attempts a ON a.tenant_id = $1 AND a.id = COALESCE(m.attempt_id, t.source_id)
       LEFT JOIN disputes d ON d.tenant_id = $1 AND d.id = t.source_id
       LEFT JOIN settlement_lines l ON l.tenant_id = $1 AND l.id = t.source_id
       LEFT JOIN settlement_batches b ON b.tenant_id = $1 AND b.id = t.source_id
       LEFT JOIN LATERAL (SELECT own.psp_reference, own.batch, own.batch_known_at,
           CASE WHEN t.kind <> 'late_received' OR NOT EXISTS (SELECT FROM ledger_transactions o
             WHERE o.tenant_id = $1 AND o.source_id = t.source_id AND o.kind = 'captured' AND o.version = t.version) THEN own.fee END AS fee,
           own.currency
         FROM (SELECT o.*, CASE WHEN o.type IN ('charge', 'charge_failure') THEN 0 ELSE row_number() OVER (ORDER BY o.source_version) - 1 END AS place
           FROM settlement_lines o
           WHERE o.tenant_id = $1 AND o.source_id = t.source_id
             AND o.type = CASE t.kind WHEN 'captured' THEN 'charge' WHEN 'late_received' THEN 'charge'
               WHEN 'capture_failed' THEN 'charge_failure' WHEN 'refund_succeeded' THEN 'refund'
               WHEN 'late_returned' THEN 'refund' WHEN 'refund_returned' THEN 'refund_failure'
               WHEN 'late_refund_returned' THEN 'refund_failure' WHEN 'dispute_opened' THEN 'dispute'
               WHEN 'dispute_retaken' THEN 'dispute' WHEN 'dispute_returned' THEN 'dispute_reversal' WHEN 'dispute_won' THEN 'dispute_reversal' END
             AND CASE WHEN o.type IN ('charge', 'charge_failure') THEN o.source_version = t.version
               ELSE abs(COALESCE(o.exchanged_amount, o.gross)) = abs(t.amounts[1]) END) own
         WHERE own.place = CASE WHEN own.type IN ('charge', 'charge_failure') THEN 0 ELSE (SELECT count(*) FROM ledger_transactions o WHERE o.tenant_id = $1
             AND o.source_id = t.source_id AND abs(o.amounts[1]) = abs(t.amounts[1]) AND o.id < t.id
             AND CASE WHEN t.kind IN ('dispute_opened', 'dispute_retaken') THEN o.kind IN ('dispute_opened', 'dispute_retaken')
               WHEN t.kind IN ('dispute_returned', 'dispute_won') THEN o.kind IN ('dispute_returned', 'dispute_won')
               ELSE o.kind = t.kind END) END
           AND EXISTS (SELECT FROM ledger_transactions o WHERE o.tenant_id = $1 AND o.source_id = own.id AND o.kind = 'settled'
             AND o.created_at <= known.until)) s ON true
     ORDER BY t.id`,
    [
      trx.tenantId,
      from,
      before,
      kinds,
      accounts,
      limit,
      closings.map(({ endsAt }) => endsAt),
      closings.map(({ closedAt }) => closedAt),
    ],
  );
}
