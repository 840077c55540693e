import type { Database } from "../database/database.ts";
import type { TenantTransaction } from "../database/transaction.ts";
import type { Keyring } from "../kernel/seal.ts";

/**
 * Called when what arrived of an attempt's transfer has changed, in the transaction that changes it: the attempt's outcome should be
 * asked for again.
 */
export type TransferReceived = (trx: TenantTransaction, attemptId: string) => Promise<void>;

export type MatchDeps = {
  /** The database's time in milliseconds. */
  readonly nowMs: () => number;
  readonly transferReceived?: TransferReceived | undefined;
};

export type TransferDeps = MatchDeps & {
  readonly database: Database;
  readonly keyring: Keyring;
};
