import { contentWithoutPayees } from "../bank-refunds/content-without-payees.ts";
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
         OR created_metadata::text ~* $3 OR client_reference_id ~* $3 OR collected::text ~* $3)
       UNION SELECT session_id FROM payments WHERE tenant_id = $1 AND (metadata::text ~* $3 OR client_reference_id ~* $3)
       UNION SELECT p.session_id FROM payments p JOIN movements m ON m.tenant_id = p.tenant_id AND m.payment_id = p.id
         WHERE p.tenant_id = $1 AND m.metadata::text ~* $3
       UNION SELECT p.session_id FROM payments p JOIN payment_notes n ON n.tenant_id = p.tenant_id AND n.payment_id = p.id
         WHERE p.tenant_id = $1 AND n.text ~* $3
       UNION SELECT session_id FROM disputes WHERE tenant_id = $1 AND evidence::text ~* $3
       UNION SELECT session_id FROM events WHERE tenant_id = $1 AND object::text ~* $3)
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
  sessions: `UPDATE checkout_sessions SET customer_email = ${email}, client_reference_id = ${reference}, collected = ${cleaned("collected")},
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
  notes: `UPDATE payment_notes SET text = regexp_replace(text, $3, '[erased]', 'gi')
     WHERE tenant_id = $1 AND text ~* $3
       AND payment_id IN (SELECT id FROM payments WHERE tenant_id = $1 AND session_id = ANY($2))`,
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

const transfersOf = "SELECT id FROM expected_transfers WHERE tenant_id = $1 AND session_id = ANY($2)";

/** One transaction `d.value` of a bank entry without names, accounts and texts. References stay. */
const withoutParties = `((d.value::jsonb || '{"remittance": null, "debtor": null, "creditor": null, "ultimateDebtor": null, "purpose": null}')
  || CASE WHEN d.value -> 'returnReason' ->> 'text' IS NULL THEN '{}'
    ELSE jsonb_build_object('returnReason', d.value::jsonb -> 'returnReason' || '{"text": null}') END)::json`;

/** The transactions of an entry `b`, of which those that meet the condition lose the person. */
const detailsWithout = (condition: string): string =>
  `COALESCE((SELECT json_agg(CASE WHEN ${condition} THEN ${withoutParties} ELSE d.value END ORDER BY d.number)
     FROM json_array_elements(b.details) WITH ORDINALITY AS d (value, number)), '[]')`;

/** What the bank says about the whole entry; it may be about others if the entry has several transactions. */
const moreWithoutText =
  "CASE WHEN b.transactions > 1 THEN b.more ELSE (b.more::jsonb || '{\"additionalInformation\": null}')::json END";

/** Each statement takes the tenant and the sessions, and removes who paid them by bank transfer. Amounts, references and times stay. */
const ofPayers = {
  expectedTransfers: `UPDATE expected_transfers SET payer_name = NULL, payer_name_key = NULL, payer_account = NULL
     WHERE tenant_id = $1 AND session_id = ANY($2) AND (payer_name IS NOT NULL OR payer_account IS NOT NULL)`,
  // A refund that isn't sent yet keeps its payee, whom the bank has to pay, until it is.
  bankRefunds: `UPDATE bank_refunds SET forget_payee = true,
       payee_name = CASE WHEN status IN ('waiting', 'in_file') THEN payee_name END,
       payee_account = CASE WHEN status IN ('waiting', 'in_file') THEN payee_account END
     WHERE tenant_id = $1 AND expected_transfer_id IN (${transfersOf})`,
  refundFiles: `UPDATE bank_refund_files f SET content = ${contentWithoutPayees}
     FROM (SELECT bank_account_id, string_agg(end_to_end_id, '|') AS ids FROM bank_refunds
       WHERE tenant_id = $1 AND expected_transfer_id IN (${transfersOf}) GROUP BY bank_account_id) r
     WHERE f.tenant_id = $1 AND f.bank_account_id = r.bank_account_id AND f.status <> 'made' AND f.content ~ r.ids`,
  bankEntries: `UPDATE bank_entries b SET payers_erased = true, details = ${detailsWithout("0 = ANY(m.numbers) OR d.number = ANY(m.numbers)")},
       more = ${moreWithoutText}
     FROM (SELECT entry_id, array_agg(number) AS numbers FROM entry_matches
       WHERE tenant_id = $1 AND expected_transfer_id IN (${transfersOf}) GROUP BY entry_id) m
     WHERE b.tenant_id = $1 AND b.id = m.entry_id`,
  // Statements name a refund by its EndToEndId, and none from before the refund does: ids sort by time.
  refundEntries: `UPDATE bank_entries b SET payers_erased = true, details = ${detailsWithout("d.value ->> 'endToEndId' = ANY(r.refunds)")},
       more = ${moreWithoutText}
     FROM (SELECT bank_account_id, array_agg(end_to_end_id) AS refunds, string_agg(end_to_end_id, '|') AS ids,
         'ben' || left(substr(min(id), 4), -22) AS since FROM bank_refunds
       WHERE tenant_id = $1 AND expected_transfer_id IN (${transfersOf}) GROUP BY bank_account_id) r
     WHERE b.tenant_id = $1 AND b.bank_account_id = r.bank_account_id AND b.id >= r.since AND b.details::text ~ r.ids`,
} as const;

export type ErasedOfPayers = keyof typeof ofPayers;
export const erasedOfPayers = Object.keys(ofPayers) as readonly ErasedOfPayers[];

/** Removes who paid the sessions by bank transfer from one kind of rows; how many were changed. */
export function erasePayersFrom(
  trx: TenantTransaction,
  kind: ErasedOfPayers,
  sessions: readonly string[],
): Promise<number> {
  return trx.run(ofPayers[kind], [trx.tenantId, sessions]);
}

/** How many refunds of the sessions keep their payee until they are sent. */
export async function countWaitingRefunds(
  trx: TenantTransaction,
  sessions: readonly string[],
): Promise<number> {
  const row = await trx.one<{ count: number }>(
    `SELECT count(*) AS count FROM bank_refunds
     WHERE tenant_id = $1 AND expected_transfer_id IN (${transfersOf}) AND status IN ('waiting', 'in_file')`,
    [trx.tenantId, sessions],
  );
  return row?.count ?? 0;
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

/** Removes what the customer entered on the page of these sessions, and what events say of it; from how many sessions. */
export async function removeCollected(trx: TenantTransaction, sessions: readonly string[]): Promise<number> {
  await trx.run(
    `UPDATE events SET object = (object::jsonb || '{"collected": null}')::json
     WHERE tenant_id = $1 AND session_id = ANY($2) AND object::jsonb -> 'collected' <> 'null'`,
    [trx.tenantId, sessions],
  );
  return trx.run(
    "UPDATE checkout_sessions SET collected = NULL WHERE tenant_id = $1 AND id = ANY($2) AND collected IS NOT NULL",
    [trx.tenantId, sessions],
  );
}

/** Deletes what people wrote about the payments of these sessions, which may say anything about the customer; how many notes. */
export function deleteNotes(trx: TenantTransaction, sessions: readonly string[]): Promise<number> {
  return trx.run(
    `DELETE FROM payment_notes WHERE tenant_id = $1
       AND payment_id IN (SELECT id FROM payments WHERE tenant_id = $1 AND session_id = ANY($2))`,
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

/** Deletes the exports of lists, which may name the customer in any row. */
export function deleteExports(trx: TenantTransaction): Promise<number> {
  return trx.run("DELETE FROM exports WHERE tenant_id = $1 AND mode = $2", [trx.tenantId, trx.mode]);
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
