import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync } from "fastify";
import { listEnabledCurrencies } from "./bank-accounts/enabled-accounts.ts";
import { makeBankAccounts } from "./bank-accounts/room.ts";
import { makeBankRefunds, makeRefundDesk } from "./bank-refunds/room.ts";
import { makeEntriesBooked } from "./booked-entries.ts";
import { supportedLocale } from "./checkout-page/locale.ts";
import { composeReceiptMail } from "./checkout-page/receipt/receipt-mail.ts";
import { makeCheckoutPage } from "./checkout-page/room.ts";
import { makeClocks } from "./clocks/room.ts";
import type { Config } from "./config.ts";
import { makeConnectorAccounts } from "./connector-accounts/room.ts";
import { bankTransfer } from "./connectors/bank-transfer/kind.ts";
import { makePspClients } from "./connectors/psp-client.ts";
import { makeConnectors } from "./connectors/room.ts";
import { sandboxPspSecret } from "./connectors/sandbox/psp-secret.ts";
import { makeDashboard } from "./dashboard/room.ts";
import { type ConnectionSettings, type Database, openDatabase } from "./database/database.ts";
import type { Distribution } from "./database/distribution.ts";
import type { TenantTransaction } from "./database/transaction.ts";
import { makeDisputes } from "./disputes/room.ts";
import { makeDocs } from "./docs/room.ts";
import { makeEvents } from "./events/room.ts";
import { makeExpectedTransfers } from "./expected-transfers/room.ts";
import { makeExports } from "./exports/room.ts";
import { urgently } from "./http/load-shedding.ts";
import { collectRoutes } from "./http/openapi.ts";
import { makeHttp } from "./http/room.ts";
import { type DueWork, lookEveryMs, type Sleeper, startLook } from "./jobs/due-work.ts";
import { makeJobs } from "./jobs/room.ts";
import { type Job, type Running, startJob } from "./jobs/start-job.ts";
import { DatabaseClock } from "./kernel/clock.ts";
import type { CounterMetric } from "./kernel/counter.ts";
import { makeAgentsFor } from "./kernel/guarded-agent.ts";
import { HostResolver } from "./kernel/host-resolver.ts";
import type { Keyring } from "./kernel/seal.ts";
import { makeLedger } from "./ledger/room.ts";
import { makeMerchantOf } from "./merchant-of-account.ts";
import { makeMetrics } from "./metrics/room.ts";
import { makeOperations } from "./operations/room.ts";
import { makeOperatorReads } from "./operator-reads.ts";
import { makePageSafety } from "./page-safety/room.ts";
import { makePaymentLinks } from "./payment-links/room.ts";
import { handleQuarantined, listQuarantined } from "./payments/read/quarantined.ts";
import { makePayments } from "./payments/room.ts";
import { makePeople } from "./people/room.ts";
import type { PasswordCost } from "./people/sign-in/passwords.ts";
import { makePspCalls } from "./psp-calls/room.ts";
import { makeReceiptMails } from "./receipt-mails/room.ts";
import { makeReceipts } from "./receipts/room.ts";
import { makeRequestLog } from "./request-log/room.ts";
import { makeSandboxPsp } from "./sandbox-psp/room.ts";
import { makeSessionLane, type SessionLane } from "./sessions/create-session.ts";
import { getSession } from "./sessions/find-session.ts";
import { makeSessions } from "./sessions/room.ts";
import { makeSettings } from "./settings/room.ts";
import { makeReportNews } from "./settlements/report-news.ts";
import { makeSettlements } from "./settlements/room.ts";
import { makeStatementImports } from "./statement-imports/room.ts";
import { listTenantScopes } from "./tenants/list-tenant-scopes.ts";
import { makeTenants } from "./tenants/room.ts";
import { webhookPayloads } from "./webhook-payloads.ts";
import { fanOut } from "./webhooks/fan-out.ts";
import { makeWebhooks } from "./webhooks/room.ts";

/** What a process of Kassa is made of, wired by hand. */
export type App = {
  readonly server: FastifyInstance;
  readonly database: Database;
  readonly publicUrl: URL;
  /** What a running process looks for several times a second. */
  readonly dueWork: readonly DueWork[];
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
  /** In place of the usual cost of a password's hash, for tests of other things than passwords. */
  readonly passwordCost?: PasswordCost;
  /** In place of waiting that many milliseconds before a submit is taken, for tests of who has to. */
  readonly pause?: (ms: number) => Promise<unknown>;
};

