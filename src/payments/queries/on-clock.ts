import type { TenantTransaction } from "../../database/transaction.ts";
import { transferTimeoutMs } from "../attempts/check-schedule.ts";
import type { Charged } from "../charge-ref.ts";

export type Due = { readonly id: string; readonly at: Date };

/**
 * The first attempt on a clock that waits for its customer and is due at or before a time. One that waits for a transfer or on a
 * hosted page is due when the time for that is over; before that, only the PSP can change it.
 */
export function nextActionOnClock(
  trx: TenantTransaction,
  clockId: string,
  until: Date,
): Promise<Due | undefined> {
  return trx.one<Due>(
    `SELECT id, at FROM attempts CROSS JOIN LATERAL (
       SELECT CASE WHEN status = 'action_required' THEN GREATEST(next_check_at, action_expires_at)
         WHEN status = 'pending' AND transfer_instructions IS NOT NULL
           THEN GREATEST(next_check_at,
             COALESCE((transfer_instructions ->> 'payBefore')::timestamptz, started_at + make_interval(secs => $4))) END AS at) due
     WHERE tenant_id = $1 AND clock_id = $2 AND next_check_at <= $3 AND at <= $3
     ORDER BY at, id LIMIT 1`,
    [trx.tenantId, clockId, until, transferTimeoutMs / 1000],
  );
}

/**
 * The payment on a clock whose authorization lapses first, at or before a time, and whose charge has no movement in progress. A
 * release that the PSP refused is retried after an hour.
 */
export function nextLapseOnClock(
  trx: TenantTransaction,
  clockId: string,
  until: Date,
): Promise<Due | undefined> {
  return trx.one<Due>(
    `SELECT p.id, due.at FROM payments p
     JOIN attempts a ON a.tenant_id = p.tenant_id AND a.payment_id = p.id AND a.status = 'approved'
     CROSS JOIN LATERAL (
       SELECT GREATEST(p.capture_before, max(m.created_at) FILTER (WHERE m.kind = 'void') + interval '1 hour') AS at,
         bool_or(m.kind IN ('void', 'capture', 'call_off') AND m.status IN ('started', 'unknown', 'pending')) AS busy
       FROM movements m WHERE m.tenant_id = $1 AND m.payment_id = p.id AND m.attempt_id = a.id) due
     WHERE p.tenant_id = $1 AND p.clock_id = $2 AND p.capture_before <= $3 AND due.at <= $3 AND due.busy IS NOT TRUE
     ORDER BY due.at, p.id LIMIT 1`,
    [trx.tenantId, clockId, until],
  );
}

export type Waiting = { readonly id: string; readonly status: string };

/** The attempts of a clock's payments that wait for a customer or a bank, or about which the PSP may change its decision. */
export function attemptsWaitingOnClock(trx: TenantTransaction, clockId: string): Promise<Waiting[]> {
  return trx.query<Waiting>(
    `SELECT a.id, a.status FROM payments p JOIN attempts a ON a.tenant_id = p.tenant_id AND a.payment_id = p.id
     WHERE p.tenant_id = $1 AND p.clock_id = $2 AND (a.status IN ('action_required', 'pending')
       OR (a.status IN ('approved', 'failed') AND p.capture_method = 'automatic')) ORDER BY a.id`,
    [trx.tenantId, clockId],
  );
}

/** The movements of a clock's payments that can still change; a PSP can change its decision about a capture or refund. */
export function movementsWaitingOnClock(trx: TenantTransaction, clockId: string): Promise<Waiting[]> {
  return trx.query<Waiting>(
    `SELECT m.id, m.status FROM payments p JOIN movements m ON m.tenant_id = p.tenant_id AND m.payment_id = p.id
     WHERE p.tenant_id = $1 AND p.clock_id = $2 AND (m.status = 'pending'
       OR (m.status = 'succeeded' AND m.next_check_at IS NOT NULL) OR (m.status = 'failed' AND m.kind = 'refund')
       OR (m.status IN ('succeeded', 'failed') AND m.kind = 'capture')) ORDER BY m.id`,
    [trx.tenantId, clockId],
  );
}

/** The current statuses of attempts and movements. */
export function statusesOf(trx: TenantTransaction, ids: readonly string[]): Promise<Waiting[]> {
  return trx.query<Waiting>(
    `SELECT id, status FROM attempts WHERE tenant_id = $1 AND id = ANY ($2::text[])
     UNION ALL SELECT id, status FROM movements WHERE tenant_id = $1 AND id = ANY ($2::text[]) ORDER BY id`,
    [trx.tenantId, ids],
  );
}

/** Ids of the connector accounts of the attempts of a clock's payments. */
export async function accountsOnClock(trx: TenantTransaction, clockId: string): Promise<string[]> {
  const rows = await trx.query<{ account: string }>(
    `SELECT DISTINCT a.connector_account AS account
     FROM payments p JOIN attempts a ON a.tenant_id = p.tenant_id AND a.payment_id = p.id
     WHERE p.tenant_id = $1 AND p.clock_id = $2 ORDER BY account`,
    [trx.tenantId, clockId],
  );
  return rows.map(({ account }) => account);
}

/** A charge on a clock. The fields have the names of the attempt's and the payment's. */
export type ChargeOnClock = Charged["attempt"] & Charged["payment"];

/** The approved attempts of a clock's payments, newest first. Only these can be disputed. */
export function chargesOnClock(
  trx: TenantTransaction,
  clockId: string,
  limit: number,
): Promise<ChargeOnClock[]> {
  return trx.query<ChargeOnClock>(
    `SELECT a.id, a.connector_account AS "connectorAccount", a.hosted_reference AS "hostedReference", a.psp_reference AS "pspReference",
       a.redirect_url AS "redirectUrl", a.action_expires_at AS "actionExpiresAt", a.returned_with AS "returnedWith", p.session_id AS "sessionId", p.amount, p.currency, p.capture_method AS "captureMethod"
     FROM payments p JOIN attempts a ON a.tenant_id = p.tenant_id AND a.payment_id = p.id
     WHERE p.tenant_id = $1 AND p.clock_id = $2 AND a.status IN ('approved', 'late', 'failed') ORDER BY a.id DESC LIMIT $3`,
    [trx.tenantId, clockId, limit],
  );
}
