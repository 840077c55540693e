import { setTimeout as sleep } from "node:timers/promises";
import { startPoller } from "../../jobs/poller.ts";
import type { Mode } from "../../kernel/mode.ts";
import { loopbackAllowed } from "../check-webhook-url.ts";
import { type AttemptDeps, attemptDelivery } from "./attempt-delivery.ts";
import { type GuardedAgents, type Lookup, makeGuardedAgents } from "./guarded-agent.ts";
import {
  deleteStaleListeners,
  type Lease,
  leaseDue,
  leaseSeconds,
  releaseLeases,
  renewLeases,
} from "./queries.ts";

export type DeliveryWorkerDeps = AttemptDeps & {
  /** Whether sandbox endpoints may be on this machine. */
  readonly allowLoopback: boolean;
};

export type DeliveryWorkerOptions = {
  /** How long an attempt may take, from the look-up to the last byte of the answer. */
  readonly deadlineMs?: number;
  /** How soon events of other processes are noticed; those of this one are told by `nudge`. */
  readonly pollMs?: number;
  /** Attempts under way in this process. */
  readonly maxInFlight?: number;
  /** Attempts under way to one endpoint, in all processes together. */
  readonly maxPerEndpoint?: number;
  /** How long `stop` lets attempts finish before it calls them off. */
  readonly stopGraceMs?: number;
  readonly lookup?: Lookup;
};

export type DeliveryWorker = {
  /** Says that there may be something to deliver. */
  nudge(): void;
  /** Begins nothing new, lets attempts finish for a while, calls the rest off and gives their leases back. */
  stop(): Promise<void>;
};

type UnderWay = { readonly lease: Lease; readonly calledOff: AbortController; readonly done: Promise<void> };

const standard = { deadlineMs: 15_000, pollMs: 500, maxInFlight: 64, maxPerEndpoint: 4, stopGraceMs: 5_000 };

/** A third of the lease: two renewals can fail before it runs out. */
const renewEveryMs = (leaseSeconds * 1_000) / 3;
const listenersEveryMs = 30_000;

/** Delivers what is due, of all tenants, until stopped. Any number of processes may run one. */
export function startDeliveryWorker(
  deps: DeliveryWorkerDeps,
  options: DeliveryWorkerOptions = {},
): DeliveryWorker {
  const settings = { ...standard, ...options };
  const underWay = new Map<string, UnderWay>();
  const agentsFor = makeAgents(deps.allowLoopback);
  const { database, log } = deps;

  const begin = (lease: Lease): void => {
    const calledOff = new AbortController();
    const { deadlineMs, lookup } = settings;
    const post = { agents: agentsFor(lease.mode), deadlineMs, lookup, signal: calledOff.signal };
    const done = attemptDelivery(deps, lease, post)
      .catch((error) =>
        log.warn({ err: error, delivery: lease.id }, "webhook attempt failed, will be tried again"),
      )
      .then(() => {
        underWay.delete(lease.id);
        poller.nudge();
      });
    underWay.set(lease.id, { lease, calledOff, done });
  };

  const poller = startPoller({
    name: "webhook deliveries",
    everyMs: settings.pollMs,
    log,
    run: async () => {
      const free = settings.maxInFlight - underWay.size;
      if (free > 0) {
        const leases = await database.inWorker((trx) => leaseDue(trx, free, settings.maxPerEndpoint));
        leases.forEach(begin);
      }
      // What is still due waits for a place, and each attempt that ends says so by a nudge.
      return false;
    },
  });
  const renewals = startPoller({
    name: "webhook leases",
    everyMs: renewEveryMs,
    log,
    run: async () => {
      const attempts = [...underWay.values()];
      if (attempts.length === 0) return false;
      const held = await database.inWorker((trx) =>
        renewLeases(
          trx,
          attempts.map(({ lease }) => lease),
        ),
      );
      for (const { lease, calledOff } of attempts) if (!held.has(lease.id)) calledOff.abort();
      return false;
    },
  });
  const listeners = startPoller({
    name: "webhook listeners",
    everyMs: listenersEveryMs,
    log,
    run: async () => {
      await database.inWorker(deleteStaleListeners);
      return false;
    },
  });

  const stop = async (): Promise<void> => {
    await Promise.all([poller.stop(), listeners.stop()]);
    const finished = Promise.all([...underWay.values()].map(({ done }) => done));
    const grace = new AbortController();
    await Promise.race([
      finished,
      sleep(settings.stopGraceMs, undefined, { signal: grace.signal }).catch(() => {}),
    ]);
    grace.abort();
    const unfinished = [...underWay.values()];
    for (const { calledOff } of unfinished) calledOff.abort();
    await finished;
    await renewals.stop();
    if (unfinished.length === 0) return;
    await database.inWorker((trx) =>
      releaseLeases(
        trx,
        unfinished.map(({ lease }) => lease),
      ),
    );
  };
  return { nudge: poller.nudge, stop };
}

function makeAgents(allowLoopback: boolean): (mode: Mode) => GuardedAgents {
  const live = makeGuardedAgents({ allowLoopback: loopbackAllowed({ mode: "live", allowLoopback }) });
  const sandbox = makeGuardedAgents({ allowLoopback: loopbackAllowed({ mode: "sandbox", allowLoopback }) });
  return (mode) => (mode === "live" ? live : sandbox);
}
