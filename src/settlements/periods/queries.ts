import type { TenantTransaction } from "../../database/transaction.ts";
import { idFloor } from "../../kernel/id.ts";
import type { Month } from "./month.ts";
import type { Difference, Period } from "./period.ts";

const columns = `mode, month, status, closed_at AS "closedAt", differences, incomplete_imports AS "incompleteImports", reason`;

/** All months that were ever closed, the last one first. */
export function selectPeriods(trx: TenantTransaction): Promise<Period[]> {
  return trx.query<Period>(
    `SELECT ${columns} FROM ledger_periods WHERE tenant_id = $1 AND mode = $2 ORDER BY month DESC`,
    [trx.tenantId, trx.mode],
  );
}

/**
 * Waits for everybody who could still post in a closed month, and keeps them waiting until the commit: work by sandbox clocks, which
 * holds its clock's row, and imports of settlements.
 */
export async function lockWritersOfTheBooks(trx: TenantTransaction): Promise<void> {
  await trx.run("SELECT FROM clocks WHERE tenant_id = $1 AND mode = $2 ORDER BY id FOR UPDATE", [
    trx.tenantId,
    trx.mode,
  ]);
  await trx.run(
    "SELECT FROM settlement_imports WHERE tenant_id = $1 AND mode = $2 ORDER BY connector_account FOR NO KEY UPDATE",
    [trx.tenantId, trx.mode],
  );
}

/** Closes a month; a reopened one again. */
export async function upsertPeriod(
  trx: TenantTransaction,
  month: Month,
  endsAt: string,
  { differences, incompleteImports }: Pick<Period, "differences" | "incompleteImports">,
): Promise<void> {
  await trx.run(
    `INSERT INTO ledger_periods (tenant_id, mode, month, status, ends_at, differences, incomplete_imports)
     VALUES ($1, $2, $3, 'closed', $4, $5, $6)
     ON CONFLICT (tenant_id, mode, month) DO UPDATE SET status = 'closed', closed_at = statement_timestamp(),
       differences = excluded.differences, incomplete_imports = excluded.incomplete_imports, reason = NULL`,
    [trx.tenantId, trx.mode, month, endsAt, JSON.stringify(differences), JSON.stringify(incompleteImports)],
  );
}

/** Opens a closed month again. False if it isn't closed. */
export async function reopen(trx: TenantTransaction, month: Month, reason: string): Promise<boolean> {
  const rows = await trx.run(
    `UPDATE ledger_periods SET status = 'reopened', reason = $4
     WHERE tenant_id = $1 AND mode = $2 AND month = $3 AND status = 'closed'`,
    [trx.tenantId, trx.mode, month, reason],
  );
  return rows === 1;
}

/** The month of the database's time, in UTC. */
export async function currentMonth(trx: TenantTransaction): Promise<Month> {
  const row = await trx.one<{ month: string }>(
    `SELECT to_char(statement_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM') AS month`,
  );
  return row?.month ?? "";
}

/** Times of a month, and of the months before it that aren't closed. RFC 3339; `from` may be -infinity. */
export type Times = { readonly from: string; readonly to: string };

/**
 * Settlement lines that the PSP booked before the end, that were imported since the beginning, and that Kassa can't explain. By account
 * and currency.
 */
export function sumExceptions(trx: TenantTransaction, { from, to }: Times): Promise<Difference[]> {
  return trx.query<Difference>(
    `SELECT 'exception' AS kind, connector_account AS "connectorAccount", currency, count(*)::integer AS count,
       sum(gross)::bigint AS amount, (array_agg(id ORDER BY id))[:20] AS examples
     FROM settlement_lines WHERE tenant_id = $1 AND mode = $2 AND status = 'exception'
       AND imported_at >= $3::timestamptz AND booked_at < $4::timestamptz
     GROUP BY connector_account, currency ORDER BY connector_account, currency`,
    [trx.tenantId, trx.mode, from, to],
  );
}

/**
 * What was posted to psp_clearing in these times by attempts, movements and disputes of accounts whose settlements are imported, and isn't
 * cleared by now. Each is looked at as a whole, so that what was won or sent back later doesn't count.
 *
 * The transactions are found by their ids, which contain their times. So only those of the month are read, and the postings of their sources.
 */
export function sumUnsettled(trx: TenantTransaction, { from, to }: Times): Promise<Difference[]> {
  return trx.query<Difference>(
    `WITH own AS (
       SELECT DISTINCT t.source_id FROM ledger_transactions t
         JOIN settlement_imports i ON i.tenant_id = t.tenant_id AND i.connector_account = t.connector_account
       WHERE t.tenant_id = $1 AND t.mode = $2 AND i.mode = $2 AND i.booked_until IS NOT NULL AND 'psp_clearing' = ANY (t.accounts)
         AND t.source_id NOT LIKE 'stl\\_%' AND t.id >= $3 AND t.id < $4),
     posted AS (
       SELECT own.source_id, t.connector_account, t.currency, t.accounts, t.amounts
       FROM own JOIN ledger_transactions t ON t.tenant_id = $1 AND t.source_id = own.source_id
       UNION ALL
       SELECT own.source_id, t.connector_account, t.currency, t.accounts, t.amounts
       FROM own JOIN settlement_lines l ON l.tenant_id = $1 AND l.source_id = own.source_id
         JOIN ledger_transactions t ON t.tenant_id = $1 AND t.source_id = l.id),
     open AS (
       SELECT posted.source_id, connector_account, currency, sum(e.amount) AS amount
       FROM posted CROSS JOIN LATERAL unnest(accounts, amounts) AS e (account, amount)
       WHERE e.account = 'psp_clearing' GROUP BY posted.source_id, connector_account, currency HAVING sum(e.amount) <> 0)
     SELECT 'not_settled' AS kind, connector_account AS "connectorAccount", currency, count(*)::integer AS count,
       sum(amount)::bigint AS amount, (array_agg(source_id ORDER BY source_id))[:20] AS examples
     FROM open GROUP BY connector_account, currency ORDER BY connector_account, currency`,
    [trx.tenantId, trx.mode, floorOf(trx, from), floorOf(trx, to)],
  );
}

/** The connector accounts on which something was posted in these times. */
export async function selectActiveAccounts(trx: TenantTransaction, { from, to }: Times): Promise<string[]> {
  const rows = await trx.query<{ account: string }>(
    `SELECT DISTINCT connector_account AS account FROM ledger_transactions
     WHERE tenant_id = $1 AND mode = $2 AND id >= $3 AND id < $4`,
    [trx.tenantId, trx.mode, floorOf(trx, from), floorOf(trx, to)],
  );
  return rows.map(({ account }) => account);
}

/** The smallest id of a transaction at a time. */
const floorOf = ({ mode, tenantId }: TenantTransaction, time: string): string =>
  idFloor("ltx", mode, tenantId, time === "-infinity" ? 0 : Date.parse(time));

/** Until when everything that the PSP booked is imported, by connector account. */
export async function selectCompleteUntil(trx: TenantTransaction): Promise<Map<string, Date>> {
  const rows = await trx.query<{ account: string; until: Date | null }>(
    `SELECT connector_account AS account, complete_until AS until FROM settlement_imports
     WHERE tenant_id = $1 AND mode = $2`,
    [trx.tenantId, trx.mode],
  );
  return new Map(rows.flatMap(({ account, until }) => (until ? [[account, until]] : [])));
}
