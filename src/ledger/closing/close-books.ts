import type { Database } from "../../database/database.ts";
import { runEachInTurn } from "../../database/run-each-in-turn.ts";
import type { TenantScope, Transaction } from "../../database/transaction.ts";
import { aimAtNewest, closeNext, hasOpenEntries, lockClosing } from "./queries.ts";

export type ClosingDeps = {
  readonly database: Database;
  /** All tenants in both modes. */
  readonly listTenantScopes: (trx: Transaction) => Promise<readonly TenantScope[]>;
};

export type ClosingOptions = {
  /** How many entries a balance may add up one by one: 50,000 take 20 ms. */
  readonly openMost?: number;
  /** Entries a transaction: 500,000 take half a second. */
  readonly batchSize?: number;
};

const standard = { openMost: 50_000, batchSize: 500_000 };

/**
 * Adds up older entries into sums, of all tenants, so that a balance takes as long with a hundred million entries as with
 * few. A batch of each a call; says whether there may be more. Nobody who posts waits for it, and no entry is touched.
 */
export async function closeBooks(
  { database, listTenantScopes }: ClosingDeps,
  options: ClosingOptions = {},
): Promise<boolean> {
  const settings = { ...standard, ...options };
  const scopes = await database.inControl(listTenantScopes);
  return runEachInTurn(scopes.map((scope) => () => closeOne(database, scope, settings)));
}

/**
 * First it is noted how far the books go; by the next round whoever was posting then is done, in all likelihood, and they
 * are closed up to there.
 */
function closeOne(
  database: Database,
  scope: TenantScope,
  { openMost, batchSize }: Required<ClosingOptions>,
): Promise<boolean> {
  return database.inTenant(scope, async (trx) => {
    if (!(await hasOpenEntries(trx, openMost))) return false;
    const closing = await lockClosing(trx);
    if (!closing) return false;
    if (closing.settled && closing.until > closing.through) {
      await closeNext(trx, closing, batchSize);
      return true;
    }
    await aimAtNewest(trx);
    return false;
  });
}
