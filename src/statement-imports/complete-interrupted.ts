import { runEachInTurn } from "../database/run-each-in-turn.ts";
import type { Job } from "../jobs/start-job.ts";
import { type ImportDeps, storeAll } from "./import-statement.ts";
import { selectInterrupted } from "./queries.ts";

/** Longer than storing a chunk takes, and than a transaction waits for a lock. */
const interruptedAfterSeconds = 60;
const atOnce = 10;

/** Completes the imports whose process has ended or failed while it stored their entries. */
export function completeInterruptedImports(deps: ImportDeps): Job {
  return {
    name: "complete interrupted imports",
    everyMs: 30_000,
    run: async () => {
      const found = await deps.database.inWorker((trx) =>
        selectInterrupted(trx, interruptedAfterSeconds, atOnce),
      );
      return runEachInTurn(
        found.map(({ tenantId, mode, id }) => async () => {
          await storeAll(deps, { tenantId, mode }, id);
          return found.length === atOnce;
        }),
      );
    },
  };
}
