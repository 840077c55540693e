import { type MetricsDeps, metricsRoutes } from "./routes.ts";

/** What a tenant's payments came to, for the dashboard. */
export const makeMetrics = (
  { database, nowMs }: Pick<MetricsDeps, "database" | "nowMs">,
  authenticate: MetricsDeps["authenticate"],
) => ({ routes: [metricsRoutes({ database, nowMs, authenticate })] });
