import type { TenantTransaction } from "../../database/transaction.ts";
import { present } from "../../kernel/assert.ts";
import type { Metadata } from "../../sessions/metadata.ts";
import type { Payment } from "../payment.ts";

export const paymentColumns = `tenant_id AS "tenantId", id, mode, session_id AS "sessionId", status, amount, currency,
  capture_method AS "captureMethod", amount_authorized AS "amountAuthorized", amount_captured AS "amountCaptured",
  amount_capture_pending AS "amountCapturePending", amount_refunded AS "amountRefunded",
  amount_refund_pending AS "amountRefundPending", amount_over_refunded AS "amountOverRefunded",
  amount_over_captured AS "amountOverCaptured", amount_over_disputed AS "amountOverDisputed", authorized_until AS "authorizedUntil",
  amount_released AS "amountReleased", amount_disputed AS "amountDisputed",
  amount_late AS "amountLate", amount_late_returned AS "amountLateReturned",
  amount_late_disputed AS "amountLateDisputed", capture_before AS "captureBefore",
  customer_email AS "customerEmail", client_reference_id AS "clientReferenceId", metadata, tags, clock_id AS "clockId",
  created_at AS "createdAt"`;

export function findPaymentOfSession(
  trx: TenantTransaction,
  sessionId: string,
): Promise<Payment | undefined> {
  return trx.one<Payment>(`SELECT ${paymentColumns} FROM payments WHERE tenant_id = $1 AND session_id = $2`, [
    trx.tenantId,
    sessionId,
  ]);
}

export function getPayment(trx: TenantTransaction, id: string): Promise<Payment | undefined> {
  return trx.one<Payment>(`SELECT ${paymentColumns} FROM payments WHERE tenant_id = $1 AND id = $2`, [
    trx.tenantId,
    id,
  ]);
}

export function getPaymentOfAttempt(trx: TenantTransaction, attemptId: string): Promise<Payment | undefined> {
  return trx.one<Payment>(
    `SELECT ${paymentColumns} FROM payments
     WHERE tenant_id = $1 AND id = (SELECT payment_id FROM attempts WHERE tenant_id = $1 AND id = $2)`,
    [trx.tenantId, attemptId],
  );
}

/** Inserts a new payment. The other columns have the defaults of every new payment. */
export function insertPayment(trx: TenantTransaction, payment: Payment): void {
  trx.send(
    `INSERT INTO payments (tenant_id, id, mode, session_id, status, amount, currency, capture_method,
       customer_email, client_reference_id, metadata, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      payment.tenantId,
      payment.id,
      payment.mode,
      payment.sessionId,
      payment.status,
      payment.amount,
      payment.currency,
      payment.captureMethod,
      payment.customerEmail,
      payment.clientReferenceId,
      stored(payment.metadata),
      payment.createdAt,
    ],
  );
}

const stored = (metadata: Metadata | null): string | null =>
  metadata === null ? null : JSON.stringify(metadata);

/** Replaces a payment's metadata. The caller holds its session's lock. */
export async function setPaymentMetadata(
  trx: TenantTransaction,
  id: string,
  metadata: Metadata | null,
): Promise<Payment> {
  const row = await trx.one<Payment>(
    `UPDATE payments SET metadata = $3, updated_at = kassa_now() WHERE tenant_id = $1 AND id = $2
     RETURNING ${paymentColumns}`,
    [trx.tenantId, id, stored(metadata)],
  );
  return present(row, "the payment of a locked session");
}

/** Changes a payment's e-mail address to the one that the customer has entered since. The caller holds its session's lock. */
export function setPaymentEmail(trx: TenantTransaction, id: string, email: string | null): void {
  trx.send(
    "UPDATE payments SET customer_email = $3, updated_at = kassa_now() WHERE tenant_id = $1 AND id = $2",
    [trx.tenantId, id, email],
  );
}

/** Changes a payment's amount to the one that the merchant has accepted. The caller holds its session's lock. */
export async function acceptAmount(trx: TenantTransaction, id: string, amount: number): Promise<void> {
  await trx.run("UPDATE payments SET amount_accepted = $3 WHERE tenant_id = $1 AND id = $2", [
    trx.tenantId,
    id,
    amount,
  ]);
}

/** Writes a payment's amounts, and the status and deadline that follow from them. The caller holds its session's lock. */
export function setPaymentAmounts(trx: TenantTransaction, payment: Payment): void {
  trx.send(
    `UPDATE payments SET status = $3, amount_authorized = $4, amount_captured = $5, amount_capture_pending = $6,
       amount_released = $7, amount_refunded = $8, amount_refund_pending = $9, amount_late = $10,
       amount_late_returned = $11, capture_before = $12, amount_over_refunded = $13,
       amount_over_captured = $14, amount_over_disputed = $15, authorized_until = $16, updated_at = kassa_now()
     WHERE tenant_id = $1 AND id = $2`,
    [
      trx.tenantId,
      payment.id,
      payment.status,
      payment.amountAuthorized,
      payment.amountCaptured,
      payment.amountCapturePending,
      payment.amountReleased,
      payment.amountRefunded,
      payment.amountRefundPending,
      payment.amountLate,
      payment.amountLateReturned,
      payment.captureBefore,
      payment.amountOverRefunded,
      payment.amountOverCaptured,
      payment.amountOverDisputed,
      payment.authorizedUntil,
    ],
  );
}
