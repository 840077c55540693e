import type { Transaction } from "../../database/transaction.ts";
import type { Mode } from "../../kernel/mode.ts";

/**
 * Payments of all tenants whose authorization's time is up and that nothing is being done about. A release that the PSP
 * refused is tried again after an hour. One at an account that is held waits until that is compared, and isn't in the way of
 * the others.
 */
export function findLapsed(
  trx: Transaction,
  limit: number,
): Promise<{ tenantId: number; mode: Mode; id: string }[]> {
  return trx.query(
    `SELECT tenant_id AS "tenantId", mode, id FROM payments p
     WHERE capture_before <= now() AND clock_id IS NULL AND NOT EXISTS (
       SELECT FROM movements m WHERE m.tenant_id = p.tenant_id AND m.payment_id = p.id AND m.kind IN ('void', 'capture', 'call_off')
         AND (NOT m.late OR m.kind = 'call_off')
         AND (m.status IN ('started', 'unknown', 'pending') OR (m.kind = 'void' AND m.created_at > now() - interval '1 hour')))
     AND NOT EXISTS (
       SELECT FROM movement_holds h JOIN attempts a ON a.tenant_id = h.tenant_id AND a.connector_account = h.id
       WHERE h.tenant_id = p.tenant_id AND a.payment_id = p.id)
     ORDER BY capture_before LIMIT $1`,
    [limit],
  );
}
