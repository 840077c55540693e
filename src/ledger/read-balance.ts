import type { Database } from "../database/database.ts";
import type { Scope } from "../database/transaction.ts";
import { presentBalance } from "./balance.ts";
import { sumAccounts } from "./queries.ts";

/** A tenant's balance in a mode. */
export async function readBalance(
  database: Database,
  scope: Scope,
): Promise<ReturnType<typeof presentBalance>> {
  return presentBalance(scope.mode, await database.inScope(scope, (trx) => sumAccounts(trx)));
}
