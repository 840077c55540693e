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
 * How many deliveries of each kind (in real time, on a clock, without a time) a transaction changes, or removes of any kind. That
 * takes a few hundredths of a second, for which events of the tenant wait while the first batch is made: its transaction has the
 * endpoint locked. They wait for no later one.
 */
const batchSize = 500;
const endpointsAtOnce = 20;

/**
 * Begins what an endpoint's new status, or its deletion, makes of its deliveries, and does the first batch of it: of most endpoints
 * all. The job does the rest, and removes a deleted endpoint after its last batch. The caller has locked the endpoint.
 */
export async function beginSweep(trx: TenantTransaction, endpointId: string, task: SweepTask): Promise<void> {
  await setSweep(trx, endpointId, task);
  await sweepBatch(trx, endpointId);
}

/** Whether deliveries of an endpoint are still to be canceled. */
export async function isCanceling(trx: TenantTransaction, endpointId: string): Promise<boolean> {
  return (await findTask(trx, endpointId)) === "cancel";
}

/** Does one batch of what is still to be done, for each of a few endpoints. Whether there is more. */
export async function sweepDeliveries({ database }: { readonly database: Database }): Promise<boolean> {
  const swept = await database.inWorker((trx) => findSweeps(trx, endpointsAtOnce));
  return runEachInTurn(swept.map((endpoint) => () => sweepOne(database, endpoint)));
}

/** Whether there is more. One that fails has had its turn as well, or the same ones would fail before all others. */
async function sweepOne(database: Database, { endpointId, ...scope }: SweptEndpoint): Promise<boolean> {
  try {
    return await database.inTenant(scope, (trx) => sweepBatch(trx, endpointId));
  } catch (error) {
    await database.inTenant(scope, (trx) => markSwept(trx, endpointId));
    throw error;
  }
}

/** Whether there is more. */
async function sweepBatch(trx: TenantTransaction, endpointId: string): Promise<boolean> {
  const sweep = await lockSweep(trx, endpointId);
  if (!sweep) return false;
  // An attempt is recorded on the endpoint first, too. Of other tasks the endpoint isn't locked: the tenant's events would wait.
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
