import pino from "pino";
import { openTestDatabase, type TestDatabase } from "../../test/support/database.ts";
import { accountSecret } from "./secrets.ts";
import { type SandboxPspServer, type SandboxPspServerOptions, startSandboxPspServer } from "./server.ts";

export const testSecretKey = "a secret key for tests only";
export const testAccount = "0000001_sandbox";

export type TestPsp = SandboxPspServer & {
  readonly db: TestDatabase;
  /** The server's whole log. */
  readonly logged: () => string;
  call(path: string, options?: TestCall): Promise<Response>;
};

export type TestCall = {
  readonly method?: "PUT";
  readonly body?: object;
  readonly key?: string;
  readonly account?: string;
  readonly secret?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** The simulated PSP on its own database, with its log in memory. */
export async function startTestPsp(options: Partial<SandboxPspServerOptions> = {}): Promise<TestPsp> {
  const db = await openTestDatabase();
  let log = "";
  const logger = pino({ level: "trace" }, { write: (line: string) => (log += line) });
  const server = await startSandboxPspServer({
    database: db.database,
    secretKey: testSecretKey,
    host: "127.0.0.1",
    port: 0,
    notificationUrl: () => "http://127.0.0.1:9/",
    pollMs: 20,
    logger,
    ...options,
  });
  return {
    url: server.url,
    db,
    logged: () => log,
    call: (path, call = {}) => fetch(`${server.url}${path}`, requestOf(call)),
    close: async () => {
      await server.close();
      await db.close();
    },
  };
}

function requestOf(call: TestCall): RequestInit {
  const account = call.account ?? testAccount;
  return {
    method: call.method ?? (call.body ? "POST" : "GET"),
    headers: {
      authorization: `Bearer ${call.secret ?? accountSecret(testSecretKey, account)}`,
      "sandbox-account": account,
      ...(call.key ? { "idempotency-key": call.key } : {}),
      ...(call.body ? { "content-type": "application/json" } : {}),
      ...call.headers,
    },
    ...(call.body ? { body: JSON.stringify(call.body) } : {}),
  };
}

/** A request for 10.00 EUR by default. */
export function chargeBody(number: string, overrides: object = {}): object {
  return {
    merchantReference: "cs_sandbox_test",
    amount: 1000,
    currency: "EUR",
    capture: "manual",
    description: "A blue teapot",
    returnUrl: "https://shop.example/return?attempt=1",
    method: cardMethod(number),
    ...overrides,
  };
}

export function cardMethod(number: string): object {
  const cvc = number.startsWith("37") ? "8642" : "864";
  return { type: "card", number, expiryMonth: 12, expiryYear: 2099, cvc };
}

/** The field at a path of a JSON answer. */
export async function fieldOf(response: Response, ...path: string[]): Promise<unknown> {
  let value: unknown = await response.json();
  for (const name of path)
    value = value !== null && typeof value === "object" ? Reflect.get(value, name) : undefined;
  return value;
}

/** Polls until the probe returns a truthy value. */
export async function eventually<Value>(
  probe: () => Promise<Value>,
  timeoutMs = 90_000,
): Promise<NonNullable<Value>> {
  const endMs = Date.now() + timeoutMs;
  for (;;) {
    const value = await probe();
    if (value) return value;
    if (Date.now() > endMs) throw new Error(`the condition was not met within ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
