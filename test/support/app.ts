import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { type Logger, pino } from "pino";
import { type App, makeApp } from "../../src/app.ts";
import { type Config, readConfig } from "../../src/config.ts";
import type { Keyring } from "../../src/kernel/seal.ts";
import { createTenant, type NewTenant } from "../../src/tenants/create-tenant.ts";
import { openTestDatabase, patientAcquireTimeoutMs, type TestDatabase, type Waits } from "./database.ts";
import { openTestKeyring } from "./keyring.ts";

/**
 * Kassa as production builds it, on its own database and a free local port. Only its waits for the database are
 * longer.
 */
export type TestApp = {
  readonly app: App;
  readonly db: TestDatabase;
  readonly url: string;
  readonly keyring: Keyring;
  readonly tenant: NewTenant;
  /** Everything that was logged: one JSON document per line. */
  readonly logged: string[];
  makeTenant(name?: string): Promise<NewTenant>;
  /** A request with a key (default: the sandbox key) and a JSON body. */
  call(method: string, path: string, options?: CallOptions): Promise<CallResult>;
  close(): Promise<void>;
};

export type CallOptions = {
  key?: string | null;
  body?: unknown;
  rawBody?: string;
  headers?: Record<string, string>;
};
// biome-ignore lint/suspicious/noExplicitAny: tests check responses field by field
export type JsonBody = any;
export type CallResult = { status: number; headers: Headers; body: JsonBody; text: string };

/**
 * Starts Kassa with the settings in `env`, as an operator would set them. Defaults: port 0 and no rate limit.
 * @param configure receives the server before its routes are registered
 * @param waits whether requests on a busy machine become slow (`patient`) or are answered with 503 (`production`)
 */
export async function startTestApp(
  env: Record<string, string> = {},
  configure: (server: FastifyInstance) => void = () => {},
  waits: Waits = "patient",
): Promise<TestApp> {
  return startTestAppOn(await openTestDatabase({ waits }), env, configure, waits);
}

/** The same on a database that the test has already opened. Closing the app closes it too. */
export async function startTestAppOn(
  db: TestDatabase,
  env: Record<string, string> = {},
  configure: (server: FastifyInstance) => void = () => {},
  waits: Waits = "patient",
): Promise<TestApp> {
  const logged: string[] = [];
  const config: Config = readConfig({
    PORT: "0",
    KASSA_RATE_LIMIT: "off",
    KASSA_METRICS_PORT: "off",
    KASSA_DECLINE_PAUSE_MS: "0",
    KASSA_PAGE_CHECK_MINUTES: "off",
    ...env,
  });
  const logger: Logger = pino(
    { level: config.logLevel },
    { write: (line: string) => void logged.push(line) },
  );
  const keyring = await openTestKeyring(db.database);
  const app = makeApp({
    config,
    settings: db.settings,
    keyring,
    logger,
    ...(waits === "patient" ? { acquireTimeoutMs: patientAcquireTimeoutMs } : {}),
  });
  configure(app.server);
  const makeTenant = (name = "Test shop"): Promise<NewTenant> =>
    createTenant({ database: app.database, keyring }, name);
  const tenant = await makeTenant();
  await app.start();
  const { port } = app.server.server.address() as AddressInfo;
  const url = `http://localhost:${port}`;
  return {
    app,
    db,
    url,
    keyring,
    tenant,
    logged,
    makeTenant,
    call: (method, path, options = {}) =>
      call(url + path, method, { key: tenant.keys.sandbox.secret, ...options }),
    close: async () => {
      await app.stop();
      await db.close();
    },
  };
}

async function call(url: string, method: string, options: CallOptions): Promise<CallResult> {
  const body = options.rawBody ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  const response = await fetch(url, {
    method,
    redirect: "manual",
    headers: {
      ...(options.key ? { authorization: `Bearer ${options.key}` } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const isJson = text !== "" && /json/.test(response.headers.get("content-type") ?? "");
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : undefined,
    text,
  };
}
