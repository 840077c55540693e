import type { Database } from "../../database/database.ts";
import { startPoller } from "../../jobs/poller.ts";
import type { AgentsFor } from "../../kernel/guarded-agent.ts";
import { deleteListener } from "../queries.ts";
import { type AttemptDeps, attemptDelivery } from "./attempt-delivery.ts";
import { InFlightDeliveries } from "./in-flight-deliveries.ts";
import { leaseDue } from "./leases/lease-due.ts";
import { leaseSeconds, releaseLeases, renewLeases } from "./leases/queries.ts";
import { findStaleListeners, type Lease } from "./queries.ts";

export type DeliveryWorkerDeps = AttemptDeps & {
  readonly agentsFor: AgentsFor;
};

export type DeliveryWorkerOptions = {
  /** How long an attempt may take, from the look-up to the last byte of the answer. */
  readonly deadlineMs?: number;
  /** How soon events of other processes are noticed; those of this one are told by `wake`. */
  readonly pollMs?: number;
  /** Attempts under way in this process. */
  readonly maxInFlight?: number;
  /** Attempts under way to one endpoint, in all processes together. */
  readonly maxPerEndpoint?: number;
  /** Attempts under way of one tenant, in all processes together; a quarter of it to endpoints that are failing. */
  readonly maxPerTenant?: number;
  /** How long `stop` lets attempts finish before it calls them off. */
  readonly stopGraceMs?: number;
};

export type DeliveryWorker = {
  /** Says that there may be something to deliver. */
  wake(): void;
  /** Begins nothing new, lets attempts finish for a while, calls the rest off and gives their leases back. */
  stop(): Promise<void>;
};

/** How long an attempt may take, from the look-up to the last byte of the answer. */
export const attemptDeadlineMs = 15_000;

const standard = {
  deadlineMs: attemptDeadlineMs,
  pollMs: 500,
  maxInFlight: 128,
  maxPerEndpoint: 4,
  maxPerTenant: 32,
  stopGraceMs: 5_000,
};

/** A fifth of the lease: three renewals can fail before the attempt is called off, a fifth before the lease runs out. */
const renewEveryMs = (leaseSeconds * 1_000) / 5;
const holdMs = leaseSeconds * 1_000 - renewEveryMs;
const listenersEveryMs = 30_000;

/** Delivers what is due, of all tenants, until stopped. Any number of processes may run one. */
export function startDeliveryWorker(
  deps: DeliveryWorkerDeps,
  options: DeliveryWorkerOptions = {},
): DeliveryWorker {
  const { database, log } = deps;
  const settings = { ...standard, ...options };
  const { deadlineMs } = settings;
  const underWay = new InFlightDeliveries(holdMs);

  const poll = (name: string, everyMs: number, run: () => Promise<boolean>) =>
    startPoller({ name, everyMs, log, run });
  const attempt = (lease: Lease) => async (signal: AbortSignal) => {
    try {
      await attemptDelivery(deps, lease, { agents: deps.agentsFor(lease), deadlineMs, signal });
    } catch (error) {
      log.warn({ err: error, delivery: lease.id }, "webhook attempt failed, will be tried again");
    } finally {
      // Its place is free in the next turn: somebody may be waiting for it.
      setImmediate(() => deliveries.wake());
    }
  };
  const deliveries = poll("webhook deliveries", settings.pollMs, async () => {
    const free = settings.maxInFlight - underWay.size;
    if (free === 0) return false;
    const askedAtMs = performance.now();
    const { leases, more } = await leaseDue(database, free, settings);
    for (const lease of leases) underWay.begin(lease, askedAtMs, attempt(lease));
    return more;
  });
  const renewals = poll("webhook leases", renewEveryMs, async () => {
    const askedAtMs = performance.now();
    // Most attempts end before their lease is as old as that, and are never renewed.
    const leases = underWay.heldSinceBefore(askedAtMs - renewEveryMs / 2);
    if (leases.length === 0) return false;
    const { renewed, lost } = await database.inWorker((trx) => trx.commitWith(renewLeases(trx, leases)));
    underWay.renewed(renewed, askedAtMs);
    underWay.callOff(lost);
    return false;
  });
  const listeners = poll("webhook listeners", listenersEveryMs, async () => {
    await deleteStaleListeners(database);
    return false;
  });

  const stop = async (): Promise<void> => {
    await Promise.all([deliveries.stop(), listeners.stop()]);
    const unfinished = await underWay.end(settings.stopGraceMs);
    await renewals.stop();
    if (unfinished.length > 0) await database.inWorker((trx) => releaseLeases(trx, unfinished));
  };
  return { wake: deliveries.wake, stop };
}

/** Removes listeners that have not been heard of for a minute, with their deliveries. */
export async function deleteStaleListeners(database: Database): Promise<void> {
  const stale = await database.inWorker((trx) => trx.commitWith(findStaleListeners(trx)));
  for (const { endpointId, ...scope } of stale)
    await database.inTenant(scope, (trx) => deleteListener(trx, endpointId));
}
