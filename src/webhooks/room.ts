import type { Database } from "../database/database.ts";
import type { Job, Running } from "../jobs/start-job.ts";
import { makeWakeUp } from "../jobs/wake-up.ts";
import type { DatabaseClock } from "../kernel/clock.ts";
import type { AgentsFor } from "../kernel/guarded-agent.ts";
import type { Keyring } from "../kernel/seal.ts";
import { type AttemptDeps, deliveryResults } from "./delivery/attempt-delivery.ts";
import { dueDeliveries } from "./delivery/leases/queries.ts";
import { startDeliveryWorker } from "./delivery/start-delivery-worker.ts";
import { webhookRoutes } from "./routes.ts";
import { dueSweeps } from "./sweep/queries.ts";
import { sweepDeliveries } from "./sweep/sweep-deliveries.ts";

type Core = {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly clock: DatabaseClock;
  readonly nowMs: () => number;
  readonly log: AttemptDeps["log"];
  readonly agentsFor: AgentsFor;
};

export function makeWebhooks(core: Core) {
  const { database, keyring, clock, nowMs, log, agentsFor } = core;
  const wakeUp = makeWakeUp();
  const deps = { database, keyring, clock, nowMs, log, agentsFor, wake: wakeUp.wake };
  const deliver = (): Running => {
    const worker = startDeliveryWorker(deps, { untilWoken: true });
    wakeUp.by(worker.wake);
    return worker;
  };
  const jobs: readonly Job[] = [
    { name: "sweep deliveries", due: dueSweeps, run: () => sweepDeliveries({ database }) },
  ];
  return {
    deps,
    apiRoutes: [webhookRoutes(deps)],
    jobs,
    workers: [deliver],
    sleepers: [{ name: "webhook deliveries", due: dueDeliveries, wake: wakeUp.wake }],
    counters: [
      {
        name: "kassa_webhook_attempts_total",
        help: "Webhook delivery attempts, by result.",
        label: "result",
        counter: deliveryResults,
      },
    ],
  };
}
