import type { ConnectorAccount } from "../connectors/connector-account.ts";
import type { ConnectorRegistry } from "../connectors/registry.ts";
import type { Database } from "../database/database.ts";
import type { TenantTransaction } from "../database/transaction.ts";
import type { Clock } from "../kernel/clock.ts";
import type { SessionDeps } from "../sessions/transition-session.ts";
import type { CircuitBreakers } from "./routing/circuit-breakers.ts";

export type PaymentDeps = SessionDeps & {
  readonly database: Database;
  readonly clock: Clock;
  readonly connectors: ConnectorRegistry;
  /** The deadline of one call to a PSP. */
  readonly pspTimeoutMs: number;
  readonly log: PaymentLog;
  readonly circuits: CircuitBreakers;
  /** How many days sandbox sessions are kept. */
  readonly sandboxDays: number;
  /** The highest heartbeat that this process has seen in the database. Absent in processes that don't watch it. */
  readonly databaseWatch?: { readonly beatsSeen: number };
  /** Starts a round of a job now instead of at its next poll. Absent in processes that run no jobs. */
  readonly wakeReconciler?: (job: ReconcileJob) => void;
  /** Notes that a notification has announced a settlement report, by its number. */
  readonly reportAnnounced?: (
    trx: TenantTransaction,
    account: ConnectorAccount,
    number: number,
  ) => Promise<void>;
};

/** The jobs that ask PSPs, by what they ask about; `accounts`: about the list of an account's charges. */
export type ReconcileJob = "attempts" | "movements" | "disputes" | "accounts";

export type PaymentLog = {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
};

/** How long after the deadline of a PSP call nobody can still be waiting for its answer. */
export const callMarginMs = 5_000;

/** The longest lease: a dead process's work is taken over after this time at the latest. */
const longestLeaseMs = 30_000;

/** How long a lease for calling PSPs lasts: two calls, one after the other, and a margin. */
export const leaseMsFor = (pspTimeoutMs: number): number => pspTimeoutMs * 2 + callMarginMs;

/** The longest deadline of a PSP call that keeps leases within their limit. */
export const longestPspTimeoutMs = (longestLeaseMs - callMarginMs) / 2;
