import type { TenantTransaction } from "../../database/transaction.ts";
import type { PageRange } from "../../kernel/page.ts";
import type { Session, SessionStatus } from "../session.ts";
import { columns, complete } from "./columns.ts";

/** How many sessions of a payment link are open; counts at most `most`. */
export async function countOpenOfLink(trx: TenantTransaction, linkId: string, most: number): Promise<number> {
  const row = await trx.one<{ count: number }>(
    `SELECT count(*)::integer AS count FROM (SELECT FROM checkout_sessions
       WHERE tenant_id = $1 AND payment_link_id = $2 AND status = 'open' LIMIT $3) AS open`,
    [trx.tenantId, linkId, most],
  );
  return row?.count ?? 0;
}

export type SessionFilter = PageRange & {
  readonly status?: SessionStatus | undefined;
  readonly amount?: number | undefined;
  readonly currency?: string | undefined;
  readonly clientReferenceId?: string | undefined;
  readonly customerEmail?: string | undefined;
  readonly paymentLinkId?: string | undefined;
};

/** Sessions with ids in [from, before), nearest to the cursor first. Only the given filters become conditions. */
export async function listSessions(trx: TenantTransaction, filter: SessionFilter): Promise<Session[]> {
  const values: unknown[] = [trx.tenantId, filter.from, filter.before];
  const conditions = ["tenant_id = $1", "id >= $2", "id < $3"];
  const equal = (column: string, value: unknown, folded = false): void => {
    if (value === undefined) return;
    const name = `$${values.push(value)}`;
    conditions.push(`${column} = ${folded ? `lower(${name})` : name}`);
  };
  equal("status", filter.status);
  equal("amount", filter.amount);
  equal("currency", filter.currency);
  equal("client_reference_id", filter.clientReferenceId);
  equal("customer_email_folded", filter.customerEmail, true);
  equal("payment_link_id", filter.paymentLinkId);
  values.push(filter.limit);
  const rows = await trx.query<Session>(
    `SELECT ${columns} FROM checkout_sessions WHERE ${conditions.join(" AND ")}
     ORDER BY id ${filter.direction} LIMIT $${values.length}`,
    values,
  );
  return rows.map(complete);
}
