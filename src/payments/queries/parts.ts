import type { TenantTransaction } from "../../database/transaction.ts";
import type { CaptureOrVoid } from "../capture.ts";
import type { Dispute } from "../dispute.ts";
import type { Attempt } from "../payment.ts";
import type { Refund } from "../refunds/refund.ts";
import { attemptColumns } from "./attempts.ts";

/** The attempts of some payments, oldest first. */
export function listAttemptsOf(trx: TenantTransaction, paymentIds: readonly string[]): Promise<Attempt[]> {
  return trx.query<Attempt>(
    `SELECT ${attemptColumns} FROM attempts WHERE tenant_id = $1 AND payment_id = ANY ($2) ORDER BY number`,
    [trx.tenantId, paymentIds],
  );
}

export const refundColumns = `id, mode, payment_id AS "paymentId", amount, currency, status, late, reason, origin,
  failure_reason AS "failureReason", delayed_until AS "delayedUntil", metadata, created_at AS "createdAt", decided_at AS "decidedAt"`;

/** The newest refunds of some payments, at most `each` of one, the newest first. */
export function listRefundsOf(
  trx: TenantTransaction,
  paymentIds: readonly string[],
  each: number,
): Promise<Refund[]> {
  return trx.query<Refund>(
    `SELECT refund.* FROM unnest($2::text[]) AS of (payment_id), LATERAL (
       SELECT ${refundColumns} FROM movements
       WHERE tenant_id = $1 AND payment_id = of.payment_id AND kind = 'refund' ORDER BY id DESC LIMIT $3
     ) refund`,
    [trx.tenantId, paymentIds, each],
  );
}

const captureColumns = `id, mode, payment_id AS "paymentId", kind, amount, status, final, reason, origin,
  failure_reason AS "failureReason", created_at AS "createdAt", decided_at AS "decidedAt"`;

/**
 * The newest captures and voids of some payments, at most `each` of one, the newest first. A call-off is among them once it has
 * released what was authorized; releases of late funds aren't.
 */
export function listCapturesAndVoidsOf(
  trx: TenantTransaction,
  paymentIds: readonly string[],
  each: number,
): Promise<CaptureOrVoid[]> {
  return trx.query<CaptureOrVoid>(
    `SELECT movement.* FROM unnest($2::text[]) AS of (payment_id), LATERAL (
       SELECT ${captureColumns} FROM movements
       WHERE tenant_id = $1 AND payment_id = of.payment_id AND kind <> 'refund' AND NOT late
       ORDER BY created_at DESC, id DESC LIMIT $3
     ) movement`,
    [trx.tenantId, paymentIds, each],
  );
}

/** The captures of a payment that took money, in order. A payment that was captured at once has none. */
export function listCapturesOf(
  trx: TenantTransaction,
  paymentId: string,
): Promise<{ amount: number; capturedAt: Date }[]> {
  return trx.query(
    `SELECT amount, decided_at AS "capturedAt" FROM movements
     WHERE tenant_id = $1 AND payment_id = $2 AND kind = 'capture' AND status = 'succeeded' ORDER BY decided_at, id`,
    [trx.tenantId, paymentId],
  );
}

/** In a statement whose $1 is the tenant. */
const disputeColumns = `id, mode, payment_id AS "paymentId", session_id AS "sessionId",
  (SELECT p.client_reference_id FROM payments p WHERE p.tenant_id = $1 AND p.id = d.payment_id) AS "clientReferenceId",
  (SELECT p.metadata FROM payments p WHERE p.tenant_id = $1 AND p.id = d.payment_id) AS metadata, stage, status, reason, amount,
  amount_lost AS "amountLost", amount_returned AS "amountReturned", currency, fee, late, accepted, pending_action AS "pendingAction", evidence, evidence_due_at AS "evidenceDueAt", evidence_submitted_at AS "evidenceSubmittedAt",
  opened_at AS "openedAt", closed_at AS "closedAt", (
    SELECT COALESCE(json_agg(json_build_object('id', f.id, 'name', f.name, 'mediaType', f.media_type,
      'size', octet_length(f.content)) ORDER BY f.id), '[]')
    FROM dispute_files f WHERE f.tenant_id = $1 AND f.dispute_id = d.id
  ) AS files`;

/** The disputes of some payments, the newest first. */
export function listDisputesOf(trx: TenantTransaction, paymentIds: readonly string[]): Promise<Dispute[]> {
  return trx.query<Dispute>(
    `SELECT ${disputeColumns} FROM disputes d WHERE tenant_id = $1 AND payment_id = ANY ($2) ORDER BY id DESC`,
    [trx.tenantId, paymentIds],
  );
}
