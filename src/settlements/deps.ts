import type { ConnectorRegistry } from "../connectors/registry.ts";
import type { Database } from "../database/database.ts";

export type SettlementDeps = {
  readonly database: Database;
  readonly connectors: ConnectorRegistry;
  /** The database's time. */
  readonly nowMs: () => number;
  /** The deadline of one call to a PSP. */
  readonly pspTimeoutMs: number;
  readonly log: SettlementLog;
};

export type SettlementLog = {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
};
