import type { Database } from "../database/database.ts";
import type { TenantScope } from "../database/transaction.ts";
import { toApiBalance } from "./balance.ts";
import { sumAccounts } from "./queries.ts";

/** A tenant's balance in a mode. */
export async function readBalance(
  database: Database,
  scope: TenantScope,
): Promise<ReturnType<typeof toApiBalance>> {
  return toApiBalance(scope.mode, await database.inTenant(scope, (trx) => sumAccounts(trx)));
}
