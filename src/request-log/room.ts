import type { FastifyInstance } from "fastify";
import type { Database } from "../database/database.ts";
import { type JobLog, startPoller } from "../jobs/poller.ts";
import type { Running } from "../jobs/start-job.ts";
import { makeLineWriter, requestLogLines } from "./line-writer.ts";
import { observeRequests, type RequestLogSetting } from "./observe-requests.ts";
import { type RequestLogRouteDeps, requestLogRoutes } from "./routes.ts";

type Core = {
  readonly database: Database;
  readonly nowMs: () => number;
  readonly log: JobLog;
  readonly config: { readonly requestLog: RequestLogSetting };
};

/** A line is stored after so long at most. */
const writeEveryMs = 1_000;

/** What merchants' programs asked the API, and what it answered, for their developers. */
export function makeRequestLog(
  { database, nowMs, log, config: { requestLog: setting } }: Core,
  authenticate: RequestLogRouteDeps["authenticate"],
) {
  const writer = makeLineWriter(database, log);
  const run = async (): Promise<boolean> => {
    await writer.write();
    return false;
  };
  const work = (): Running => startPoller({ name: "write the request log", everyMs: writeEveryMs, run, log });
  return {
    /** Notes the requests of the routes that are registered afterwards. */
    observe: (api: FastifyInstance): void => {
      if (setting !== "off") observeRequests(api, { writer, nowMs, setting });
    },
    routes: [requestLogRoutes({ database, authenticate })],
    workers: setting === "off" ? [] : [work],
    /** Stores what the last requests have left. The shutdown doesn't wait for an unavailable database. */
    close: () => writer.write().catch(() => {}),
    counters: [
      {
        name: "kassa_request_log_lines_total",
        help: "Lines of the request log that were stored, and those dropped because the database was slow.",
        label: "result",
        counter: requestLogLines,
      },
    ],
  };
}
