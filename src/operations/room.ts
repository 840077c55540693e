import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Database } from "../database/database.ts";
import type { CounterMetric } from "../kernel/counter.ts";
import { type LaneMetrics, makeRegistry } from "./metrics.ts";
import { startMetricsServer } from "./metrics-server.ts";
import { measureRequests } from "./request-meter.ts";
import { healthRoutes } from "./routes.ts";

type Core = {
  readonly database: Database;
  readonly lane: LaneMetrics;
  readonly log: FastifyBaseLogger;
  readonly stopping: () => boolean;
  readonly config: {
    readonly databaseUrl: string | undefined;
    readonly dataDir: string;
    readonly metricsPort: number | "off";
    readonly metricsPortIsSet: boolean;
    readonly metricsHost: string;
  };
};

type Running = { stop(): Promise<void> };

/** Made before the first route, because it measures the routes that are registered after it. */
export function makeOperations(core: Core, server: FastifyInstance) {
  const { database, lane, log, stopping, config } = core;
  const requests = measureRequests(server);
  return {
    routes: [
      healthRoutes({
        database,
        lane,
        ...(config.databaseUrl === undefined ? { dataDir: config.dataDir } : {}),
        stopping,
      }),
    ],
    /** Serves the metrics on their own port, unless they are off. */
    startMetrics: async (
      counters: readonly CounterMetric[],
      heldAccounts: () => number,
    ): Promise<readonly Running[]> => {
      const { metricsPort: port, metricsPortIsSet: portIsSet, metricsHost: host } = config;
      if (port === "off") return [];
      const registry = makeRegistry({ requests, lane, pool: () => database.load(), heldAccounts, counters });
      const metrics = await startMetricsServer({ host, port, portIsSet, registry, log });
      log.info({ address: metrics.address }, "metrics are served");
      return [metrics];
    },
  };
}
