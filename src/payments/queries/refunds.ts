import type { TenantTransaction } from "../../database/transaction.ts";
import type { PageRange } from "../../kernel/page.ts";
import type { Metadata } from "../../sessions/metadata.ts";
import type { ShownMovementStatus } from "../movements/movement.ts";
import type { Refund, RefundedPayment } from "../refunds/refund.ts";
import { refundColumns } from "./parts.ts";

export type RefundOfPayment = Refund & RefundedPayment;

/** In a statement whose $1 is the tenant. */
const ofPayment = (column: string): string =>
  `(SELECT ${column} FROM payments p WHERE p.tenant_id = $1 AND p.id = m.payment_id)`;

const columns = `${refundColumns}, ${ofPayment("session_id")} AS "sessionId",
  ${ofPayment("client_reference_id")} AS "clientReferenceId"`;

export function getRefund(trx: TenantTransaction, id: string): Promise<RefundOfPayment | undefined> {
  return trx.one<RefundOfPayment>(
    `SELECT ${columns} FROM movements m WHERE tenant_id = $1 AND id = $2 AND kind = 'refund'`,
    [trx.tenantId, id],
  );
}

export type RefundFilter = PageRange & {
  readonly paymentId?: string | undefined;
  readonly status?: ShownMovementStatus | undefined;
  readonly amount?: number | undefined;
  readonly currency?: string | undefined;
};

/** The stored statuses of each status in the API. */
const stored: Readonly<Record<ShownMovementStatus, readonly Refund["status"][]>> = {
  pending: ["started", "unknown", "pending"],
  succeeded: ["succeeded"],
  failed: ["failed"],
};

/** Refunds with ids in [from, before), nearest to the cursor first. Only the conditions of given filters are added. */
export function selectRefunds(trx: TenantTransaction, filter: RefundFilter): Promise<RefundOfPayment[]> {
  const values: unknown[] = [trx.tenantId, filter.from, filter.before, filter.limit];
  const conditions = ["tenant_id = $1", "kind = 'refund'", "id >= $2", "id < $3"];
  const add = (condition: (name: string) => string, value: unknown): void => {
    if (value !== undefined) conditions.push(condition(`$${values.push(value)}`));
  };
  add((name) => `payment_id = ${name}`, filter.paymentId);
  add((name) => `status = ANY (${name})`, filter.status && stored[filter.status]);
  add((name) => `amount = ${name}`, filter.amount);
  add((name) => `currency = ${name}`, filter.currency);
  return trx.query<RefundOfPayment>(
    `SELECT ${columns} FROM movements m WHERE ${conditions.join(" AND ")} ORDER BY id ${filter.direction} LIMIT $4`,
    values,
  );
}

/** Replaces a refund's metadata; undefined if there is no such refund. The caller holds its session's lock. */
export function setRefundMetadata(
  trx: TenantTransaction,
  id: string,
  metadata: Metadata | null,
): Promise<RefundOfPayment | undefined> {
  trx.send("UPDATE movements SET metadata = $3 WHERE tenant_id = $1 AND id = $2 AND kind = 'refund'", [
    trx.tenantId,
    id,
    metadata === null ? null : JSON.stringify(metadata),
  ]);
  return getRefund(trx, id);
}
