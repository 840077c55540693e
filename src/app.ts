import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { spokenLocale } from "./checkout-page/locale.ts";
import { makeItemPictures } from "./checkout-page/pictures/item-pictures.ts";
import { checkoutPageRoutes } from "./checkout-page/routes.ts";
import { resumeAdvances } from "./clocks/resume-advances.ts";
import { clockRoutes } from "./clocks/routes.ts";
import type { Config } from "./config.ts";
import { createConnectorRegistry } from "./connectors/registry.ts";
import { type ConnectionSettings, type Database, openDatabase } from "./database/database.ts";
import { disputesQuarantined } from "./disputes/apply-facts.ts";
import { lookIntoReports } from "./disputes/look-into-reports.ts";
import { reconcileDueDisputes } from "./disputes/reconcile-disputes.ts";
import { disputeRoutes } from "./disputes/routes.ts";
import { docsRoutes } from "./docs/routes.ts";
import { eventsRecorded } from "./events/record-event.ts";
import { eventRoutes } from "./events/routes.ts";
import { makeAuthenticator } from "./http/authenticate.ts";
import { collectRoutes, openApiRoute } from "./http/openapi.ts";
import { makeServer } from "./http/server.ts";
import { refuseUnexpectedBodies } from "./http/validation.ts";
import { jobFailures, startPoller } from "./jobs/poller.ts";
import { purgeOldRows } from "./jobs/purge-old-rows.ts";
import { DatabaseClock } from "./kernel/clock.ts";
import { Keyring } from "./kernel/seal.ts";
import { closeBooks } from "./ledger/closing/close-books.ts";
import { ledgerRoutes } from "./ledger/routes.ts";
import { makeRegistry } from "./operations/metrics.ts";
import { startMetricsServer } from "./operations/metrics-server.ts";
import { measureRequests, type RequestMeter } from "./operations/request-meter.ts";
import { healthRoutes } from "./operations/routes.ts";
import { pageChecks } from "./page-safety/check/run-check.ts";
import { pageReports, ReportCounts } from "./page-safety/reports/report-counts.ts";
import { pageReportRoutes } from "./page-safety/reports/routes.ts";
import { startPageSafety } from "./page-safety/start-page-safety.ts";
import { outcomesApplied } from "./payments/apply-outcome.ts";
import { makeComparison } from "./payments/compare/compare-with-psps.ts";
import { comparisons } from "./payments/compare/deps.ts";
import { DeclineLimits, declineLimitsMet } from "./payments/decline-limits.ts";
import { lapseDueAuthorizations } from "./payments/lapse-authorizations.ts";
import { movementsApplied } from "./payments/movements/apply-movement.ts";
import { reconcileDueMovements } from "./payments/movements/reconcile-movements.ts";
import { notificationRoutes } from "./payments/notifications/routes.ts";
import { reconcileDueAttempts } from "./payments/reconcile.ts";
import { refundRoutes } from "./payments/refunds/routes.ts";
import { paymentRoutes } from "./payments/routes.ts";
import { receiptKeyRoute, receiptRoutes } from "./receipts/routes.ts";
import { startSandboxPspNotifier } from "./sandbox-psp/notifier.ts";
import { sandboxPspRoutes } from "./sandbox-psp/routes.ts";
import { sandboxPspPrefix } from "./sandbox-psp/server.ts";
import { findTestCard, testCards } from "./sandbox-psp/test-cards.ts";
import { findTestIban, testIbans } from "./sandbox-psp/test-ibans.ts";
import type { SessionLane } from "./sessions/create-session.ts";
import { expireDueSessions } from "./sessions/expire-session.ts";
import { sessionRoutes } from "./sessions/routes.ts";
import { makeSessionLane } from "./sessions/session-lane.ts";
import { settingsRoutes } from "./settings/routes.ts";
import { KeyMemory } from "./tenants/key-memory.ts";
import { listScopes } from "./tenants/list-scopes.ts";
import { deliveryResults } from "./webhooks/delivery/attempt-delivery.ts";
import { startDeliveryWorker } from "./webhooks/delivery/start-delivery-worker.ts";
import { fanOut } from "./webhooks/fan-out.ts";
import { webhookRoutes } from "./webhooks/routes.ts";

/** What a process of Kassa is made of, wired by hand. */
export type App = {
  readonly server: FastifyInstance;
  readonly database: Database;
  readonly publicUrl: URL;
  /** Begins to listen and to work; resolves with the address when requests are answered. */
  start(): Promise<string>;
  /** Says on /readyz that it is about to stop, and serves on for KASSA_DRAIN_MS, by when nobody is sent here any more. */
  drain(): Promise<void>;
  /** Answers what has been asked, finishes what has been begun, and lets go of everything. */
  stop(): Promise<void>;
};

