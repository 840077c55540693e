import type { Database } from "../../database/database.ts";
import { eachForItself } from "../../database/each-for-itself.ts";
import type { Scope, Transaction } from "../../database/transaction.ts";
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
export async function beginSweep(
  trx: Transaction,
  scope: Scope,
  endpointId: string,
  task: SweepTask,
): Promise<void> {
  await setSweep(trx, scope, endpointId, task);
  await sweepBatch(trx, scope, endpointId);
}

/** Whether deliveries of an endpoint are still to be canceled. */
export async function isCanceling(trx: Transaction, scope: Scope, endpointId: string): Promise<boolean> {
  return (await findTask(trx, scope, endpointId)) === "cancel";
}

/** Does one batch of what is still to be done, for each of a few endpoints. Whether there is more. */
export async function sweepDeliveries({ database }: { readonly database: Database }): Promise<boolean> {
  const swept = await database.inWorker((trx) => findSweeps(trx, endpointsAtOnce));
  return eachForItself(swept.map((endpoint) => () => sweepOne(database, endpoint)));
}

/** Whether there is more. One that fails has had its turn as well, or the same ones would fail before all others. */
async function sweepOne(database: Database, { endpointId, ...scope }: SweptEndpoint): Promise<boolean> {
  try {
    return await database.inScope(scope, (trx) => sweepBatch(trx, scope, endpointId));
  } catch (error) {
    await database.inScope(scope, (trx) => markSwept(trx, scope, endpointId));
    throw error;
  }
}

/** Whether there is more. */
async function sweepBatch(trx: Transaction, scope: Scope, endpointId: string): Promise<boolean> {
  const sweep = await lockSweep(trx, scope, endpointId);
  if (!sweep) return false;
  // An attempt is recorded on the endpoint first, too. Of other tasks the endpoint isn't locked: the tenant's events would wait.
  if (sweep.task === "delete") await lockDeleted(trx, scope, endpointId);
  if ((await doBatch(trx, scope, endpointId, sweep)) >= batchSize) {
    await markSwept(trx, scope, endpointId);
    return true;
  }
  if (sweep.task === "delete") await removeEndpoint(trx, scope, endpointId);
  else await endSweep(trx, scope, endpointId);
  return false;
}

function doBatch(trx: Transaction, scope: Scope, endpointId: string, sweep: Sweep): Promise<number> {
  switch (sweep.task) {
    case "retry":
      return retryBatch(trx, scope, endpointId, sweep, batchSize);
    case "cancel":
      return cancelBatch(trx, scope, endpointId, batchSize);
    case "delete":
      return removeBatch(trx, scope, endpointId, batchSize);
    default:
      return unreachable(sweep.task);
  }
}
