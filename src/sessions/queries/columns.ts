import type { Transaction } from "../../database/transaction.ts";
import { type Session, sessionDefaults } from "../session.ts";

/** A session's columns. */
export const columns = `tenant_id AS "tenantId", id, mode, status, payment_status AS "paymentStatus", amount, currency, details,
  metadata, client_reference_id AS "clientReferenceId", customer_email AS "customerEmail", collected, chosen,
  payment_id AS "paymentId",
  clock_id AS "clockId", payment_link_id AS "paymentLinkId", created_at AS "createdAt", expires_at AS "expiresAt", extensions,
  completed_at AS "completedAt"`;

/** A row as a session, with the default values that aren't stored, and with the quantities that the customer has chosen. */
export function complete<Row extends Session>(row: Row): Row {
  const details = { ...sessionDefaults, ...row.details };
  const { lineItems } = details;
  const quantities = row.chosen?.quantities;
  if (!quantities || !lineItems) return { ...row, details };
  const chosen = lineItems.map((item, index) => ({ ...item, quantity: quantities[index] ?? item.quantity }));
  return { ...row, details: { ...details, lineItems: chosen } };
}

export async function oneSession<Row extends Session = Session>(
  trx: Transaction,
  sql: string,
  values: unknown[],
): Promise<Row | undefined> {
  const row = await trx.one<Row>(sql, values);
  return row && complete(row);
}
