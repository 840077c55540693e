import type { Transaction } from "../../database/transaction.ts";
import type { Mode } from "../../kernel/mode.ts";

/**
 * Payments of all tenants whose authorization's time is up and that nothing is being done about. A release that the PSP
 * refused is tried again after an hour.
 */
export function findLapsed(
  trx: Transaction,
  limit: number,
): Promise<{ tenantId: number; mode: Mode; id: string }[]> {
  return trx.query(
    `SELECT tenant_id AS "tenantId", mode, id FROM payments p
     WHERE capture_before <= now() AND clock_id IS NULL AND NOT EXISTS (
       SELECT FROM movements m WHERE m.tenant_id = p.tenant_id AND m.payment_id = p.id AND m.kind IN ('void', 'capture')
         AND (m.status IN ('started', 'unknown', 'pending') OR (m.kind = 'void' AND m.created_at > now() - interval '1 hour')))
     ORDER BY capture_before LIMIT $1`,
    [limit],
  );
}
