import type { Database } from "../database/database.ts";
import type { Job } from "../jobs/start-job.ts";
import { makeWakeUp } from "../jobs/wake-up.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Keyring } from "../kernel/seal.ts";
import { exportDays } from "./export.ts";
import { type ExportDeps, makeExports as makeSome } from "./make-exports.ts";
import { deleteOldExports, exportLeases } from "./queries.ts";
import { exportRoutes } from "./routes.ts";

type Core = ExportDeps & { readonly database: Database; readonly keyring: Keyring; readonly clock: Clock };

const hourMs = 60 * 60_000;
/** Few, because each may have a thousand chunks. */
const deletedAtOnce = 10;

export function makeExports({ database, keyring, clock, stopping, log }: Core) {
  const wakeUp = makeWakeUp();
  const deps: ExportDeps = { database, stopping, log };
  const jobs: readonly Job[] = [
    { name: "make exports", due: exportLeases.dueRows, wakeUp, run: () => makeSome(deps) },
    {
      name: "delete old exports",
      everyMs: hourMs,
      run: async () =>
        (await database.inWorker((trx) => deleteOldExports(trx, exportDays, deletedAtOnce))) ===
        deletedAtOnce,
    },
  ];
  return { apiRoutes: [exportRoutes({ database, keyring, clock, wake: wakeUp.wake })], jobs };
}
