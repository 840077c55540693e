import type { SettlementType } from "../connectors/settlements.ts";
import type { TenantTransaction } from "../database/transaction.ts";
import type { Candidate } from "./match-line.ts";

// What Kassa has under the reference of a settlement line.

/** Whether a line of the type has settled this version of it. */
const isSettled = (sourceId: string, version: string): string => `EXISTS (SELECT FROM settlement_lines s
    WHERE s.tenant_id = $1 AND s.source_id = ${sourceId} AND s.type = $4 AND s.source_version = ${version}) AS "isSettled"`;

type Find = (
  trx: TenantTransaction,
  connectorAccount: string,
  reference: string,
  type: SettlementType,
) => Promise<Candidate[]>;

/** What a line of the type clears. */
const postedByCharge =
  "t.kind = ANY (CASE $4 WHEN 'charge' THEN '{captured,late_received}' ELSE '{capture_failed}' END::text[])";

/**
 * What a charge has brought: an attempt that was captured at once or came late, and captures; or the one capture with the reference. Or
 * what of that has failed later. The amounts are those that the ledger has in psp_clearing, since that is what a line clears.
 */
export const findCharges: Find = (trx, connectorAccount, reference, type) =>
  trx.query<Candidate>(
    `SELECT t.source_id AS "sourceId", t.version, a.payment_id AS "paymentId", t.currency, abs(sum(e.amount))::bigint AS amount,
       ${isSettled("t.source_id", "t.version")}
     FROM attempts a JOIN ledger_transactions t ON t.tenant_id = a.tenant_id AND t.payment_id = a.payment_id AND ${postedByCharge}
       AND (t.source_id = a.id OR EXISTS (SELECT FROM movements m WHERE m.tenant_id = $1 AND m.id = t.source_id AND m.attempt_id = a.id))
     CROSS JOIN LATERAL unnest(t.accounts, t.amounts) AS e (account, amount)
     WHERE a.tenant_id = $1 AND a.connector_account = $2 AND a.psp_reference = $3 AND e.account = 'psp_clearing'
     GROUP BY t.source_id, t.version, a.payment_id, t.currency
     UNION ALL
     SELECT t.source_id, t.version, t.payment_id, t.currency, abs(sum(e.amount))::bigint, ${isSettled("t.source_id", "t.version")}
     FROM movements m JOIN attempts a ON a.tenant_id = m.tenant_id AND a.id = m.attempt_id
     JOIN ledger_transactions t ON t.tenant_id = m.tenant_id AND t.payment_id = m.payment_id AND t.source_id = m.id AND ${postedByCharge}
     CROSS JOIN LATERAL unnest(t.accounts, t.amounts) AS e (account, amount)
     WHERE m.tenant_id = $1 AND a.connector_account = $2 AND a.psp_reference <> $3 AND m.psp_reference = $3 AND m.kind = 'capture'
       AND e.account = 'psp_clearing'
     GROUP BY t.source_id, t.version, t.payment_id, t.currency
     ORDER BY 1, 2`,
    [trx.tenantId, connectorAccount, reference, type],
  );

/** A refund is booked once, and once more each time that it succeeds or fails after all: by one line of a type in each version. */
export const findRefunds: Find = (trx, connectorAccount, reference, type) =>
  trx.query<Candidate>(
    `SELECT m.id AS "sourceId", l.settled AS version, m.payment_id AS "paymentId", m.currency, m.amount,
       l.settled > m.revision AS "isSettled"
     FROM movements m JOIN attempts a ON a.tenant_id = m.tenant_id AND a.id = m.attempt_id
       CROSS JOIN LATERAL (SELECT count(*)::int AS settled FROM settlement_lines s
         WHERE s.tenant_id = $1 AND s.source_id = m.id AND s.type = $4) l
     WHERE m.tenant_id = $1 AND a.connector_account = $2 AND m.psp_reference = $3 AND m.kind = 'refund'`,
    [trx.tenantId, connectorAccount, reference, type],
  );

/**
 * The dispute with the reference, or the disputes of the charge or capture with it, once for each amount that a line about it may have:
 * the whole, what the customer keeps, what comes back, and each amount that was posted. The money may be taken, given back and taken
 * again, and lines come in any order. So a line of one type is expected unless there is already one more of it than of the other.
 */
export const findDisputes: Find = (trx, connectorAccount, reference, type) =>
  trx.query<Candidate>(
    `SELECT d.id AS "sourceId", d.payment_id AS "paymentId", d.currency, possible.amount,
       (SELECT count(*)::integer FROM settlement_lines s WHERE s.tenant_id = $1 AND s.source_id = d.id AND s.type = $4) AS version,
       (SELECT COALESCE(sum(CASE s.type WHEN $4 THEN 1 ELSE -1 END), 0) > 0 FROM settlement_lines s
         WHERE s.tenant_id = $1 AND s.source_id = d.id AND s.type IN ('dispute', 'dispute_reversal')
           AND abs(COALESCE(s.exchanged_amount, s.gross)) = possible.amount) AS "isSettled"
     FROM disputes d CROSS JOIN LATERAL (
       SELECT unnest(ARRAY[d.amount, d.amount_lost, d.amount - d.amount_lost])
       UNION
       SELECT abs(e.amount) FROM ledger_transactions t CROSS JOIN LATERAL unnest(t.accounts, t.amounts) AS e (account, amount)
       WHERE t.tenant_id = $1 AND t.source_id = d.id AND e.account = 'psp_clearing'
     ) AS possible (amount)
     WHERE d.tenant_id = $1 AND d.connector_account = $2 AND possible.amount > 0
       AND (d.tenant_id, d.id) IN (
         SELECT o.tenant_id, o.id FROM disputes o WHERE o.tenant_id = $1 AND o.psp_reference = $3
         UNION ALL
         SELECT o.tenant_id, o.id FROM attempts a JOIN disputes o ON o.tenant_id = a.tenant_id AND o.payment_id = a.payment_id
         WHERE a.tenant_id = $1 AND a.connector_account = $2 AND a.psp_reference = $3
         UNION ALL
         SELECT o.tenant_id, o.id FROM movements m JOIN disputes o ON o.tenant_id = m.tenant_id AND o.payment_id = m.payment_id
         WHERE m.tenant_id = $1 AND m.psp_reference = $3 AND m.kind = 'capture')
     ORDER BY d.id, possible.amount`,
    [trx.tenantId, connectorAccount, reference, type],
  );
