import type { Database } from "../database/database.ts";
import { jobFailures } from "./poller.ts";
import { purgeOldRows, type Retention } from "./purge-old-rows.ts";
import { purgeSandbox, type SandboxPurgeDeps } from "./sandbox/purge-sandbox.ts";
import type { Job } from "./start-job.ts";

type Core = { readonly database: Database; readonly config: { readonly retention: Retention } };

const hourMs = 60 * 60_000;

export function makeJobs(core: Core, listTenantScopes: SandboxPurgeDeps["listTenantScopes"]) {
  const { database, config } = core;
  const { retention } = config;
  const jobs: readonly Job[] = [
    { name: "clear old rows", everyMs: hourMs, run: () => purgeOldRows({ database, retention }) },
    {
      name: "clear old sandbox data",
      everyMs: hourMs,
      run: () => purgeSandbox({ database, listTenantScopes }, retention.sandbox),
    },
  ];
  return {
    jobs,
    counters: [
      {
        name: "kassa_job_failures_total",
        help: "Failed runs of background jobs, by job.",
        label: "job",
        counter: jobFailures,
      },
    ],
  };
}
