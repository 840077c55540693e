import type { AddressInfo } from "node:net";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { spokenLocale } from "./checkout-page/locale.ts";
import { makeItemPictures } from "./checkout-page/pictures/item-pictures.ts";
import { checkoutPageRoutes } from "./checkout-page/routes.ts";
import { resumeAdvances } from "./clocks/resume-advances.ts";
import { clockRoutes } from "./clocks/routes.ts";
import type { Config } from "./config.ts";
import { createConnectorRegistry } from "./connectors/registry.ts";
import { sandboxPspSecret } from "./connectors/sandbox/psp-secret.ts";
import { type ConnectionSettings, type Database, openDatabase } from "./database/database.ts";
import type { Distribution } from "./database/distribution.ts";
import { LeasedRounds } from "./database/leased-rounds.ts";
import type { TenantScope, TenantTransaction } from "./database/transaction.ts";
import { disputesQuarantined } from "./disputes/apply-facts.ts";
import { lookIntoReports } from "./disputes/look-into-reports.ts";
import { reconcileDueDisputes } from "./disputes/reconcile-disputes.ts";
import { disputeRoutes } from "./disputes/routes.ts";
import { docsRoutes } from "./docs/routes.ts";
import { dueWork } from "./due-work.ts";
import { eventsRecorded } from "./events/record-event.ts";
import { eventRoutes } from "./events/routes.ts";
import { makeAuthenticator } from "./http/authenticate.ts";
import { connectionsRefused } from "./http/connections.ts";
import { Drain } from "./http/drain.ts";
import { takeEmptyObjects } from "./http/empty-objects.ts";
import { FailureLimits } from "./http/failure-limits.ts";
import { loadLimits, requestsShed, urgently } from "./http/load-shedding.ts";
import { collectRoutes, openApiRoute } from "./http/openapi.ts";
import { PublicIds } from "./http/public-ids.ts";
import { authenticationsRefused } from "./http/refused-authentications.ts";
import { makeServer } from "./http/server.ts";
import { refuseUnexpectedInput } from "./http/validation.ts";
import { type DueWork, lookEveryMs, type SleepingJob, startDueWorkPoller } from "./jobs/due-work.ts";
import { jobFailures, type Poller, startPoller } from "./jobs/poller.ts";
import { purgeOldRows } from "./jobs/purge-old-rows.ts";
import { purgeSandbox } from "./jobs/sandbox/purge-sandbox.ts";
import { makeWakeUp } from "./jobs/wake-up.ts";
import { DatabaseClock } from "./kernel/clock.ts";
import { makeAgentsFor } from "./kernel/guarded-agent.ts";
import { HostResolver } from "./kernel/host-resolver.ts";
import type { Keyring } from "./kernel/seal.ts";
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
import { outcomesApplied } from "./payments/attempts/decide-outcome.ts";
import { failPaymentOfExpired } from "./payments/attempts/fail-payment.ts";
import { reconcileDueAttempts } from "./payments/attempts/reconcile.ts";
import { compareDueAccounts } from "./payments/compare/compare-due-accounts.ts";
import { makeComparison } from "./payments/compare/compare-with-psps.ts";
import { comparisons } from "./payments/compare/deps.ts";
import { DeclineLimits, declineLimitsMet } from "./payments/declines/decline-limits.ts";
import type { ReconcileJob } from "./payments/deps.ts";
import { beatEveryMs, DatabaseWatch } from "./payments/holds/database-watch.ts";
import { makeHoldRelease } from "./payments/holds/release-holds.ts";
import { releaseLateReservations } from "./payments/late-money/release-late-reservations.ts";
import { movementsApplied } from "./payments/movements/apply-movement.ts";
import { lapseDueAuthorizations } from "./payments/movements/lapse-authorizations.ts";
import { reconcileDueMovements } from "./payments/movements/reconcile-movements.ts";
import { notificationRoutes } from "./payments/notifications/routes.ts";
import { paymentExpansion } from "./payments/read/expand-payment.ts";
import { refundRoutes } from "./payments/refunds/routes.ts";
import { paymentRoutes } from "./payments/routes.ts";
import { receiptKeyRoute, receiptRoutes } from "./receipts/routes.ts";
import { forgetOldCharges } from "./sandbox-psp/forget-old-charges.ts";
import { startSandboxPspNotifier } from "./sandbox-psp/notifier.ts";
import { sandboxPspRoutes } from "./sandbox-psp/routes.ts";
import { sandboxPspPrefix } from "./sandbox-psp/server.ts";
import { findTestCard, testCards } from "./sandbox-psp/test-cards.ts";
import { findTestIban, testIbans } from "./sandbox-psp/test-ibans.ts";
import type { SessionLane } from "./sessions/create-session.ts";
import { expireDueSessions } from "./sessions/expire-session.ts";
import { sessionRoutes } from "./sessions/routes.ts";
import { makeSessionLane } from "./sessions/session-lane.ts";
import { amountLimitsOf } from "./settings/read-settings.ts";
import { settingsRoutes } from "./settings/routes.ts";
import { ApiKeyCache } from "./tenants/api-key-cache.ts";
import { listTenantScopes } from "./tenants/list-tenant-scopes.ts";
import { webhookPayloads } from "./webhook-payloads.ts";
import { deliveryResults } from "./webhooks/delivery/attempt-delivery.ts";
import { startDeliveryWorker } from "./webhooks/delivery/start-delivery-worker.ts";
import { fanOut } from "./webhooks/fan-out.ts";
import { webhookRoutes } from "./webhooks/routes.ts";
import { sweepDeliveries } from "./webhooks/sweep/sweep-deliveries.ts";

