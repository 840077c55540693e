import { inEachTenant } from "../../database/in-each-tenant.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";
import type { Mode } from "../../kernel/mode.ts";

export type Report = {
  readonly connectorAccount: string;
  readonly pspReference: string;
  /** The disputed charge. */
  readonly attemptId: string;
};

/**
 * Stores a report that is due at once. A worker that checks an earlier report of the dispute loses its lease, because the answer
 * that it waits for may be older than this report.
 */
export async function insertReport(trx: TenantTransaction, report: Report): Promise<void> {
  await trx.run(
    `INSERT INTO reported_disputes AS r (tenant_id, mode, connector_account, psp_reference, attempt_id, next_check_at)
     VALUES ($1, $2, $3, $4, $5, statement_timestamp())
     ON CONFLICT (tenant_id, connector_account, psp_reference) DO UPDATE SET
       next_check_at = LEAST(r.next_check_at, excluded.next_check_at), checks = 0, quarantine_reason = NULL, handled_at = NULL,
       charge_rechecked = false, reported_at = excluded.reported_at,
       lease_until = NULL, lease_fence = r.lease_fence + 1`,
    [trx.tenantId, trx.mode, report.connectorAccount, report.pspReference, report.attemptId],
  );
}

/** Those of the references that neither a dispute nor a report of the account has yet. */
export async function selectUnknownDisputes(
  trx: TenantTransaction,
  connectorAccount: string,
  pspReferences: readonly string[],
): Promise<string[]> {
  const rows = await trx.query<{ reference: string }>(
    `SELECT reference FROM unnest($3::text[]) AS told (reference)
     WHERE NOT EXISTS (SELECT FROM disputes WHERE tenant_id = $1 AND connector_account = $2 AND psp_reference = reference)
       AND NOT EXISTS (SELECT FROM reported_disputes
         WHERE tenant_id = $1 AND connector_account = $2 AND psp_reference = reference)`,
    [trx.tenantId, connectorAccount, pspReferences],
  );
  return rows.map(({ reference }) => reference);
}

export type LeasedReport = {
  readonly tenantId: number;
  readonly mode: Mode;
  readonly connectorAccount: string;
  readonly pspReference: string;
  readonly fence: number;
};

const due =
  "next_check_at <= statement_timestamp() AND (lease_until IS NULL OR lease_until < statement_timestamp())";

/** The due reports of all tenants; see DueRows. */
export const dueReports = `FROM reported_disputes WHERE ${due} ORDER BY next_check_at`;

/** Leases reports of all tenants that are due, for `leaseMs`. */
export async function leaseDueReports(
  trx: Transaction,
  limit: number,
  leaseMs: number,
  leaveOut: readonly number[],
): Promise<LeasedReport[]> {
  const found = await trx.query<{ tenantId: number; account: string; reference: string }>(
    `SELECT tenant_id AS "tenantId", connector_account AS account, psp_reference AS reference FROM reported_disputes
     WHERE ${due} AND tenant_id <> ALL ($2::bigint[]) ORDER BY next_check_at LIMIT $1`,
    [limit, leaveOut],
  );
  return inEachTenant(found, (tenantId, own) =>
    trx.query<LeasedReport>(
      `UPDATE reported_disputes r SET lease_until = statement_timestamp() + make_interval(secs => $4), lease_fence = r.lease_fence + 1
       WHERE tenant_id = $1 AND (connector_account, psp_reference) IN (
         SELECT connector_account, psp_reference FROM reported_disputes
         WHERE tenant_id = $1 AND connector_account = ANY ($2::text[]) AND psp_reference = ANY ($3::text[]) AND ${due}
         FOR UPDATE SKIP LOCKED)
       RETURNING r.tenant_id AS "tenantId", r.mode, r.connector_account AS "connectorAccount",
         r.psp_reference AS "pspReference", r.lease_fence AS fence`,
      [tenantId, own.map(({ account }) => account), own.map(({ reference }) => reference), leaseMs / 1000],
    ),
  );
}

/** Whether a report of a dispute of a clock's payments hasn't been checked yet. */
export async function hasReportsOnClock(trx: TenantTransaction, clockId: string): Promise<boolean> {
  const row = await trx.one(
    `SELECT FROM payments p JOIN attempts a ON a.tenant_id = p.tenant_id AND a.payment_id = p.id
       JOIN reported_disputes r ON r.tenant_id = a.tenant_id AND r.attempt_id = a.id
     WHERE p.tenant_id = $1 AND p.clock_id = $2 AND r.next_check_at IS NOT NULL LIMIT 1`,
    [trx.tenantId, clockId],
  );
  return row !== undefined;
}

const leased = "tenant_id = $1 AND connector_account = $2 AND psp_reference = $3";
const keyOf = (lease: LeasedReport) => [lease.tenantId, lease.connectorAccount, lease.pspReference];

