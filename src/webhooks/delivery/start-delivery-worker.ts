import type { Database } from "../../database/database.ts";
import { startPoller } from "../../jobs/poller.ts";
import type { AgentsFor } from "../../kernel/guarded-agent.ts";
import { deleteListener } from "../queries.ts";
import { type AttemptDeps, attemptDelivery } from "./attempt-delivery.ts";
import { InFlightDeliveries } from "./in-flight-deliveries.ts";
import {
  type DeliveryLimits,
  findDueEndpoints,
  findDueEndpointsOnCitus,
  leaseOfTenant,
  leaseSeconds,
  releaseLeases,
  renewLeases,
} from "./leases/queries.ts";
import { findStaleListeners, type Lease } from "./queries.ts";

export type DeliveryWorkerDeps = AttemptDeps & {
  readonly agentsFor: AgentsFor;
};

export type DeliveryWorkerOptions = {
  /** How long an attempt may take, from the DNS query to the last byte of the response. */
  readonly deadlineMs?: number;
  /** How often to look for events of other processes, in milliseconds. Events of this one call `wake`. */
  readonly pollMs?: number;
  /** True where `wake` is called for the events of other processes, too. `pollMs` is then the first wait after a failure. */
  readonly untilWoken?: boolean;
  /** The most attempts in flight in this process. */
  readonly maxInFlight?: number;
  /** To one endpoint, in all processes together. */
  readonly maxPerEndpoint?: number;
  /** Of one tenant and mode, in all processes together. At most a quarter of them goes to failing endpoints. */
  readonly maxPerTenant?: number;
  /** How long `stop` waits for attempts before it aborts them. */
  readonly stopGraceMs?: number;
};

export type DeliveryWorker = {
  /** Starts the next round now: there may be something to deliver. */
  wake(): void;
  /** Starts no further attempts, waits for those in flight for a while, aborts the rest and releases their leases. */
  stop(): Promise<void>;
};

/** How long an attempt may take, from the DNS query to the last byte of the response. */
export const attemptDeadlineMs = 15_000;

const defaults = {
  deadlineMs: attemptDeadlineMs,
  pollMs: 500,
  untilWoken: false,
  maxInFlight: 128,
  maxPerEndpoint: 4,
  maxPerTenant: 32,
  stopGraceMs: 5_000,
};

/** A fifth of the lease. After three failed renewals the attempt is aborted, a fifth of the lease before the lease ends. */
const renewEveryMs = (leaseSeconds * 1_000) / 5;
const holdMs = leaseSeconds * 1_000 - renewEveryMs;
const staleListenersEveryMs = 30_000;

/** Delivers due events of all tenants until stopped. Any number of processes may run a worker. */
export function startDeliveryWorker(
  deps: DeliveryWorkerDeps,
  options: DeliveryWorkerOptions = {},
): DeliveryWorker {
  const { database, log } = deps;
  const settings = { ...defaults, ...options };
  const { deadlineMs, untilWoken } = settings;
  const inFlight = new InFlightDeliveries(holdMs);

  const poll = (name: string, everyMs: number, run: () => Promise<boolean>, options = {}) =>
    startPoller({ name, everyMs, log, run, ...options });
  const attempt = (lease: Lease) => async (signal: AbortSignal) => {
    try {
      await attemptDelivery(deps, lease, { agents: deps.agentsFor(lease), deadlineMs, signal });
    } catch (error) {
      log.warn({ err: error, delivery: lease.id }, "webhook attempt failed, will be tried again");
    } finally {
      // In the next turn of the event loop its place is free for another delivery.
      setImmediate(() => deliveries.wake());
    }
  };
  const begin = async (): Promise<boolean> => {
    const free = settings.maxInFlight - inFlight.size;
    if (free === 0) return false;
    const requestedAtMs = performance.now();
    const { leases, more } = await leaseDue(database, free, settings);
    for (const lease of leases) inFlight.begin(lease, requestedAtMs, attempt(lease));
    return more;
  };
  const deliveries = poll("webhook deliveries", settings.pollMs, begin, { untilWoken });
  const renewals = poll("webhook leases", renewEveryMs, async () => {
    const requestedAtMs = performance.now();
    // Most attempts end before their lease is that old, and are never renewed.
    const leases = inFlight.renewedBefore(requestedAtMs - renewEveryMs / 2);
    if (leases.length === 0) return false;
    const { renewed, lost } = await database.inWorker((trx) => trx.commitWith(renewLeases(trx, leases)));
    inFlight.extend(renewed, requestedAtMs);
    inFlight.abort(lost);
    return false;
  });
  const listeners = poll("webhook listeners", staleListenersEveryMs, async () => {
    await deleteStaleListeners(database);
    return false;
  });

  const stop = async (): Promise<void> => {
    await Promise.all([deliveries.stop(), listeners.stop()]);
    const unfinished = await inFlight.end(settings.stopGraceMs);
    await renewals.stop();
    if (unfinished.length > 0) await database.inWorker((trx) => releaseLeases(trx, unfinished));
  };
  return { wake: deliveries.wake, stop };
}

/** Removes listeners that sent no heartbeat for a minute, with their deliveries. */
export async function deleteStaleListeners(database: Database): Promise<void> {
  const stale = await database.inWorker((trx) => trx.commitWith(findStaleListeners(trx)));
  for (const { endpointId, ...scope } of stale)
    await database.inTenant(scope, (trx) => deleteListener(trx, endpointId));
}

export type Leased = {
  readonly leases: readonly Lease[];
  /** A tenant used its whole share, so more of its deliveries may be due. */
  readonly more: boolean;
};

/**
 * Leases due deliveries of enabled endpoints, at most `limit`, in equal shares for all tenants: a tenant with many due deliveries
 * doesn't delay the others.
 */
export async function leaseDue(database: Database, limit: number, limits: DeliveryLimits): Promise<Leased> {
  const distribution = await database.distribution();
  const find = distribution === "citus" ? findDueEndpointsOnCitus : findDueEndpoints;
  const endpoints = await database.readAs("worker", (trx) => find(trx, limits.maxPerEndpoint));
  const tenants = [...Map.groupBy(endpoints, ({ tenantId }) => tenantId)].filter(([, own]) =>
    own.some(({ canLease }) => canLease),
  );
  if (tenants.length === 0) return { leases: [], more: false };
  const shares = shareOut(limit, tenants.length);
  const leased = await database.inWorker((trx) =>
    trx.commitWith(
      Promise.all(
        tenants.map(([tenantId, own], index) => {
          const share = shares[index] ?? 0;
          return share === 0 ? [] : leaseOfTenant(trx, tenantId, own, share, limits);
        }),
      ),
    ),
  );
  const leases = leased.flat();
  // A tenant whose share is 0 counts as having used it: the next round may serve it.
  return { leases, more: leases.length > 0 && leased.some((own, index) => own.length === shares[index]) };
}

/** Equal parts of a whole number. Chance decides which parts are one larger. */
function shareOut(whole: number, parts: number): number[] {
  const share = Math.floor(whole / parts);
  const rest = whole % parts;
  const first = Math.floor(Math.random() * parts);
  return Array.from({ length: parts }, (_, index) => share + Number((index + parts - first) % parts < rest));
}