/** What a process of Kassa is made of, wired by hand. */
export type App = {
  readonly server: FastifyInstance;
  readonly database: Database;
  readonly publicUrl: URL;
  /** Begins to listen and to work; resolves with the address when requests are answered. */
  start(): Promise<string>;
  /**
   * Says on /readyz that it is about to stop, serves on for KASSA_DRAIN_MS, then takes no new connections and waits up to
   * 5 seconds until the proxy has used or closed those it keeps. With a KASSA_DRAIN_MS of 0 there is nobody to wait for.
   */
  drain(): Promise<void>;
  /** Answers what has been asked, finishes what has been begun, and lets go of everything. */
  stop(): Promise<void>;
};

export type AppOptions = {
  readonly config: Config;
  readonly settings: ConnectionSettings;
  readonly keyring: Keyring;
  readonly logger: FastifyBaseLogger;
  /** In place of the lane to the database: for measuring what the server alone costs. */
  readonly lane?: SessionLane;
  /** How long work waits for a connection to the database, in place of 1.5 s: for tests on a busy machine. */
  readonly acquireTimeoutMs?: number;
  /** In place of waiting that many milliseconds before a submit is taken, for tests of who has to. */
  readonly pause?: (ms: number) => Promise<unknown>;
};

/** Longer than the samples in deploy/ have a proxy keep idle connections (4 s). */
const idleConnectionsKeptMs = 5_000;