export type AppOptions = {
  readonly config: Config;
  readonly settings: ConnectionSettings;
  readonly secretKey: string;
  readonly logger: FastifyBaseLogger;
  /** In place of the lane to the database: for measuring what the server alone costs. */
  readonly lane?: SessionLane;
  /** In place of waiting that many milliseconds before a submit is taken, for tests of who has to. */
  readonly pause?: (ms: number) => Promise<unknown>;
};

/** The secret that Kassa and the simulated PSP share; derived, so that it is none of the keys that seal things. */
export function sandboxPspSecret(secretKey: string): string {
  return new Keyring(secretKey).keyFor("sandbox-psp").toString("hex");
}

/** Wires the rooms. Nothing runs before `start`. */
export function makeApp(options: AppOptions): App {
  const { config, logger } = options;
  const core = makeCore(options);
  const { database, keys, lane, publicUrl, server, payments, keyring } = core;
  const requests = measureRequests(server);
  collectRoutes(server);
  server.register(openApiRoute(publicUrl));
  server.register(docsRoutes(publicUrl));
  let stopping = false;
  const clocks = { ...core.webhooks, ...payments, stopping: () => stopping };
  server.register(healthRoutes({ database, lane, stopping: () => stopping }));
  server.register(
    async (api) => {
      api.addHook("onRequest", makeAuthenticator(keys));
      refuseUnexpectedBodies(api);
      await api.register(sessionRoutes({ ...payments, lane: options.lane ?? lane, keyring }));
      await api.register(paymentRoutes({ ...payments, keyring }));
      await api.register(refundRoutes({ ...payments, keyring }));
      await api.register(disputeRoutes({ ...payments, keyring }));
      await api.register(receiptRoutes({ ...payments, keyring }));
      await api.register(ledgerRoutes({ database }));
      await api.register(eventRoutes({ database }));
      await api.register(webhookRoutes(core.webhooks));
      await api.register(settingsRoutes({ database, keyring, publicUrl, spokenLocale }));
      await api.register(clockRoutes(clocks));
    },
    { prefix: "/api" },
  );
  server.register(notificationRoutes(payments), { prefix: "/api" });
  server.register(receiptKeyRoute({ database, keyring }));
  server.register(checkoutPageRoutes(core.page));
  server.register(pageReportRoutes(core.safety));
  const psp = {
    database,
    secretKey: sandboxPspSecret(options.secretKey),
    publicUrl: () => `${publicUrl.origin}${sandboxPspPrefix}`,
    pendingMs: config.sandboxPendingMs,
  };
  if (config.sandboxPspUrl === undefined)
    server.register(sandboxPspRoutes(psp), { prefix: sandboxPspPrefix });

  const running: { stop(): Promise<void> }[] = [];
  const startWork = (): void => {
    const poll = (name: string, everyMs: number, run: () => Promise<boolean>) =>
      running.push(startPoller({ name, everyMs, run, log: logger }));
    const comparison = makeComparison(payments);
    running.push({ stop: async () => comparison.stop() });
    poll("compare with PSPs", 60 * 60_000, comparison.round);
    poll("expire sessions", 1_000, async () => {
      await comparison.begun(10_000);
      return expireDueSessions({ ...payments, database });
    });
    poll("reconcile payments", 500, () => reconcileDueAttempts(payments));
    poll("look into reported disputes", 500, () => lookIntoReports(payments));
    poll("reconcile disputes", 500, () => reconcileDueDisputes(payments));
    poll("reconcile movements", 500, () => reconcileDueMovements(payments));
    poll("lapse authorizations", 1_000, () => lapseDueAuthorizations(payments));
    poll("advance clocks", 1_000, () => resumeAdvances(clocks));
    running.push(startPageSafety({ ...core.safety, pageCheckMinutes: config.pageCheckMinutes }));
    poll("close the books", 5 * 60_000, () => closeBooks({ database, listScopes }));
    poll("clear old rows", 60 * 60_000, () => purgeOldRows({ database }));
    const deliveries = startDeliveryWorker(core.webhooks);
    core.nudgeDeliveries.by(deliveries.nudge);
    running.push(deliveries);
    if (config.sandboxPspUrl === undefined) {
      const notificationUrl = (account: string) => `${core.ownUrl()}/api/notifications/sandbox/${account}`;
      running.push(startSandboxPspNotifier({ ...psp, notificationUrl, log: logger }));
    }
  };

  return {
    server,
    database,
    publicUrl,
    start: async () => {
      await keys.start();
      await lane.open();
      if (config.metricsPort !== "off")
        running.push(await startMetrics(options, core, requests, config.metricsPort));
      await server.listen({ port: config.port, host: config.host });
      if (config.port === 0) publicUrl.port = new URL(core.ownUrl()).port;
      startWork();
      return publicUrl.origin;
    },
    drain: async () => {
      stopping = true;
      await sleep(config.drainMs);
    },
    stop: async () => {
      stopping = true;
      await Promise.all(running.map((work) => work.stop()));
      await server.close();
      await lane.close();
      await keys.stop();
      await database.close();
    },
  };
}

