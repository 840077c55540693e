import { outdatedDisputes } from "./outdated-disputes.ts";

/** `sql` selects a description of each violation of the invariant, as `violation`. */
export type Check = { readonly invariant: string; readonly sql: string };

/**
 * The amounts of each charge by the simulated PSP's own append-only log. `authorized`: without charges captured at once that failed later. `released`: voided or released without a capture.
 * `refunded` and `disputed`: without refunds that failed later and disputes that were won. `returned`: the part of `refunded`
 * that returned late funds or a surplus. `surplus`: the excess of a bank transfer.
 */
export const charged = `WITH charged AS (
  SELECT c.merchant_reference AS session_id, c.idempotency_key AS attempt_id, c.id AS charge_id, l.currency,
    sum(CASE WHEN l.kind = 'authorize' OR (c.capture = 'automatic' AND l.kind = 'capture') THEN l.amount
      WHEN c.capture = 'automatic' AND l.kind = 'capture_returned' THEN -l.amount ELSE 0 END)::bigint AS authorized,
    sum(CASE WHEN l.captured OR l.kind = 'capture' THEN l.amount WHEN l.kind = 'capture_returned' THEN -l.amount ELSE 0 END)::bigint AS captured,
    sum(CASE WHEN l.kind IN ('void', 'release') THEN l.amount ELSE 0 END)::bigint AS released,
    sum(CASE l.kind WHEN 'refund' THEN l.amount WHEN 'refund_returned' THEN -l.amount ELSE 0 END)::bigint AS refunded,
    sum(CASE l.kind WHEN 'surplus' THEN l.amount ELSE 0 END)::bigint AS surplus,
    sum(CASE WHEN m.late IS NOT TRUE THEN 0 WHEN l.kind = 'refund' THEN l.amount WHEN l.kind = 'refund_returned' THEN -l.amount
      ELSE 0 END)::bigint AS returned,
    sum(CASE l.kind WHEN 'dispute_withdrawn' THEN l.amount WHEN 'dispute_returned' THEN -l.amount
      WHEN 'dispute_fee' THEN l.amount ELSE 0 END)::bigint AS disputed,
    count(*) FILTER (WHERE l.kind = 'authorize') AS authorizations
  FROM sandbox_psp.charge_log l JOIN sandbox_psp.charges c ON c.id = l.charge
    LEFT JOIN movements m ON COALESCE(m.psp_key, m.id) = l.source AND m.kind = 'refund'
  GROUP BY c.id, c.merchant_reference, c.idempotency_key, l.currency)`;

/** Whether Kassa knows all outcomes of payment `p`; otherwise the PSP's records may be ahead. */
export const isSettled = `NOT EXISTS (SELECT FROM attempts a WHERE (a.tenant_id, a.payment_id) = (p.tenant_id, p.id)
    AND (a.status IN ('started', 'unknown', 'action_required', 'pending') OR a.next_check_at IS NOT NULL))
  AND NOT EXISTS (SELECT FROM movements m WHERE (m.tenant_id, m.payment_id) = (p.tenant_id, p.id)
    AND (m.status IN ('started', 'unknown', 'pending') OR m.next_check_at <= clock_timestamp()))
  AND (p.capture_before IS NULL OR p.capture_before > clock_timestamp())
  AND NOT EXISTS (SELECT FROM (${outdatedDisputes}) u WHERE (u.tenant_id, u.payment_id) = (p.tenant_id, p.id))`;

/**
 * Whether payment `p` was paid at the simulated PSP only, whose records these checks read. What the fakes of real PSPs have is
 * compared by the prover; see test/prove/judge/rail-books.ts.
 */
const isSimulated = `NOT EXISTS (SELECT FROM attempts o WHERE (o.tenant_id, o.payment_id) = (p.tenant_id, p.id)
    AND o.connector <> 'sandbox')`;

/**
 * The PSP's amounts of each payment (tenant_id, payment_id): sums of `charged` over its attempts of some statuses, at the simulated PSP. Joins whole
 * tables, because a subquery per payment takes an hour for a hundred thousand payments; the join takes a second.
 *
 * @param attempts a condition on attempt `a`
 */
export const chargedByPayment = (attempts: string): string => `(
  SELECT p.tenant_id, p.id AS payment_id, COALESCE(sum(c.authorized), 0) AS authorized, COALESCE(sum(c.captured), 0) AS captured,
    COALESCE(sum(c.released), 0) AS released, COALESCE(sum(c.refunded), 0) AS refunded,
    COALESCE(sum(c.surplus), 0) AS surplus, COALESCE(sum(c.returned), 0) AS returned,
    COALESCE(sum(c.captured + c.surplus - c.refunded - c.disputed), 0) AS held
  FROM payments p LEFT JOIN attempts a ON (a.tenant_id, a.payment_id) = (p.tenant_id, p.id) AND ${attempts}
    LEFT JOIN charged c ON c.attempt_id = a.id
  WHERE ${isSimulated} GROUP BY p.tenant_id, p.id)`;
