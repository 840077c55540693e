import type { Database } from "../../database/database.ts";
import { runEachInTurn } from "../../database/run-each-in-turn.ts";
import type { TenantScope, TenantTransaction } from "../../database/transaction.ts";
import {
  addToSums,
  findLedgersToClose,
  insertClosing,
  lockClosing,
  numberOpen,
  tryLockClosing,
} from "./queries.ts";

export type ClosingDeps = { readonly database: Database };

export type ClosingOptions = {
  /** The number of open transactions above which a ledger is closed. A balance sums 10,000 of them in 30 ms. */
  readonly openMost?: number;
  /** The number of ledger transactions that one database transaction closes: 10,000 take 0.5 s. */
  readonly batchSize?: number;
};

const defaults = { openMost: 10_000, batchSize: 10_000 };

/**
 * Adds older entries to closed sums, for all tenants, so that a balance of a hundred million entries is as fast as one of a few.
 * Closes one batch per tenant and mode, without blocking postings. Returns whether there may be more to close.
 */
export async function closeTransactions(
  { database }: ClosingDeps,
  options: ClosingOptions = {},
): Promise<boolean> {
  const { openMost, batchSize } = { ...defaults, ...options };
  const scopes = await database.inWorker((trx) => findLedgersToClose(trx, openMost));
  return runEachInTurn(scopes.map((scope) => () => closeBatch(database, scope, batchSize)));
}

function closeBatch(database: Database, scope: TenantScope, batchSize: number): Promise<boolean> {
  return database.inTenant(scope, async (trx) => {
    insertClosing(trx);
    const through = await tryLockClosing(trx);
    if (through === undefined) return false;
    const last = await closeNext(trx, through, batchSize);
    return last - through === batchSize;
  });
}

/**
 * Closes all committed transactions, even if another process is closing at the same time, and returns the last position.
 * Transactions that commit later get a later position.
 */
export async function closeAll(database: Database, scope: TenantScope): Promise<number> {
  for (;;) {
    const { through, last } = await database.inTenant(scope, async (trx) => {
      insertClosing(trx);
      const before = await lockClosing(trx);
      return { through: before, last: await closeNext(trx, before, defaults.batchSize) };
    });
    if (last - through < defaults.batchSize) return last;
  }
}

async function closeNext(trx: TenantTransaction, through: number, limit: number): Promise<number> {
  const last = await numberOpen(trx, through, limit);
  if (last > through) addToSums(trx, through, last);
  return last;
}
