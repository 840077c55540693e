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

/** What of an account is imported. */
export type Imported = {
  /** The time of the newest booking; null before the first import has ended. */
  readonly importedUntil: Date | null;
  /** Until when everything that was booked is imported. */
  readonly completeUntil: Date | null;
  /** How many reports the PSP has announced that aren't imported. */
  readonly reportsWaiting: number;
};

/** The accounts of which something is imported or announced. */
export async function selectImported(trx: TenantTransaction): Promise<Map<string, Imported>> {
  const rows = await trx.query<Imported & { connectorAccount: string }>(
    `SELECT connector_account AS "connectorAccount", booked_until AS "importedUntil", complete_until AS "completeUntil",
       GREATEST(0, COALESCE(last_announced - COALESCE(last_report, first_announced - 1), 0)) AS "reportsWaiting"
     FROM settlement_imports WHERE tenant_id = $1 AND mode = $2`,
    [trx.tenantId, trx.mode],
  );
  return new Map(rows.map(({ connectorAccount, ...imported }) => [connectorAccount, imported]));
}
