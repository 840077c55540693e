import type { Transaction } from "../../database/transaction.ts";
import type { Mode } from "../../kernel/mode.ts";

/** Authorizations whose time is up, of which `findLapsed` tells; see DueRows. */
export const lapsedAuthorizations = `FROM payments p
     JOIN attempts a ON a.tenant_id = p.tenant_id AND a.payment_id = p.id AND a.status = 'approved'
     WHERE capture_before <= now() AND p.clock_id IS NULL AND NOT EXISTS (
       SELECT FROM movements m WHERE m.tenant_id = p.tenant_id AND m.payment_id = p.id AND m.attempt_id = a.id
         AND m.kind IN ('void', 'capture', 'call_off') AND (m.status IN ('started', 'unknown', 'pending') OR (m.kind = 'void' AND m.created_at > now() - interval '1 hour')))
     AND NOT EXISTS (SELECT FROM movement_holds h WHERE h.tenant_id = a.tenant_id AND h.id = a.connector_account)
     ORDER BY capture_before`;

/**
 * Payments of all tenants whose capture deadline has passed and whose charge has no movement in progress. A release that the PSP
 * refused is retried after an hour. Payments at held accounts are left out until those are compared, and don't delay the others.
 */
export function findLapsed(
  trx: Transaction,
  limit: number,
): Promise<{ tenantId: number; mode: Mode; id: string }[]> {
  return trx.query(`SELECT p.tenant_id AS "tenantId", p.mode, p.id ${lapsedAuthorizations} LIMIT $1`, [
    limit,
  ]);
}
