import { monitorEventLoopDelay } from "node:perf_hooks";
import { pino } from "pino";
import { makeApp } from "../src/app.ts";
import { readConfig } from "../src/config.ts";
import { openDatabase } from "../src/database/database.ts";
import { migrate } from "../src/database/migrate.ts";
import { createTenant } from "../src/tenants/create-tenant.ts";
import { openKeyring } from "../src/tenants/open-keyring.ts";

/**
 * Runs Kassa in a process of its own, with all checks, hooks and background work, as `npm start` does. BENCH_STORE=immediate
 * replaces the lane by one that answers at once: the same server without a database.
 */
const secretKey = "a-secret-key-of-32-bytes-for-benchmarks-only";
const settings = { connectionString: process.env.DATABASE_URL };
await migrate(settings);
const config = readConfig({
  ...process.env,
  PORT: "0",
  KASSA_SECRET_KEY: secretKey,
  KASSA_METRICS_PORT: "off",
  // Rate limits are on, as in production, but too high to be reached: a 429 is a fast answer.
  KASSA_RATE_LIMIT: "live=10000000,sandbox=10000000",
});
const opened = openDatabase(settings, { poolSize: 1 });
const keyring = await openKeyring(opened, { current: secretKey }).finally(() => opened.close());
const app = makeApp({
  config,
  settings,
  keyring,
  logger: pino({ level: "warn" }),
  ...(process.env.BENCH_STORE === "immediate" ? { lane: { put: async () => "inserted" as const } } : {}),
});
const keys: string[] = [];
const tenants = Number(process.env.BENCH_TENANTS ?? 1);
for (let count = 0; count < tenants; count += 1) {
  const { keys: made } = await createTenant({ database: app.database, keyring }, `Shop ${count}`);
  keys.push(made.sandbox.secret);
}
const url = (await app.start()).replace("localhost", "127.0.0.1");
process.send?.({ url, keys });
const loopDelay = monitorEventLoopDelay({ resolution: 5 });
loopDelay.enable();
process.on("message", (message) => {
  if (message === "loopDelay") {
    process.send?.({ p99Ms: loopDelay.percentile(99) / 1e6, maxMs: loopDelay.max / 1e6 });
    loopDelay.reset();
  }
  if (message === "cpu") {
    const { user, system } = process.cpuUsage();
    process.send?.({ micros: user + system });
  }
  if (message === "memory") process.send?.({ residentBytes: process.memoryUsage.rss() });
});
process.once("disconnect", () => void app.stop().then(() => process.exit(0)));
