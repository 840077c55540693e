import type { Database } from "../../database/database.ts";
import { runEachInTurn } from "../../database/run-each-in-turn.ts";
import type { TenantScope, TenantTransaction, Transaction } from "../../database/transaction.ts";
import {
  deleteOldClocks,
  deleteOldEntries,
  deleteOldImports,
  deleteOldRefundFiles,
  deleteSessions,
  lockOldSessions,
  readNowMs,
} from "./queries.ts";

export type SandboxPurgeDeps = {
  readonly database: Database;
  readonly listTenantScopes: (trx: Transaction) => Promise<TenantScope[]>;
};

/** Sessions a transaction: each has a dozen rows or more, and their locks are held until the commit. */
const batchSize = 50;

/** Entries of bank statements a transaction. They have few rows beside them. */
const entryBatchSize = 1_000;

const dayMs = 86_400_000;

/**
 * Deletes the sandbox sessions of all tenants whose retention time is over, with their payments, captures, refunds, disputes,
 * ledger transactions, receipts, events and bank transfers, and then bank statements. One batch per tenant and call; returns whether there may be more.
 * A failure for one tenant doesn't delay the others.
 */
export async function purgeSandbox(deps: SandboxPurgeDeps, days: number): Promise<boolean> {
  const { database } = deps;
  const nowMs = await database.inWorker(readNowMs);
  const scopes = await database.inControl(deps.listTenantScopes);
  const sandboxes = scopes.filter(({ mode }) => mode === "sandbox");
  return runEachInTurn(sandboxes.map((scope) => () => purgeSandboxOf(database, scope, nowMs - days * dayMs)));
}

/** The same of one tenant, by a time in milliseconds since 1970. */
export async function purgeSandboxOf(
  database: Database,
  scope: TenantScope,
  beforeMs: number,
): Promise<boolean> {
  const hasMoreSessions = await database.inErasure(scope, async (trx) => {
    const sessions = await lockOldSessions(trx, beforeMs, batchSize);
    if (sessions.length > 0) await deleteSessions(trx, sessions);
    if (sessions.length < batchSize) await deleteOldClocks(trx, beforeMs);
    return sessions.length === batchSize;
  });
  return hasMoreSessions || database.inErasure(scope, (trx) => purgeStatements(trx, beforeMs));
}

/** Deletes what no session names any more. Returns whether there may be more. */
async function purgeStatements(trx: TenantTransaction, beforeMs: number): Promise<boolean> {
  const entries = await deleteOldEntries(trx, beforeMs, entryBatchSize);
  if (entries === entryBatchSize) return true;
  await deleteOldImports(trx, beforeMs);
  await deleteOldRefundFiles(trx, beforeMs);
  return false;
}