export function getReport(
  trx: Transaction,
  lease: LeasedReport,
): Promise<(Report & { checks: number }) | undefined> {
  return trx.one(
    `SELECT connector_account AS "connectorAccount", psp_reference AS "pspReference", attempt_id AS "attemptId", checks
     FROM reported_disputes WHERE ${leased}`,
    keyOf(lease),
  );
}

/** Whether a lease is still valid; locks the report, so that it stays valid until the transaction ends. */
export async function holdsReport(trx: Transaction, lease: LeasedReport): Promise<boolean> {
  const row = await trx.one<{ fence: number }>(
    `SELECT lease_fence AS fence FROM reported_disputes WHERE ${leased} FOR UPDATE`,
    keyOf(lease),
  );
  return row?.fence === lease.fence;
}

/** Notes that the PSP is asked about the declined charge of a report. False if it was before, or if there is no such report. */
export async function markChargeRechecked(
  trx: TenantTransaction,
  connectorAccount: string,
  pspReference: string,
): Promise<boolean> {
  const rows = await trx.run(
    `UPDATE reported_disputes SET charge_rechecked = true
     WHERE tenant_id = $1 AND connector_account = $2 AND psp_reference = $3 AND NOT charge_rechecked`,
    [trx.tenantId, connectorAccount, pspReference],
  );
  return rows === 1;
}

/** Releases a lease, unless it was lost meanwhile. `checkAfterMs`: null when the PSP has answered. */
export async function settleReport(
  trx: Transaction,
  lease: LeasedReport,
  { checkAfterMs, quarantineReason }: { checkAfterMs: number | null; quarantineReason: string | null },
): Promise<void> {
  await trx.run(
    `UPDATE reported_disputes SET lease_until = NULL, checks = checks + 1, quarantine_reason = $5,
       next_check_at = statement_timestamp() + make_interval(secs => $6)
     WHERE ${leased} AND lease_fence = $4`,
    [...keyOf(lease), lease.fence, quarantineReason, checkAfterMs === null ? null : checkAfterMs / 1000],
  );
}

/**
 * Makes those reports of a charge due at once that are quarantined because the charge wasn't known to have taken money, or not so much, or
 * that wait for the charge to be decided.
 */
export async function reopenReports(trx: TenantTransaction, attemptId: string): Promise<void> {
  await trx.run(
    `UPDATE reported_disputes SET next_check_at = statement_timestamp(), checks = 0, quarantine_reason = NULL, handled_at = NULL
     WHERE tenant_id = $1 AND attempt_id = $2
       AND (quarantine_reason IN ('charge_not_captured', 'amount_over_captured') OR (quarantine_reason IS NULL AND next_check_at IS NOT NULL))`,
    [trx.tenantId, attemptId],
  );
}

/**
 * Changes how much banks hold back of a payment's own amount, or of its late funds. The caller holds its session's lock.
 * The database refuses a negative sum, and one above the captured amount or the late funds.
 */
export async function addDisputed(
  trx: TenantTransaction,
  paymentId: string,
  { late, by }: { readonly late: boolean; readonly by: number },
): Promise<void> {
  await trx.run(
    `UPDATE payments SET amount_disputed = amount_disputed + $3, amount_late_disputed = amount_late_disputed + $4,
       updated_at = kassa_now()
     WHERE tenant_id = $1 AND id = $2`,
    [trx.tenantId, paymentId, late ? 0 : by, late ? by : 0],
  );
}

export type QuarantinedReport = {
  readonly connectorAccount: string;
  /** The PSP's id of the dispute. */
  readonly reference: string;
  readonly reason: string;
  readonly at: Date;
};

/** The newest quarantined reports of disputes that nobody has dealt with. */
export function selectQuarantinedReports(
  trx: TenantTransaction,
  limit: number,
): Promise<QuarantinedReport[]> {
  return trx.query<QuarantinedReport>(
    `SELECT connector_account AS "connectorAccount", psp_reference AS reference, COALESCE(quarantine_reason, '') AS reason, reported_at AS at
     FROM reported_disputes WHERE tenant_id = $1 AND mode = $2 AND quarantine_reason IS NOT NULL AND handled_at IS NULL
     ORDER BY reported_at DESC LIMIT $3`,
    [trx.tenantId, trx.mode, limit],
  );
}

/** Notes that a quarantined report is dealt with. False if there is no such report, or it is already. */
export async function markReportHandled(
  trx: TenantTransaction,
  connectorAccount: string,
  reference: string,
): Promise<boolean> {
  const rows = await trx.run(
    `UPDATE reported_disputes SET handled_at = statement_timestamp()
     WHERE tenant_id = $1 AND connector_account = $2 AND psp_reference = $3 AND quarantine_reason IS NOT NULL AND handled_at IS NULL`,
    [trx.tenantId, connectorAccount, reference],
  );
  return rows === 1;
}
