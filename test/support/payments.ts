import assert from "node:assert/strict";
import { type Logger, pino } from "pino";
import { type App, makeApp } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import type { CardDetails, Connector, DirectPayments } from "../../src/connectors/contract.ts";
import type { Disputes } from "../../src/connectors/disputes.ts";
import {
  type ConnectorRegistry,
  type ConnectorRoute,
  createConnectorRegistry,
  type NewChargeRoute,
} from "../../src/connectors/registry.ts";
import { sandboxPspSecret } from "../../src/connectors/sandbox/psp-secret.ts";
import type { TenantScope } from "../../src/database/transaction.ts";
import { DatabaseClock } from "../../src/kernel/clock.ts";
import { makeId } from "../../src/kernel/id.ts";
import type { Keyring } from "../../src/kernel/seal.ts";
import { failPaymentOfExpired } from "../../src/payments/attempts/fail-payment.ts";
import type { PaymentDeps } from "../../src/payments/deps.ts";
import type { Attempt } from "../../src/payments/payment.ts";
import { listAttempts } from "../../src/payments/queries/attempts.ts";
import { isHeld } from "../../src/payments/queries/holds.ts";
import { CircuitBreakers } from "../../src/payments/routing/circuit-breakers.ts";
import type { Fault } from "../../src/sandbox-psp/faults.ts";
import { type SandboxPspServer, startSandboxPspServer } from "../../src/sandbox-psp/server.ts";
import { createTenant, type NewTenant } from "../../src/tenants/create-tenant.ts";
import { openTestDatabase, patientAcquireTimeoutMs, type TestDatabase } from "./database.ts";
import { openTestKeyring } from "./keyring.ts";
import { checkInvariants } from "./oracle.ts";
import { useOpened } from "./use-opened.ts";

/** The published test cards, named by what they do. */
export const cards = {
  approved: "4242424242424242",
  declined: "4000000000000002",
  challenge: "4000000000003220",
  approvedLater: "4200000000000109",
  declinedLater: "4200000000000117",
  approvedUnanswered: "4200000000000307",
} as const;
export type CardName = keyof typeof cards;

/** An age, for `hurry`, at which no call of a testbed can still be in flight. */
export const beyondAnyCallMs = 20_000;

/** One or more Kassa processes (in this one), a simulated PSP whose network can be broken, and one database. */
export type PaymentTestbed = {
  readonly db: TestDatabase;
  readonly psp: SandboxPspServer;
  readonly apps: readonly TestbedApp[];
  readonly tenant: NewTenant;
  readonly scope: TenantScope;
  readonly keyring: Keyring;
  readonly logged: string[];
  /** The dependencies of payment operations, to call them without a server. */
  readonly deps: PaymentDeps;
  /** Injects a fault into each call to the PSP with this method until `heal`: POST moves money, GET queries. */
  injectFault(method: "GET" | "POST", fault: Fault): void;
  clearFaults(): void;
  makeSession(options?: SessionOptions): Promise<string>;
  attemptsOf(sessionId: string): Promise<Attempt[]>;
  /** Makes every attempt and movement in flight due now, and older by this much. */
  makeChecksDue(ageMs?: number): Promise<void>;
  /** A session in one line: status, payment status, and how often the PSP charged it. */
  summaryOf(sessionId: string): Promise<string>;
  eventsOf(sessionId: string): Promise<string[]>;
  /** Fails if any invariant is violated, and lists the violations. */
  assertInvariants(): Promise<void>;
  close(): Promise<void>;
};

export type TestbedApp = { readonly app: App; readonly url: string };
export type SessionOptions = { capture?: "automatic" | "manual"; expiresInMs?: number; amount?: number };
export type PaymentTestbedOptions = {
  /** How many processes of Kassa share the database. Default 0: only `deps`, and nothing runs in the background. */
  readonly apps?: number;
  readonly env?: Record<string, string>;
  /** How long delayed cards stay pending. */
  readonly pendingMs?: number;
  /** The deadline of a call to the PSP; default 10 s, so that a busy machine isn't taken for a silent PSP. */
  readonly pspTimeoutMs?: number;
  /** How long the PSP holds a call that it never answers before it drops the connection. Default 0. */
  readonly holdMs?: number;
  /** Replaces the pause before a submit that follows many declines. */
  readonly pause?: (ms: number) => Promise<unknown>;
  /** Whether the PSP sends notifications to the first app. */
  readonly notify?: boolean;
};

export const cardOf = (name: CardName): CardDetails => ({
  type: "card",
  number: cards[name],
  expiryMonth: 12,
  expiryYear: 2099,
  cvc: "864",
});

