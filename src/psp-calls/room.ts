import type { OnPspCall } from "../connectors/observe-calls.ts";
import type { Database } from "../database/database.ts";
import { BatchWriter } from "../jobs/batch-writer.ts";
import { type JobLog, startPoller } from "../jobs/poller.ts";
import type { Running } from "../jobs/start-job.ts";
import { Counter } from "../kernel/counter.ts";
import { makeId } from "../kernel/id.ts";
import type { StoredCall } from "./call.ts";
import { insertCalls } from "./queries.ts";
import { type PspCallRouteDeps, pspCallRoutes } from "./routes.ts";

type Core = { readonly database: Database; readonly log: JobLog };

/** A call is stored after so long at most. */
const writeEveryMs = 1_000;

const counter = new Counter<"stored" | "dropped">(["stored", "dropped"]);

/** What Kassa asked PSPs about a payment and what they answered, for whoever finds out what happened. */
export function makePspCalls({ database, log }: Core, authenticate: PspCallRouteDeps["authenticate"]) {
  const writer = new BatchWriter<StoredCall>({
    what: "calls to PSPs",
    counter,
    log,
    store: async (calls) => {
      const distribution = await database.distribution();
      await database.inWorker((trx) => insertCalls(trx, calls, distribution));
    },
  });
  const note: OnPspCall = (call) => {
    const at = new Date();
    writer.add(
      { ...call, id: makeId("pcl", call.mode, call.tenantId, at.getTime()), at },
      500 + 300 * call.exchanges.length,
    );
  };
  const run = async (): Promise<boolean> => {
    await writer.write();
    return false;
  };
  const work = (): Running =>
    startPoller({ name: "write the calls to PSPs", everyMs: writeEveryMs, run, log });
  return {
    note,
    routes: [pspCallRoutes({ database, authenticate })],
    workers: [work],
    /** Stores what the last calls have left. The shutdown doesn't wait for an unavailable database. */
    close: () => writer.write().catch(() => {}),
    counters: [
      {
        name: "kassa_psp_calls_total",
        help: "Notes of calls to PSPs that were stored, and those dropped because the database was slow.",
        label: "result",
        counter,
      },
    ],
  };
}