/** Wires the rooms. Nothing runs before `start`. */
export function makeApp(options: AppOptions): App {
  const { config, logger } = options;
  const core = makeCore(options);
  const { database, keys, lane, publicUrl, server, payments, keyring } = core;
  const requests = measureRequests(server);
  let stopping = false;
  collectRoutes(server, webhookPayloads);
  server.register(openApiRoute(publicUrl));
  server.register(docsRoutes(publicUrl));
  const clocks = { ...core.webhooks, ...payments, stopping: () => stopping };
  server.register(
    healthRoutes({
      database,
      lane,
      ...(config.databaseUrl === undefined ? { dataDir: config.dataDir } : {}),
      stopping: () => stopping,
    }),
  );
  server.register(
    async (api) => {
      api.addHook("onRequest", makeAuthenticator(keys, core.failures));
      api.addHook("preValidation", takeEmptyObjects);
      refuseUnexpectedInput(api);
      await api.register(
        sessionRoutes({ ...payments, lane: options.lane ?? lane, keyring, payment: paymentExpansion }),
      );
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
  server.register(urgently(notificationRoutes(payments)), { prefix: "/api" });
  server.register(receiptKeyRoute({ database, keyring }));
  server.register(checkoutPageRoutes(core.page));
  server.register(pageReportRoutes(core.safety));
  const psp = {
    database,
    secretKey: sandboxPspSecret(keyring),
    publicUrl: () => `${publicUrl.origin}${sandboxPspPrefix}`,
    pendingMs: config.sandboxPendingMs,
  };
  if (config.sandboxPspUrl === undefined)
    server.register(urgently(sandboxPspRoutes(psp)), { prefix: sandboxPspPrefix });

  const running: { stop(): Promise<void> }[] = [];
  const startWork = (distribution: Distribution): void => {
    const poll = (name: string, everyMs: number, run: () => Promise<boolean>): void => {
      running.push(startPoller({ name, everyMs, run, log: logger }));
    };
    const everyMs = lookEveryMs[distribution];
    const sleepingJobs: SleepingJob[] = [];
    /** Runs a job when its work is due. `finish`: waits for what the runs have begun. */
    const runDue = (work: DueWork, run: () => Promise<boolean>, finish?: () => Promise<void>): Poller => {
      const poller = startPoller({ name: work.job, everyMs, untilWoken: true, run, log: logger });
      sleepingJobs.push({ ...work, wake: poller.wake });
      running.push({ stop: () => poller.stop().then(finish) });
      return poller;
    };
    /** Work that waits for PSPs. */
    const runDueAtPsps = (work: DueWork, run: (rounds: LeasedRounds) => Promise<boolean>): Poller => {
      const rounds = new LeasedRounds();
      return runDue(
        work,
        () => run(rounds),
        () => rounds.finish(),
      );
    };
    const comparison = makeComparison(payments);
    running.push({ stop: async () => comparison.stop() });
    poll("compare with PSPs", 60 * 60_000, comparison.round);
    poll("watch the database", beatEveryMs, () => core.databaseWatch.beat());
    const holds = makeHoldRelease(payments, () => !stopping);
    runDue(dueWork.heldAccounts, holds.round, holds.finish);
    core.reconcilers.accounts.connect(
      runDueAtPsps(dueWork.reportedAccounts, (rounds) =>
        compareDueAccounts(payments, () => !stopping, rounds),
      ),
    );
    runDue(dueWork.sessions, async () => {
      await comparison.begun(10_000);
      return expireDueSessions({ ...payments, database });
    });
    core.reconcilers.attempts.connect(
      runDueAtPsps(dueWork.attempts, (rounds) => reconcileDueAttempts(payments, rounds)),
    );
    core.reconcilers.disputes.connect(
      runDueAtPsps(dueWork.reportedDisputes, (rounds) => lookIntoReports(payments, rounds)),
    );
    runDueAtPsps(dueWork.disputes, (rounds) => reconcileDueDisputes(payments, rounds));
    core.reconcilers.movements.connect(
      runDueAtPsps(dueWork.movements, (rounds) => reconcileDueMovements(payments, rounds)),
    );
    runDue(dueWork.authorizations, () => lapseDueAuthorizations(payments));
    poll("release late reservations", 60_000, () => releaseLateReservations(payments));
    runDue(dueWork.sweeps, () => sweepDeliveries({ database }));
    runDue(dueWork.clocks, () => resumeAdvances(clocks));
    running.push(startPageSafety({ ...core.safety, pageCheckMinutes: config.pageCheckMinutes }));
    poll("close the books", 5 * 60_000, () => closeBooks({ database }));
    poll("clear old rows", 60 * 60_000, () => purgeOldRows({ database, retention: config.retention }));
    const sandboxDays = config.retention.sandbox;
    poll("clear old sandbox data", 60 * 60_000, () =>
      purgeSandbox({ database, listTenantScopes }, sandboxDays),
    );
    // A day later, so that Kassa doesn't know of a charge that the PSP has forgotten.
    poll("clear old charges", 60 * 60_000, () => forgetOldCharges(psp, sandboxDays + 1));
    const deliveries = startDeliveryWorker(core.webhooks, { untilWoken: true });
    core.wakeDeliveries.connect(deliveries);
    sleepingJobs.push({ ...dueWork.deliveries, wake: deliveries.wake });
    running.push(deliveries);
    running.push(startDueWorkPoller({ database, log: logger, jobs: sleepingJobs, everyMs }));
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
      await core.databaseWatch.beat();
      await lane.open();
      if (config.metricsPort !== "off")
        running.push(await startMetrics(options, core, requests, config.metricsPort));
      await server.listen({ port: config.port, host: config.host });
      if (publicUrl.port === "0") publicUrl.port = new URL(core.ownUrl()).port;
      startWork(await database.distribution());
      return publicUrl.origin;
    },
    drain: async () => {
      stopping = true;
      if (config.drainMs === 0) return;
      await sleep(config.drainMs);
      await core.draining.finishConnections(idleConnectionsKeptMs);
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
  { database, lane, databaseWatch }: ReturnType<typeof makeCore>,
  requests: RequestMeter,
  port: number,
): Promise<{ stop(): Promise<void> }> {
  const registry = makeRegistry({
    requests,
    lane,
    pool: () => database.load(),
    heldAccounts: () => databaseWatch.heldAccounts,
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
    connectionsRefused,
    authenticationsRefused,
    requestsShed,
  });
  const { metricsHost: host, metricsPortIsSet: portIsSet } = config;
  const metrics = await startMetricsServer({ host, port, portIsSet, registry, log: logger });
  logger.info({ address: metrics.address }, "metrics are served");
  return metrics;
}

/** What every room shares. */
function makeCore({ config, settings, keyring, logger, acquireTimeoutMs, pause = sleep }: AppOptions) {
  const actor = { name: "server", origin: hostname() };
  const database = openDatabase(settings, {
    poolSize: config.poolSize,
    actor,
    ...(acquireTimeoutMs === undefined ? {} : { acquireTimeoutMs }),
  });
  const clock = new DatabaseClock();
  const publicUrl = new URL(config.publicUrl);
  const lane = makeSessionLane(
    settings,
    acquireTimeoutMs === undefined ? {} : { waitAtMostMs: acquireTimeoutMs },
  );
  const server = makeServer({
    publicUrl,
    logger,
    trustedProxies: config.trustedProxies,
    load: {
      queues: { database: () => database.load(), lane: () => lane },
      limits: loadLimits(config.poolSize, acquireTimeoutMs),
      closesConnections: () => draining.closesConnections,
    },
  });
  const draining: Drain = new Drain(server);
  const ownUrl = (): string => draining.ownUrl ?? ownAddress(server, config.host);
  const resolver = new HostResolver();
  const agentsFor = makeAgentsFor({ allowLoopback: config.allowLoopbackWebhooks, resolver });
  const connectors = createConnectorRegistry({
    sandbox: {
      get baseUrl() {
        return config.sandboxPspUrl ?? `${ownUrl()}${sandboxPspPrefix}`;
      },
      secretKey: sandboxPspSecret(keyring),
      resolver,
    },
    sandboxAccountNumber: config.sandboxAccountNumber,
  });
  const wakeDeliveries = makeWakeUp();
  const reconcilers = {
    attempts: makeWakeUp(),
    movements: makeWakeUp(),
    disputes: makeWakeUp(),
    accounts: makeWakeUp(),
  };
  const databaseWatch = new DatabaseWatch({ database, connectors, log: logger });
  const payments = {
    database,
    clock,
    publicUrl,
    connectors,
    events: { nowMs: () => clock.nowMs(), subscribers: [fanOut], committed: wakeDeliveries.wake },
    sessionExpired: failPaymentOfExpired,
    mayHaveForgotten: (trx: TenantTransaction) => databaseWatch.mayHaveForgotten(trx),
    hasAccount: (scope: TenantScope) => connectors.connectorFor(scope) !== undefined,
    pspTimeoutMs: config.pspTimeoutMs,
    log: logger,
    sandboxDays: config.retention.sandbox,
    databaseWatch,
    wakeReconciler: (job: ReconcileJob) => reconcilers[job].wake(),
  };
  const keys = new ApiKeyCache({
    database,
    keyring,
    clock,
    rateLimits: config.rateLimits,
    readAmountLimits: amountLimitsOf,
  });
  const failures = new FailureLimits();
  const page = {
    ...payments,
    keyring,
    publicIds: new PublicIds(keys, failures),
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
    pictures: makeItemPictures({ agentsFor }),
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
  const webhooks = {
    database,
    keyring,
    clock,
    nowMs: () => clock.nowMs(),
    log: logger,
    agentsFor,
    wake: wakeDeliveries.wake,
  };
  return {
    database,
    keyring,
    publicUrl,
    server,
    draining,
    ownUrl,
    payments,
    page,
    safety,
    webhooks,
    wakeDeliveries,
    reconcilers,
    keys,
    failures,
    lane,
    databaseWatch,
  };
}

/** How this process reaches its own server. */
function ownAddress(server: FastifyInstance, host: string): string {
  const { port } = server.server.address() as AddressInfo;
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}
