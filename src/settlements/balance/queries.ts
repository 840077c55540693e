import type { TenantTransaction } from "../../database/transaction.ts";
import type { NotAvailable } from "./money.ts";

/**
 * What the PSPs have booked and not made available yet, by connector account and currency. Payouts take what is available, whatever
 * their line says, and what a payout pays was available. The sums are read as text, because they can exceed the range of bigint.
 */
export async function sumNotAvailable(trx: TenantTransaction): Promise<NotAvailable[]> {
  const rows = await trx.query<Omit<NotAvailable, "net"> & { readonly net: string }>(
    `SELECT connector_account AS "connectorAccount", currency, sum(net)::text AS net FROM settlement_lines
     WHERE tenant_id = $1 AND mode = $2 AND batch IS NULL AND available_at > statement_timestamp() AND type <> 'payout'
     GROUP BY connector_account, currency`,
    [trx.tenantId, trx.mode],
  );
  return rows.map(({ net, ...row }) => ({ ...row, net: BigInt(net) }));
}

/** The accounts whose first import has ended, with the time of the newest booking. */
export async function selectImported(trx: TenantTransaction): Promise<Map<string, Date>> {
  const rows = await trx.query<{ connectorAccount: string; until: Date | null }>(
    `SELECT connector_account AS "connectorAccount", booked_until AS until FROM settlement_imports
     WHERE tenant_id = $1 AND mode = $2`,
    [trx.tenantId, trx.mode],
  );
  return new Map(rows.flatMap(({ connectorAccount, until }) => (until ? [[connectorAccount, until]] : [])));
}
