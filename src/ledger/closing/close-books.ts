import type { Database } from "../../database/database.ts";
import { runEachInTurn } from "../../database/run-each-in-turn.ts";
import type { TenantScope, TenantTransaction } from "../../database/transaction.ts";
import {
  addToSums,
  findOpenBooks,
  insertClosing,
  lockClosing,
  numberOpen,
  tryLockClosing,
} from "./queries.ts";

export type ClosingDeps = { readonly database: Database };

export type ClosingOptions = {
  /** How many transactions a balance may add up one by one: 10,000 take 10 ms. */
  readonly openMost?: number;
  /** How many are closed by one database transaction: 10,000 take a fifth of a second. */
  readonly batchSize?: number;
};

const standard = { openMost: 10_000, batchSize: 10_000 };

/**
 * Adds older entries up into sums, for all tenants, so that a balance takes as long with a hundred million entries as with
 * few. One batch of each tenant and mode a call; says whether there may be more. Nobody who posts waits for it.
 */
export async function closeBooks({ database }: ClosingDeps, options: ClosingOptions = {}): Promise<boolean> {
  const { openMost, batchSize } = { ...standard, ...options };
  const scopes = await database.inWorker((trx) => findOpenBooks(trx, openMost));
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
 * Closes everything that is committed, whoever else closes at the same time, and says the last position. Whatever is committed later
 * has a later position.
 */
export async function closeAll(database: Database, scope: TenantScope): Promise<number> {
  for (;;) {
    const { through, last } = await database.inTenant(scope, async (trx) => {
      insertClosing(trx);
      const before = await lockClosing(trx);
      return { through: before, last: await closeNext(trx, before, standard.batchSize) };
    });
    if (last - through < standard.batchSize) return last;
  }
}

async function closeNext(trx: TenantTransaction, through: number, limit: number): Promise<number> {
  const last = await numberOpen(trx, through, limit);
  if (last > through) addToSums(trx, through, last);
  return last;
}