/** Longer than the samples in deploy/ have a proxy keep idle connections (4 s). */
const idleConnectionsKeptMs = 5_000;

/** Wires the rooms. Nothing runs before `start`. */
export function makeApp(options: AppOptions): App {
  let stopping = false;
  const core = makeCore(options, () => stopping);
  const { config, database, lane, publicUrl } = core;
  const rooms = makeRooms(core);
  const { server, draining, ownUrl } = rooms.http;
  registerRoutes(rooms);
  const running: Running[] = [];
  return {
    server,
    database,
    publicUrl,
    dueWork: dueWorkOf(rooms.all),
    start: async () => {
      await rooms.tenants.keys.start();
      await rooms.payments.databaseWatch.beat();
      await lane.open();
      running.push(...(await startMetrics(rooms)));
      const distribution = await database.distribution();
      // Nothing is awaited from here on: who called is told before the first request is accepted.
      await server.listen({ port: config.port, host: config.host });
      if (publicUrl.port === "0") publicUrl.port = new URL(ownUrl()).port;
      running.push(...startWork(rooms, core, distribution));
      return publicUrl.origin;
    },
    drain: async () => {
      stopping = true;
      if (config.drainMs === 0) return;
      await sleep(config.drainMs);
      await draining.finishConnections(idleConnectionsKeptMs);
    },
    stop: async () => {
      stopping = true;
      await Promise.all(running.map((work) => work.stop()));
      await server.close();
      await rooms.requestLog.close();
      await rooms.pspCalls.close();
      await lane.close();
      await rooms.tenants.keys.stop();
      await rooms.people.close();
      await database.close();
    },
  };
}

/** What a room may give to the app. Everything else that its function returns is for other rooms. */
type Room = {
  /** Below /api, for callers. */
  readonly apiRoutes?: readonly FastifyPluginAsync[];
  readonly routes?: readonly FastifyPluginAsync[];
  readonly jobs?: readonly Job[];
  /** Background work with loops of its own. Each function starts one. */
  readonly workers?: readonly (() => Running)[];
  /** Those of these loops that sleep until their work is due. */
  readonly sleepers?: readonly Sleeper[];
  readonly counters?: readonly CounterMetric[];
};

type Core = ReturnType<typeof makeCore>;
type Rooms = ReturnType<typeof makeRooms>;

/** What rooms share. */
function makeCore(options: AppOptions, stopping: () => boolean) {
  const { config, settings, keyring, logger, acquireTimeoutMs, passwordCost, pause = sleep } = options;
  const database = openDatabase(settings, {
    poolSize: config.poolSize,
    actor: { name: "server", origin: hostname() },
    ...(acquireTimeoutMs === undefined ? {} : { acquireTimeoutMs }),
  });
  const clock = new DatabaseClock();
  const lane = makeSessionLane(
    settings,
    database,
    acquireTimeoutMs === undefined ? {} : { waitAtMostMs: acquireTimeoutMs },
  );
  const resolver = new HostResolver();
  return {
    config,
    database,
    settings,
    keyring,
    clock,
    nowMs: () => clock.nowMs(),
    publicUrl: new URL(config.publicUrl),
    log: logger,
    lane,
    sessionLane: options.lane ?? lane,
    resolver,
    agentsFor: makeAgentsFor({ allowLoopback: config.allowLoopbackWebhooks, resolver }),
    psps: makePspClients({ resolver, urls: config.pspUrls, timeoutMs: config.pspTimeoutMs }),
    acquireTimeoutMs,
    passwordCost,
    pause: (ms: number) => pause(ms),
    stopping,
  };
}

/**
 * Makes each room of the core and of the rooms made before it. What a room needs of one that it may not import is passed to
 * it here.
 */
