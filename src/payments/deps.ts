import type { ConnectorRegistry } from "../connectors/registry.ts";
import type { Database } from "../database/database.ts";
import type { Clock } from "../kernel/clock.ts";
import type { SessionDeps } from "../sessions/transition-session.ts";

export type PaymentDeps = SessionDeps & {
  readonly database: Database;
  readonly clock: Clock;
  readonly connectors: ConnectorRegistry;
  /** The deadline of one call to a PSP. */
  readonly pspTimeoutMs: number;
  readonly log: PaymentLog;
  /** For how many days sandbox sessions are kept. */
  readonly sandboxDays: number;
  /** How far the database was seen to count. Absent in processes that don't watch it. */
  readonly databaseWatch?: { readonly beatsSeen: number };
};

export type PaymentLog = {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
};

/** After the deadline of a call and this much more, nobody can be waiting for its answer any longer. */
export const callMarginMs = 5_000;

/** Whatever leases work gives it up within this time, for so long a dead process's work may lie there. */
const longestLeaseMs = 30_000;

/** How long a right lasts under which PSPs are called: two calls, one after the other, and a margin. */
export const leaseMsFor = (pspTimeoutMs: number): number => pspTimeoutMs * 2 + callMarginMs;

/** The longest deadline of a call with which a lease ends in time. */
export const longestPspTimeoutMs = (longestLeaseMs - callMarginMs) / 2;
