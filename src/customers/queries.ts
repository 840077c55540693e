import type { TenantTransaction } from "../database/transaction.ts";

/** Some sessions of a customer, locked like for a payment. */
export async function lockSessionsOf(
  trx: TenantTransaction,
  email: string,
  limit: number,
): Promise<string[]> {
  const rows = await trx.query<{ id: string }>(
    `SELECT id FROM checkout_sessions WHERE tenant_id = $1 AND mode = $2 AND customer_email_folded = lower($3)
     ORDER BY id LIMIT $4 FOR UPDATE`,
    [trx.tenantId, trx.mode, email, limit],
  );
  return rows.map(({ id }) => id);
}

/**
 * Some other sessions whose texts name the address, by the pattern: in their own texts, or in those of their payment, captures,
 * refunds and disputes. Reads all of the tenant's rows.
 */
export async function lockSessionsNaming(
  trx: TenantTransaction,
  pattern: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await trx.query<{ id: string }>(
    `SELECT id FROM checkout_sessions WHERE tenant_id = $1 AND mode = $2 AND id > $4 AND id IN (
       SELECT id FROM checkout_sessions WHERE tenant_id = $1 AND (details::text ~* $3 OR metadata::text ~* $3
         OR created_metadata::text ~* $3 OR client_reference_id ~* $3)
       UNION SELECT session_id FROM payments WHERE tenant_id = $1 AND (metadata::text ~* $3 OR client_reference_id ~* $3)
       UNION SELECT p.session_id FROM payments p JOIN movements m ON m.tenant_id = p.tenant_id AND m.payment_id = p.id
         WHERE p.tenant_id = $1 AND m.metadata::text ~* $3
       UNION SELECT session_id FROM disputes WHERE tenant_id = $1 AND evidence::text ~* $3)
     ORDER BY id LIMIT $5 FOR UPDATE`,
    [trx.tenantId, trx.mode, pattern, after, limit],
  );
  return rows.map(({ id }) => id);
}

/** What of a dispute's evidence is about the customer, by its name or not. */
const personal = `ARRAY['customerName', 'customerEmailAddress', 'customerPurchaseIp', 'billingAddress', 'shippingAddress',
  'shippingTrackingNumber', 'accessActivityLog']`;

/** A JSON column without the customer: the field becomes null, and what else names the address loses it. $3 is the pattern. */
const cleaned = (column: string): string =>
  `regexp_replace(regexp_replace(${column}::text, '("customerEmail(?:Address)?"\\s*:\\s*)"' || $3 || '"', '\\1null', 'gi'),
     $3, '[erased]', 'gi')::json`;
const reference = "CASE WHEN client_reference_id ~* $3 THEN NULL ELSE client_reference_id END";

const email = "CASE WHEN customer_email ~* $3 THEN NULL ELSE customer_email END";

/** Each statement takes the tenant, the sessions and the pattern of the address. */
const ofSessions = {
  sessions: `UPDATE checkout_sessions SET customer_email = ${email}, client_reference_id = ${reference},
       details = ${cleaned("details")}, metadata = ${cleaned("metadata")}, created_metadata = ${cleaned("created_metadata")}
     WHERE tenant_id = $1 AND id = ANY($2)`,
  payments: `UPDATE payments SET customer_email = ${email}, client_reference_id = ${reference}, metadata = ${cleaned("metadata")}
     WHERE tenant_id = $1 AND session_id = ANY($2)`,
  movements: `UPDATE movements SET metadata = ${cleaned("metadata")}
     WHERE tenant_id = $1 AND metadata::text ~* $3
       AND payment_id IN (SELECT id FROM payments WHERE tenant_id = $1 AND session_id = ANY($2))`,
  events: `UPDATE events SET object = ${cleaned("object")}
     WHERE tenant_id = $1 AND session_id = ANY($2) AND object::text ~* $3`,
  disputes: `UPDATE disputes SET evidence = ${cleaned("evidence")}
     WHERE tenant_id = $1 AND session_id = ANY($2) AND evidence::text ~* $3`,
} as const;

export type ErasedKind = keyof typeof ofSessions;
export const erasedKinds = Object.keys(ofSessions) as readonly ErasedKind[];

/** Takes the address out of one kind of rows; how many were changed. */
export function eraseFrom(
  trx: TenantTransaction,
  kind: ErasedKind,
  sessions: readonly string[],
  pattern: string,
): Promise<number> {
  return trx.run(ofSessions[kind], [trx.tenantId, sessions, pattern]);
}

/** Removes the evidence about the customer of these sessions, from disputes and from what events say of them. */
export async function removePersonalEvidence(
  trx: TenantTransaction,
  sessions: readonly string[],
): Promise<number> {
  await trx.run(
    `UPDATE events SET object = jsonb_set(object::jsonb, '{evidence}', (object::jsonb -> 'evidence') - ${personal})::json
     WHERE tenant_id = $1 AND session_id = ANY($2) AND object::jsonb -> 'evidence' ?| ${personal}`,
    [trx.tenantId, sessions],
  );
  return trx.run(
    `UPDATE disputes SET evidence = (evidence::jsonb - ${personal})::json
     WHERE tenant_id = $1 AND session_id = ANY($2) AND evidence::jsonb ?| ${personal}`,
    [trx.tenantId, sessions],
  );
}

/** Forgets what receivers answered to webhooks about these sessions. */
export function forgetResponses(trx: TenantTransaction, sessions: readonly string[]): Promise<number> {
  return trx.run(
    `UPDATE webhook_delivery_attempts SET response_headers = NULL, response_body = NULL, response_forgotten = true
     WHERE tenant_id = $1 AND delivery_id IN (
       SELECT d.id FROM webhook_deliveries d JOIN events e ON e.tenant_id = d.tenant_id AND e.id = d.event_id
       WHERE e.tenant_id = $1 AND e.session_id = ANY($2))`,
    [trx.tenantId, sessions],
  );
}

/** Empties what PSPs told that names the address. */
export function emptyNotifications(trx: TenantTransaction, pattern: string): Promise<number> {
  return trx.run(
    "UPDATE psp_notifications SET body = '' WHERE tenant_id = $1 AND encode(body, 'escape') ~* $2",
    [trx.tenantId, pattern],
  );
}

/** What can't be changed: signed receipts whose text names the address, and files of evidence. */
export async function countKept(
  trx: TenantTransaction,
  sessions: readonly string[],
  pattern: string,
): Promise<{ receipts: number; evidenceFiles: number }> {
  const row = await trx.one<{ receipts: number; evidenceFiles: number }>(
    `SELECT (SELECT count(*) FROM receipts WHERE tenant_id = $1 AND session_id = ANY($2) AND document ~* $3)
         + (SELECT count(*) FROM receipt_renewals WHERE tenant_id = $1 AND session_id = ANY($2) AND document ~* $3) AS receipts,
       (SELECT count(*) FROM dispute_files f JOIN disputes d ON d.tenant_id = f.tenant_id AND d.id = f.dispute_id
         WHERE d.tenant_id = $1 AND d.session_id = ANY($2)) AS "evidenceFiles"`,
    [trx.tenantId, sessions, pattern],
  );
  return row ?? { receipts: 0, evidenceFiles: 0 };
}
