import type { FastifyInstance } from "fastify";
import type { NewTenant } from "../../src/tenants/create-tenant.ts";
import { openTestDatabase, type TestDatabase, type Waits } from "./database.ts";
import { type RunningApp, runApp } from "./running-app.ts";

/**
 * Kassa as production builds it, on its own database and a free local port. Only its waits for the database are
 * longer, and its hashes of passwords cost less.
 */
export type TestApp = Pick<RunningApp, "app" | "url" | "keyring" | "registeredRoutes" | "makeTenant"> & {
  readonly db: TestDatabase;
  readonly tenant: NewTenant;
  /** The tenants of this file: `tenant`, and those that `makeTenant` has made. */
  readonly tenantIds: readonly number[];
  /** Everything that was logged: one JSON document per line. */
  readonly logged: string[];
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
  const running = await runApp(db, env, configure, waits);
  return takeApp(running, db, async () => {
    await running.stop();
    await db.close();
  });
}

/** A running app for one test file: with a tenant and a log of its own. */
export async function takeApp(
  running: RunningApp,
  db: TestDatabase,
  close: () => Promise<void>,
): Promise<TestApp> {
  const { app, url, keyring, registeredRoutes, openLog } = running;
  const tenantIds: number[] = [];
  const makeTenant = async (name?: string): Promise<NewTenant> => {
    const made = await running.makeTenant(name);
    tenantIds.push(made.tenant.tenantId);
    return made;
  };
  const tenant = await makeTenant();
  const log = openLog();
  return {
    app,
    db,
    url,
    keyring,
    registeredRoutes,
    makeTenant,
    tenant,
    tenantIds,
    logged: log.lines,
    call: (method, path, options = {}) =>
      call(url + path, method, { key: tenant.keys.sandbox.secret, ...options }),
    close: async () => {
      log.end();
      await close();
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
