import { timeOfNew } from "../database/clock-time.ts";
import type { TenantTransaction } from "../database/transaction.ts";
import type { PageRange } from "../kernel/page.ts";
import type { PaymentLink } from "./payment-link.ts";

const columns = `id, mode, name, active, amount, currency, details, client_reference_id AS "clientReferenceId", metadata,
  max_payments AS "maxPayments", expires_at AS "expiresAt", completed_sessions AS "completedSessions", created_at AS "createdAt"`;

export type NewLink = Omit<PaymentLink, "mode" | "active" | "completedSessions" | "createdAt">;

export function insertLink(trx: TenantTransaction, link: NewLink): Promise<PaymentLink | undefined> {
  return trx.one<PaymentLink>(
    `INSERT INTO payment_links (tenant_id, id, mode, name, amount, currency, details, client_reference_id, metadata, max_payments,
       expires_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING ${columns}`,
    [
      trx.tenantId,
      link.id,
      trx.mode,
      link.name,
      link.amount,
      link.currency,
      JSON.stringify(link.details),
      link.clientReferenceId,
      link.metadata && JSON.stringify(link.metadata),
      link.maxPayments,
      link.expiresAt,
      timeOfNew(trx, link.id),
    ],
  );
}

export function getLink(trx: TenantTransaction, id: string): Promise<PaymentLink | undefined> {
  return trx.one<PaymentLink>(`SELECT ${columns} FROM payment_links WHERE tenant_id = $1 AND id = $2`, [
    trx.tenantId,
    id,
  ]);
}

/** The link, locked against changes, other starts of limited sessions and the count of completions, until the transaction ends. */
export function lockLink(trx: TenantTransaction, id: string): Promise<PaymentLink | undefined> {
  return trx.one<PaymentLink>(
    `SELECT ${columns} FROM payment_links WHERE tenant_id = $1 AND id = $2 FOR UPDATE`,
    [trx.tenantId, id],
  );
}

export function selectLinks(
  trx: TenantTransaction,
  { active, ...range }: PageRange & { readonly active?: boolean | undefined },
): Promise<PaymentLink[]> {
  const values: unknown[] = [trx.tenantId, range.from, range.before, range.limit];
  if (active !== undefined) values.push(active);
  return trx.query<PaymentLink>(
    `SELECT ${columns} FROM payment_links WHERE tenant_id = $1 AND id >= $2 AND id < $3${active === undefined ? "" : " AND active = $5"}
     ORDER BY id ${range.direction} LIMIT $4`,
    values,
  );
}

/** Writes what can be changed of a link that the transaction has locked. */
export function changeLink(trx: TenantTransaction, link: PaymentLink): Promise<PaymentLink | undefined> {
  return trx.one<PaymentLink>(
    `UPDATE payment_links SET name = $3, active = $4, metadata = $5, max_payments = $6, expires_at = $7
     WHERE tenant_id = $1 AND id = $2 RETURNING ${columns}`,
    [
      trx.tenantId,
      link.id,
      link.name,
      link.active,
      link.metadata && JSON.stringify(link.metadata),
      link.maxPayments,
      link.expiresAt,
    ],
  );
}

/**
 * Counts a completed session. Sent in the packet of COMMIT: sessions of one link that complete at the same moment wait for one another
 * only while one of them commits.
 */
export function addCompleted(trx: TenantTransaction, id: string): void {
  trx.sendLast(
    "UPDATE payment_links SET completed_sessions = completed_sessions + 1 WHERE tenant_id = $1 AND id = $2",
    [trx.tenantId, id],
  );
}