/** Serves what the rooms count, on a port of its own. */
async function startMetrics(
  { config, logger }: AppOptions,
  { database, lane }: ReturnType<typeof makeCore>,
  requests: RequestMeter,
  port: number,
): Promise<{ stop(): Promise<void> }> {
  const registry = makeRegistry({
    requests,
    lane,
    pool: () => database.load(),
    outcomes: outcomesApplied,
    movements: movementsApplied,
    comparisons,
    disputesQuarantined,
    events: eventsRecorded,
    deliveries: deliveryResults,
    pageReports,
    pageChecks,
    declineLimits: declineLimitsMet,
    jobFailures,
  });
  const { metricsHost: host, metricsPortIsSet: portIsSet } = config;
  const metrics = await startMetricsServer({ host, port, portIsSet, registry, log: logger });
  logger.info({ address: metrics.address }, "metrics are served");
  return metrics;
}

/** What every room shares. */
function makeCore({ config, settings, secretKey, logger, pause = sleep }: AppOptions) {
  const database = openDatabase(settings, { poolSize: config.poolSize });
  const keyring = new Keyring(secretKey);
  const clock = new DatabaseClock();
  const publicUrl = new URL(config.publicUrl);
  const server = makeServer({ publicUrl, logger, trustedProxies: config.trustedProxies });
  const ownUrl = (): string => ownAddress(server, config.host);
  const connectors = createConnectorRegistry({
    sandbox: {
      get baseUrl() {
        return config.sandboxPspUrl ?? `${ownUrl()}${sandboxPspPrefix}`;
      },
      secretKey: sandboxPspSecret(secretKey),
    },
  });
  const nudgeDeliveries = makeNudge();
  const payments = {
    database,
    clock,
    publicUrl,
    connectors,
    events: { nowMs: () => clock.nowMs(), subscribers: [fanOut], committed: nudgeDeliveries.nudge },
    pspTimeoutMs: config.pspTimeoutMs,
    log: logger,
  };
  const page = {
    ...payments,
    keyring,
    testCards: testCards
      .filter(({ listed }) => listed)
      .map(({ number, title, group }) => ({ number, title, group })),
    testAccounts: testIbans.map(({ iban, title }) => ({ iban, title })),
    isTestCard: (digits: string) => findTestCard(digits) !== undefined,
    isTestIban: (iban: string) => findTestIban(iban) !== undefined,
    declineLimits: new DeclineLimits(database, {
      longestPauseMs: config.declinePauseMs,
      pause: (ms) => pause(ms),
      log: logger,
    }),
    pictures: makeItemPictures({ allowLoopback: config.allowLoopbackWebhooks }),
  };
  const safety = {
    database,
    keyring,
    publicUrl,
    clock,
    nowMs: () => clock.nowMs(),
    log: logger,
    reportCounts: new ReportCounts(logger),
  };
  const keys = new KeyMemory({ database, keyring, clock, rateLimits: config.rateLimits });
  const lane = makeSessionLane(settings);
  const webhooks = {
    database,
    keyring,
    clock,
    nowMs: () => clock.nowMs(),
    log: logger,
    allowLoopback: config.allowLoopbackWebhooks,
    nudge: nudgeDeliveries.nudge,
  };
  return {
    database,
    keyring,
    publicUrl,
    server,
    ownUrl,
    payments,
    page,
    safety,
    webhooks,
    nudgeDeliveries,
    keys,
    lane,
  };
}

/** A bell that can be handed out before there is anybody to hear it. */
function makeNudge(): { nudge: () => void; by: (listener: () => void) => void } {
  let listener = (): void => {};
  return {
    nudge: () => listener(),
    by: (given) => {
      listener = given;
    },
  };
}

/** How this process reaches its own server. */
function ownAddress(server: FastifyInstance, host: string): string {
  const { port } = server.server.address() as AddressInfo;
  const name = host === "0.0.0.0" || host === "::" || host === "localhost" ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}