/**
 * A testbed for the tests of a file: it is there before the first of them, and empty until then. Its database is its own, because
 * the invariants are those of a whole database.
 *
 * @param prepare what the tests need besides. Where no suite surrounds a file, Node runs its hooks at the same time.
 */
export function usePaymentTestbed(
  options: PaymentTestbedOptions = {},
  prepare: (testbed: PaymentTestbed) => Promise<unknown> = async () => {},
): PaymentTestbed {
  return useOpened(() => startPaymentTestbed(options), prepare);
}

/**
 * Starts a testbed. A call that the PSP never answers (the faults `timeout_…`) ends at once by a dropped connection;
 * Kassa's own deadline is tested in connectors/sandbox/connector.test.ts.
 */
export async function startPaymentTestbed(options: PaymentTestbedOptions = {}): Promise<PaymentTestbed> {
  const pspTimeoutMs = options.pspTimeoutMs ?? 10_000;
  const db = await openTestDatabase({ poolSize: 20 });
  const keyring = await openTestKeyring(db.database);
  const tenant = await createTenant({ database: db.database, keyring }, "Test shop");
  const scope: TenantScope = { tenantId: tenant.tenant.tenantId, mode: "sandbox" };
  const broken = new Map<string, Fault>();
  const apps: TestbedApp[] = [];
  const psp = await startSandboxPspServer({
    database: db.database,
    secretKey: sandboxPspSecret(keyring),
    host: "127.0.0.1",
    port: 0,
    notificationUrl: (account) =>
      options.notify && apps[0]
        ? `${apps[0].url}/api/notifications/sandbox/${account}`
        : "http://127.0.0.1:9/",
    faults: (request) => broken.get(request.method),
    pollMs: 20,
    holdMs: options.holdMs ?? 0,
    ...(options.pendingMs === undefined ? {} : { pendingMs: options.pendingMs }),
  });
  const logged: string[] = [];
  const logger: Logger = pino({ level: "info" }, { write: (line: string) => void logged.push(line) });
  for (let count = 0; count < (options.apps ?? 0); count += 1) {
    apps.push(
      await startApp(
        db,
        keyring,
        psp.url,
        logger,
        { KASSA_PSP_TIMEOUT_MS: String(pspTimeoutMs), ...options.env },
        options.pause,
      ),
    );
  }
  const clock = new DatabaseClock();
  const deps: PaymentDeps = {
    database: db.database,
    clock,
    publicUrl: new URL("http://localhost:8080"),
    connectors: createConnectorRegistry({
      sandbox: { baseUrl: psp.url, secretKey: sandboxPspSecret(keyring) },
    }),
    events: { nowMs: () => clock.nowMs(), subscribers: [] },
    sessionExpired: failPaymentOfExpired,
    sandboxDays: 90,
    mayBeMissingPayments: (trx) => isHeld(trx, undefined, 0),
    hasAccount: async () => true,
    pspTimeoutMs,
    log: logger,
    circuits: new CircuitBreakers(),
  };
  return {
    db,
    psp,
    apps,
    tenant,
    scope,
    keyring,
    logged,
    deps,
    injectFault: (method, fault) => void broken.set(method, fault),
    clearFaults: () => broken.clear(),
    makeSession: (session = {}) => insertSession(db, scope, session),
    attemptsOf: (sessionId) => attemptsOf(deps, scope, sessionId),
    makeChecksDue: async (ageMs = 0) => {
      await db.sql(
        `UPDATE movements SET next_check_at = now(), created_at = seconds_after(created_at, $1)
         WHERE status IN ('started', 'unknown', 'pending')`,
        [-ageMs / 1000],
      );
      await db.sql(
        `UPDATE attempts SET next_check_at = now(), started_at = seconds_after(started_at, $1)
         WHERE next_check_at IS NOT NULL`,
        [-ageMs / 1000],
      );
    },
    summaryOf: (sessionId) => sessionSummary(db, sessionId),
    eventsOf: (sessionId) => eventsOf(db, sessionId),
    assertInvariants: async () => assert.deepEqual(await checkInvariants(db), []),
    close: async () => {
      await Promise.all(apps.map(({ app }) => app.stop()));
      await psp.close();
      await db.close();
    },
  };
}

async function startApp(
  db: TestDatabase,
  keyring: Keyring,
  pspUrl: string,
  logger: Logger,
  env: Record<string, string>,
  pause?: PaymentTestbedOptions["pause"],
): Promise<TestbedApp> {
  const config = readConfig({
    PORT: "0",
    KASSA_RATE_LIMIT: "off",
    KASSA_METRICS_PORT: "off",
    KASSA_SANDBOX_PSP_URL: pspUrl,
    KASSA_DECLINE_PAUSE_MS: "0",
    KASSA_PAGE_CHECK_MINUTES: "off",
    ...env,
  });
  const app = makeApp({
    config,
    settings: db.settings,
    keyring,
    logger,
    acquireTimeoutMs: patientAcquireTimeoutMs,
    ...(pause === undefined ? {} : { pause }),
  });
  return { app, url: await app.start() };
}

