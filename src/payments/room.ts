import type { ConnectorRegistry } from "../connectors/registry.ts";
import type { Database } from "../database/database.ts";
import type { TenantScope, TenantTransaction } from "../database/transaction.ts";
import type { EventDeps } from "../events/record-event.ts";
import { type Job, leasedJob } from "../jobs/start-job.ts";
import { makeWakeUp, type WakeUp } from "../jobs/wake-up.ts";
import type { DatabaseClock } from "../kernel/clock.ts";
import type { Keyring } from "../kernel/seal.ts";
import { failPaymentOfExpired } from "./attempts/fail-payment.ts";
import { reconcileDueAttempts } from "./attempts/reconcile.ts";
import { outcomesApplied } from "./attempts/write-decision.ts";
import { compareDueAccounts } from "./compare/compare-due-accounts.ts";
import { type Comparison, makeComparison } from "./compare/compare-with-psps.ts";
import { comparisons } from "./compare/listed-charge.ts";
import { declineLimitsMet } from "./declines/decline-limits.ts";
import type { PaymentDeps, PaymentLog, ReconcileJob } from "./deps.ts";
import { beatEveryMs, DatabaseWatch } from "./holds/database-watch.ts";
import { makeHoldRelease } from "./holds/release-holds.ts";
import { releaseLateAuthorizations } from "./late-funds/release-late-authorizations.ts";
import { movementsApplied } from "./movements/apply-movement.ts";
import { lapseDueAuthorizations } from "./movements/lapse-authorizations.ts";
import { reconcileDueMovements } from "./movements/reconcile-movements.ts";
import { noteRoutes } from "./notes/routes.ts";
import { makeTransferNews } from "./notifications/hear-of-transfers.ts";
import { notificationRoutes } from "./notifications/routes.ts";
import { attemptLeases } from "./queries/attempts.ts";
import { dueAccounts } from "./queries/compared.ts";
import { holdLeases } from "./queries/holds.ts";
import { lapsedAuthorizations } from "./queries/lapsing.ts";
import { movementLeases } from "./queries/movements.ts";
import { paymentExpansion } from "./read/expand-payment.ts";
import { refundRoutes } from "./refunds/routes.ts";
import { paymentRoutes } from "./routes.ts";
import { makeNamedAccountCheck } from "./routing/check-named-account.ts";
import { CircuitBreakers } from "./routing/circuit-breakers.ts";
import { routingRoutes } from "./routing/routes.ts";

type Core = {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly clock: DatabaseClock;
  readonly publicUrl: URL;
  readonly log: PaymentLog;
  readonly stopping: () => boolean;
  readonly config: { readonly pspTimeoutMs: number; readonly retention: { readonly sandbox: number } };
};

type WakeUps = Readonly<Record<ReconcileJob, WakeUp>>;

export function makePayments(
  core: Core,
  connectors: ConnectorRegistry,
  events: EventDeps,
  reportAnnounced: NonNullable<PaymentDeps["reportAnnounced"]>,
) {
  const { database, keyring, clock, publicUrl, log, config } = core;
  const databaseWatch = new DatabaseWatch({ database, connectors, log });
  const wakeUps: WakeUps = {
    attempts: makeWakeUp(),
    movements: makeWakeUp(),
    disputes: makeWakeUp(),
    accounts: makeWakeUp(),
  };
  const deps: PaymentDeps = {
    database,
    clock,
    publicUrl,
    connectors,
    events,
    sessionExpired: failPaymentOfExpired,
    mayBeMissingPayments: (trx: TenantTransaction) => databaseWatch.mayBeMissingPayments(trx),
    hasAccount: async (scope: TenantScope) =>
      (await connectors.routesForNewCharges(scope)).some(({ isEnabled }) => isEnabled),
    pspTimeoutMs: config.pspTimeoutMs,
    log,
    circuits: new CircuitBreakers(),
    sandboxDays: config.retention.sandbox,
    databaseWatch,
    wakeReconciler: (job) => wakeUps[job].wake(),
    reportAnnounced,
  };
  const comparison = makeComparison(deps);
  return {
    deps,
    databaseWatch,
    expansion: paymentExpansion,
    checkAccount: makeNamedAccountCheck(connectors),
    compared: comparison.begun,
    /** Wakes the job that checks reported disputes. */
    disputeWakeUp: wakeUps.disputes,
    apiRoutes: [
      paymentRoutes({ ...deps, keyring }),
      refundRoutes({ ...deps, keyring }),
      routingRoutes(deps),
      noteRoutes({ database, keyring, nowMs: () => clock.nowMs() }),
    ],
    notificationRoutes: [notificationRoutes(deps)],
    /** What bank statements tell of transfers. */
    transferNews: makeTransferNews(deps),
    jobs: [
      ...comparisonJobs(deps, comparison, databaseWatch, core.stopping, wakeUps),
      ...moneyJobs(deps, wakeUps),
    ],
    counters,
  };
}

/** The jobs that compare Kassa's records with the PSPs' lists. */
function comparisonJobs(
  deps: PaymentDeps,
  comparison: Comparison,
  databaseWatch: DatabaseWatch,
  stopping: () => boolean,
  wakeUps: WakeUps,
): readonly Job[] {
  const holds = makeHoldRelease(deps, () => !stopping());
  return [
    {
      name: "compare with PSPs",
      everyMs: 60 * 60_000,
      run: comparison.round,
      interrupt: comparison.stop,
    },
    { name: "watch the database", everyMs: beatEveryMs, run: () => databaseWatch.beat() },
    { name: "compare held accounts", due: holdLeases.dueRows, run: holds.round, finish: holds.finish },
    leasedJob(
      "compare accounts after PSP reports",
      dueAccounts,
      (rounds) => compareDueAccounts(deps, () => !stopping(), rounds),
      wakeUps.accounts,
    ),
  ];
}

/** The jobs that find the outcomes of attempts and movements, and release authorizations. */
function moneyJobs(deps: PaymentDeps, wakeUps: WakeUps): readonly Job[] {
  return [
    leasedJob(
      "reconcile payments",
      attemptLeases.dueRows,
      (rounds) => reconcileDueAttempts(deps, rounds),
      wakeUps.attempts,
    ),
    leasedJob(
      "reconcile movements",
      movementLeases.dueRows,
      (rounds) => reconcileDueMovements(deps, rounds),
      wakeUps.movements,
    ),
    { name: "lapse authorizations", due: lapsedAuthorizations, run: () => lapseDueAuthorizations(deps) },
    { name: "release late authorizations", everyMs: 60_000, run: () => releaseLateAuthorizations(deps) },
  ];
}

const counters = [
  {
    name: "kassa_attempt_outcomes_total",
    help: "Outcomes recorded for payment attempts, by outcome.",
    label: "outcome",
    counter: outcomesApplied,
  },
  {
    name: "kassa_movement_outcomes_total",
    help: "Outcomes recorded for captures, voids and refunds, by movement and outcome.",
    label: "outcome",
    counter: movementsApplied,
  },
  {
    name: "kassa_psp_comparisons_total",
    help: "Charges and movements in PSPs' lists that were compared with the database, by result.",
    label: "result",
    counter: comparisons,
  },
  {
    name: "kassa_decline_limits_total",
    help: "Payment submits slowed or refused after too many declines, by subject (such as card or address) and action.",
    label: "result",
    counter: declineLimitsMet,
  },
];