function makeRooms(core: Core) {
  const settings = makeSettings(core, supportedLocale);
  const tenants = makeTenants(core, settings.readAmountLimits);
  const people = makePeople(
    core,
    tenants.keys,
    (scope, session) => composeReceiptMail(core, scope, session),
    makeOperatorReads(core),
    { list: listQuarantined, handle: handleQuarantined },
  );
  const requestLog = makeRequestLog(core, people.authenticator.authenticate);
  const http = makeHttp(core, tenants.keys, people.authenticator, requestLog.observe);
  const operations = makeOperations(core, http.server);
  const sandboxPsp = makeSandboxPsp(
    core,
    sandboxPspSecret(core.keyring),
    http.ownUrl,
    makeMerchantOf(core.database),
  );
  const connectorAccounts = makeConnectorAccounts(core, core.psps, tenants.keys, currenciesOf);
  const refundDesk = makeRefundDesk(core);
  const pspCalls = makePspCalls(core, people.authenticator.authenticate);
  const connectors = makeConnectors(
    core,
    sandboxPsp.apiUrl,
    connectorAccounts.store,
    refundDesk.desk,
    pspCalls.note,
  );
  const webhooks = makeWebhooks(core);
  const receiptMails = makeReceiptMails(core, (scope, session) => composeReceiptMail(core, scope, session));
  const events = makeEvents(core, [fanOut, receiptMails.subscriber], webhooks.deps.wake);
  const reportNews = makeReportNews();
  const payments = makePayments(core, connectors, events.deps, reportNews.announce);
  const expectedTransfers = makeExpectedTransfers(core, {
    ...payments.transferNews,
    refundOwed: refundDesk.refundOwed,
  });
  const bankRefunds = makeBankRefunds(core, payments.transferNews.refundMoved, payments.databaseWatch);
  /** In the order of the paths in openapi.json. */
  const all: readonly Room[] = [
    http,
    operations,
    makeSessions(core, payments),
    makePaymentLinks(core),
    payments,
    makeDisputes(core, payments.deps, payments.disputeWakeUp),
    makeExports(core),
    makeReceipts(core),
    receiptMails,
    makeLedger(core),
    makeSettlements(core, connectors, reportNews, listTenantScopes),
    events,
    webhooks,
    connectorAccounts,
    settings,
    makeBankAccounts(core),
    makeStatementImports(core, makeEntriesBooked(core, payments.transferNews)),
    expectedTransfers,
    bankRefunds,
    makeClocks(core, payments.deps, webhooks.deps),
    makeCheckoutPage(core, payments.deps, http.publicIds, sandboxPsp.testData, people.authenticator.identify),
    makePageSafety(core),
    people,
    requestLog,
    pspCalls,
    makeMetrics(core, people.authenticator.authenticate),
    makeDashboard(core),
    makeDocs(core, http.publicIds, (scope, id) =>
      core.database.inTenant(scope, (trx) => getSession(trx, id)),
    ),
    makeJobs(core, listTenantScopes),
    sandboxPsp,
  ];
  return { all, tenants, people, requestLog, pspCalls, http, operations, payments, sandboxPsp };
}

/** Customers can pay by transfer in the currencies of the tenant's bank accounts. */
const currenciesOf = async (trx: TenantTransaction, connector: string): Promise<string[] | null> =>
  connector === bankTransfer.name ? listEnabledCurrencies(trx) : null;

function registerRoutes({ all, http, payments, sandboxPsp }: Rooms): void {
  const { server } = http;
  const register = (routes: readonly FastifyPluginAsync[], prefix = ""): void => {
    for (const each of routes) server.register(each, { prefix });
  };
  collectRoutes(server, webhookPayloads);
  register([http.forCallers(all.flatMap((room) => room.apiRoutes ?? []))], "/api");
  register(payments.notificationRoutes.map(urgently), "/api");
  register(all.flatMap((room) => room.routes ?? []));
  register(sandboxPsp.pspRoutes.map(urgently), sandboxPsp.prefix);
}

function startWork({ all }: Rooms, { database, log }: Core, distribution: Distribution): Running[] {
  const everyMs = lookEveryMs[distribution];
  const jobs = all.flatMap((room) => room.jobs ?? []).map((job) => startJob(job, log, everyMs));
  const workers = all.flatMap((room) => room.workers ?? []).map((start) => start());
  const sleepers = [...jobs.flatMap(({ sleeper }) => sleeper ?? []), ...sleepersOf(all)];
  return [...jobs, ...workers, startLook({ database, log, sleepers, everyMs })];
}

const sleepersOf = (rooms: readonly Room[]): Sleeper[] => rooms.flatMap(({ sleepers = [] }) => sleepers);

/** What this process looks for several times a second. */
function dueWorkOf(rooms: readonly Room[]): DueWork[] {
  const jobs = rooms.flatMap((room) => room.jobs ?? []);
  return [...jobs.flatMap((job) => ("due" in job ? job : [])), ...sleepersOf(rooms)];
}

function startMetrics({ all, operations, payments }: Rooms): Promise<readonly Running[]> {
  const counters = all.flatMap((room) => room.counters ?? []);
  return operations.startMetrics(counters, () => payments.databaseWatch.heldAccounts);
}