export async function insertSession(
  db: Pick<TestDatabase, "sql">,
  scope: TenantScope,
  options: SessionOptions = {},
): Promise<string> {
  const id = makeId("cs", scope.mode, scope.tenantId, Date.now());
  const details = {
    successUrl: "https://shop.example/thanks?session={CHECKOUT_SESSION_ID}",
    cancelUrl: null,
    lineItems: null,
    description: "A blue teapot",
    locale: "auto",
    captureMethod: options.capture ?? "automatic",
    paymentMethods: null,
  };
  await db.sql(
    `INSERT INTO checkout_sessions (tenant_id, id, mode, amount, currency, details, created_at, expires_at)
     VALUES ($1, $2, $3, $4, 'EUR', $5, now(), now() + $6 * interval '1 ms')`,
    [
      scope.tenantId,
      id,
      scope.mode,
      options.amount ?? 2599,
      JSON.stringify(details),
      options.expiresInMs ?? 3_600_000,
    ],
  );
  return id;
}

function attemptsOf(deps: PaymentDeps, scope: TenantScope, sessionId: string): Promise<Attempt[]> {
  return deps.database.inTenant(scope, async (trx) => {
    const payment = await trx.one<{ id: string }>(
      "SELECT id FROM payments WHERE tenant_id = $1 AND session_id = $2",
      [scope.tenantId, sessionId],
    );
    return payment ? listAttempts(trx, payment.id) : [];
  });
}

export async function sessionSummary(db: Pick<TestDatabase, "sql">, sessionId: string): Promise<string> {
  const [row] = await db.sql<{ words: string }>(
    `SELECT format('%s, %s, charged %s times', status, payment_status,
       (SELECT count(*) FROM sandbox_psp.charge_log WHERE kind = 'authorize' AND merchant_reference = s.id)) AS words
     FROM checkout_sessions s WHERE id = $1`,
    [sessionId],
  );
  return row?.words ?? "absent";
}

async function eventsOf(db: TestDatabase, sessionId: string): Promise<string[]> {
  const rows = await db.sql<{ type: string }>(
    "SELECT type FROM events WHERE session_id = $1 ORDER BY sequence",
    [sessionId],
  );
  return rows.map(({ type }) => type);
}

/** A connector's operations without their groups, so that a test can replace one of them. */
export type FlatConnector = Required<Connector> & {
  readonly authorize: DirectPayments["authorize"];
  readonly findDispute: Disputes["find"];
  readonly submitEvidence: Required<Disputes>["submitEvidence"];
  readonly acceptDispute: Required<Disputes>["accept"];
};

export function flat(connector: Connector): FlatConnector {
  const { direct, disputes, ...others } = connector as Required<Connector>;
  const { find, submitEvidence, accept } = disputes as Required<Disputes>;
  return {
    ...others,
    direct,
    disputes,
    authorize: direct.authorize,
    findDispute: find,
    submitEvidence,
    acceptDispute: accept,
  };
}

/** A registry whose connector replaces some operations of the real one, for instance to delay them. */
export function wrapConnector(
  registry: ConnectorRegistry,
  wrap: (connector: FlatConnector) => Partial<FlatConnector>,
): ConnectorRegistry {
  const wrapped = <Route extends ConnectorRoute>(route: Route): Route => {
    const known = flat(route.connector);
    const { authorize, findDispute, submitEvidence, acceptDispute, ...others } = { ...known, ...wrap(known) };
    const disputes = { find: findDispute, submitEvidence, accept: acceptDispute };
    return { ...route, connector: { ...others, direct: { ...others.direct, authorize }, disputes } };
  };
  return {
    ...registry,
    routesForNewCharges: async (scope) => (await registry.routesForNewCharges(scope)).map(wrapped),
    allRoutes: async (scope) => (await registry.allRoutes(scope)).map(wrapped),
    routeForAccount: async (scope, account) => {
      const route = await registry.routeForAccount(scope, account);
      return route && wrapped(route);
    },
  };
}

/** The route of the tenant's new charges at the simulated PSP. */
export async function sandboxRoute(
  registry: ConnectorRegistry,
  scope: TenantScope,
): Promise<NewChargeRoute & { readonly connector: FlatConnector }> {
  const [route] = await registry.routesForNewCharges(scope);
  assert.ok(route, "the tenant has an account at the simulated PSP");
  return { ...route, connector: flat(route.connector) };
}
