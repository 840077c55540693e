import type { Database } from "../../database/database.ts";
import { runEachInTurn } from "../../database/run-each-in-turn.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { unreachable } from "../../kernel/assert.ts";
import {
  cancelBatch,
  endSweep,
  findSweeps,
  findTask,
  lockDeleted,
  lockSweep,
  markSwept,
  removeBatch,
  removeEndpoint,
  retryBatch,
  type Sweep,
  type SweepTask,
  type SweptEndpoint,
  setSweep,
} from "./queries.ts";

export { endSweep } from "./queries.ts";

/**
 * How many deliveries one transaction deletes, or changes of each kind (in real time, on a clock). A batch takes a few hundredths of a
 * second. The tenant's events wait only for the first batch, whose transaction has the endpoint locked.
 */
const batchSize = 500;
const endpointsAtOnce = 20;

/**
 * Begins to apply an endpoint's new status or its deletion to its deliveries, and does the first batch, which is enough for most
 * endpoints. The job does the rest and removes a deleted endpoint after its last batch. The caller has locked the endpoint.
 */
export async function beginSweep(trx: TenantTransaction, endpointId: string, task: SweepTask): Promise<void> {
  await setSweep(trx, endpointId, task);
  await sweepBatch(trx, endpointId);
}

/** Whether deliveries of an endpoint are still being canceled. */
export async function isCanceling(trx: TenantTransaction, endpointId: string): Promise<boolean> {
  return (await findTask(trx, endpointId)) === "cancel";
}

/** Does one batch for each of a few endpoints. Returns whether there may be more. */
export async function sweepDeliveries({ database }: { readonly database: Database }): Promise<boolean> {
  const swept = await database.inWorker((trx) => findSweeps(trx, endpointsAtOnce));
  return runEachInTurn(swept.map((endpoint) => () => sweepOne(database, endpoint)));
}

/** Returns whether there is more. A failed batch counts as a turn; otherwise the same endpoints would always fail first. */
async function sweepOne(database: Database, { endpointId, ...scope }: SweptEndpoint): Promise<boolean> {
  try {
    return await database.inTenant(scope, (trx) => sweepBatch(trx, endpointId));
  } catch (error) {
    await database.inTenant(scope, (trx) => markSwept(trx, endpointId));
    throw error;
  }
}

/** Returns whether there is more. */
async function sweepBatch(trx: TenantTransaction, endpointId: string): Promise<boolean> {
  const sweep = await lockSweep(trx, endpointId);
  if (!sweep) return false;
  // Recording an attempt also locks the endpoint first. Other tasks don't lock it: the tenant's events would wait.
  if (sweep.task === "delete") await lockDeleted(trx, endpointId);
  if ((await doBatch(trx, endpointId, sweep)) >= batchSize) {
    await markSwept(trx, endpointId);
    return true;
  }
  if (sweep.task === "delete") await removeEndpoint(trx, endpointId);
  else await endSweep(trx, endpointId);
  return false;
}

function doBatch(trx: TenantTransaction, endpointId: string, sweep: Sweep): Promise<number> {
  switch (sweep.task) {
    case "retry":
      return retryBatch(trx, endpointId, sweep, batchSize);
    case "cancel":
      return cancelBatch(trx, endpointId, batchSize);
    case "delete":
      return removeBatch(trx, endpointId, batchSize);
    default:
      return unreachable(sweep.task);
  }
}
