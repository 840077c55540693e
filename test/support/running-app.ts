import type { AddressInfo } from "node:net";
import type { FastifyInstance, RouteOptions } from "fastify";
import { type Logger, pino } from "pino";
import { type App, makeApp } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import type { Keyring } from "../../src/kernel/seal.ts";
import { createTenant, type NewTenant } from "../../src/tenants/create-tenant.ts";
import { patientAcquireTimeoutMs, type TestDatabase, type Waits } from "./database.ts";
import { openTestKeyring } from "./keyring.ts";

/** Kassa as production builds it, which tests can take one after another. */
export type RunningApp = {
  readonly app: App;
  readonly url: string;
  readonly keyring: Keyring;
  readonly registeredRoutes: readonly RegisteredRoute[];
  makeTenant(name?: string): Promise<NewTenant>;
  /**
   * Collects what is logged from now on until `end`: one JSON document per line. The first log has what was logged
   * while the app started, too.
   */
  openLog(): { readonly lines: string[]; end(): void };
  stop(): Promise<void>;
};

/** A route of the server. One with several methods is here once for each. */
export type RegisteredRoute = {
  readonly method: string;
  readonly url: string;
  readonly schema: RouteOptions["schema"];
  readonly config: RouteOptions["config"];
};

/** @param env the settings, as an operator would set them. Defaults: port 0 and no rate limit */
export async function runApp(
  db: TestDatabase,
  env: Record<string, string>,
  configure: (server: FastifyInstance) => void,
  waits: Waits,
): Promise<RunningApp> {
  const config = readConfig({
    PORT: "0",
    KASSA_RATE_LIMIT: "off",
    KASSA_METRICS_PORT: "off",
    KASSA_DECLINE_PAUSE_MS: "0",
    KASSA_PAGE_CHECK_MINUTES: "off",
    ...env,
  });
  const { logger, openLog } = makeLogs(config.logLevel);
  const keyring = await openTestKeyring(db.database);
  const app = makeApp({
    config,
    settings: db.settings,
    keyring,
    logger,
    passwordCost: { N: 16, r: 8, p: 1 },
    ...(waits === "patient" ? { acquireTimeoutMs: patientAcquireTimeoutMs } : {}),
  });
  const registeredRoutes = collectRoutes(app.server);
  configure(app.server);
  await app.start();
  const { port } = app.server.server.address() as AddressInfo;
  return {
    app,
    url: `http://localhost:${port}`,
    keyring,
    registeredRoutes,
    makeTenant: (name = "Test shop") => createTenant({ database: app.database, keyring }, name),
    openLog,
    stop: () => app.stop(),
  };
}

function makeLogs(level: string): { logger: Logger; openLog: RunningApp["openLog"] } {
  const atStart: string[] = [];
  const open = new Set([atStart]);
  const write = (line: string): void => {
    for (const lines of open) lines.push(line);
  };
  const openLog = () => {
    const lines = [...atStart.splice(0)];
    open.delete(atStart);
    open.add(lines);
    return { lines, end: () => void open.delete(lines) };
  };
  return { logger: pino({ level }, { write }), openLog };
}

function collectRoutes(server: FastifyInstance): readonly RegisteredRoute[] {
  const routes: RegisteredRoute[] = [];
  server.addHook("onRoute", ({ method, url, schema, config }) => {
    for (const each of [method].flat()) routes.push({ method: each, url, schema, config });
  });
  return routes;
}
