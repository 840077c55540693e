import type { DisputeDeps } from "../disputes/deps.ts";
import type { Job } from "../jobs/start-job.ts";
import type { ClockDeliveryDeps } from "../webhooks/delivery/on-clock.ts";
import { stalledAdvances } from "./queries.ts";
import { resumeAdvances } from "./resume-advances.ts";
import { clockRoutes } from "./routes.ts";

export function makeClocks(
  core: { readonly stopping: () => boolean },
  payments: DisputeDeps,
  webhooks: ClockDeliveryDeps,
) {
  const deps = { ...webhooks, ...payments, stopping: core.stopping };
  const jobs: readonly Job[] = [
    { name: "advance clocks", due: stalledAdvances, run: () => resumeAdvances(deps) },
  ];
  return { apiRoutes: [clockRoutes(deps)], jobs };
}
