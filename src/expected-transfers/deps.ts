import type { Database } from "../database/database.ts";
import type { Keyring } from "../kernel/seal.ts";

export type TransferDeps = {
  readonly database: Database;
  readonly keyring: Keyring;
  /** The database's time in milliseconds. */
  readonly nowMs: () => number;
};
