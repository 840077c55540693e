import type { Scope, Transaction } from "../../database/transaction.ts";
import type { PageRange } from "../../kernel/page.ts";
import type { Refund, RefundStatus } from "../refunds/refund.ts";
import { refundColumns } from "./parts.ts";

type RefundOfSession = Refund & { readonly sessionId: string };

const columns = `${refundColumns}, (
  SELECT session_id FROM payments p WHERE p.tenant_id = m.tenant_id AND p.id = m.payment_id
) AS "sessionId"`;

export function getRefund(trx: Transaction, scope: Scope, id: string): Promise<RefundOfSession | undefined> {
  return trx.one<RefundOfSession>(
    `SELECT ${columns} FROM movements m WHERE tenant_id = $1 AND id = $2 AND kind = 'refund'`,
    [scope.tenantId, id],
  );
}

export type RefundFilter = PageRange & {
  readonly paymentId?: string | undefined;
  readonly status?: RefundStatus | undefined;
  readonly amount?: number | undefined;
  readonly currency?: string | undefined;
};

/** What a status that is shown can be in the database. */
const stored: Readonly<Record<RefundStatus, readonly Refund["status"][]>> = {
  pending: ["started", "unknown", "pending"],
  succeeded: ["succeeded"],
  failed: ["failed"],
};

/** Refunds with ids in [from, before), nearest to the cursor first. Conditions are added only where asked for. */
export function selectRefunds(
  trx: Transaction,
  scope: Scope,
  filter: RefundFilter,
): Promise<RefundOfSession[]> {
  const values: unknown[] = [scope.tenantId, filter.from, filter.before, filter.limit];
  const conditions = ["tenant_id = $1", "kind = 'refund'", "id >= $2", "id < $3"];
  const add = (condition: (name: string) => string, value: unknown): void => {
    if (value !== undefined) conditions.push(condition(`$${values.push(value)}`));
  };
  add((name) => `payment_id = ${name}`, filter.paymentId);
  add((name) => `status = ANY (${name})`, filter.status && stored[filter.status]);
  add((name) => `amount = ${name}`, filter.amount);
  add((name) => `currency = ${name}`, filter.currency);
  return trx.query<RefundOfSession>(
    `SELECT ${columns} FROM movements m WHERE ${conditions.join(" AND ")} ORDER BY id ${filter.direction} LIMIT $4`,
    values,
  );
}
