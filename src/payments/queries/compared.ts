import type { Scope, Transaction } from "../../database/transaction.ts";

/** Up to when the PSP's list of an account's charges has been compared with ours; undefined when it never was. */
export async function comparedUntil(
  trx: Transaction,
  scope: Scope,
  connectorAccount: string,
): Promise<Date | undefined> {
  const row = await trx.one<{ until: Date }>(
    `SELECT compared_until AS until FROM compared_accounts WHERE tenant_id = $1 AND connector_account = $2`,
    [scope.tenantId, connectorAccount],
  );
  return row?.until;
}

/** Notes how far a comparison has come. It never goes back: several processes compare. */
export async function advanceComparison(
  trx: Transaction,
  scope: Scope,
  connectorAccount: string,
  until: Date,
): Promise<void> {
  await trx.run(
    `INSERT INTO compared_accounts AS c (tenant_id, connector_account, mode, compared_until) VALUES ($1, $2, $3, $4)
     ON CONFLICT (tenant_id, connector_account)
       DO UPDATE SET compared_until = GREATEST(c.compared_until, excluded.compared_until)`,
    [scope.tenantId, connectorAccount, scope.mode, until],
  );
}
