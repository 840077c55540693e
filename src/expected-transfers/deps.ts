import type { Database } from "../database/database.ts";
import type { TenantTransaction } from "../database/transaction.ts";
import type { Keyring } from "../kernel/seal.ts";
import type { EntryMatch } from "./match.ts";
import type { ExpectedTransfer } from "./transfer.ts";

/** What the payments hear of transfers. Each is called in the transaction that makes the change. */
export type TransferEvents = {
  /** What arrived of an attempt's transfer has changed: the attempt's outcome has to be asked for again. */
  readonly received: (trx: TenantTransaction, attemptId: string) => Promise<void>;
  /** More money came for an attempt's transfer after that was over. It is a charge of its own in the connector's list. */
  readonly followed: (trx: TenantTransaction, attemptId: string) => Promise<void>;
  /** The bank took back money that had paid an attempt. The connector knows it as a dispute with this reference. */
  readonly takenBack: (
    trx: TenantTransaction,
    reversal: { readonly attemptId: string; readonly reference: string; readonly amountMinor: number },
  ) => Promise<void>;
  /** The tenant's rules return money to its payer that no payment keeps. */
  readonly refundOwed: (
    trx: TenantTransaction,
    match: EntryMatch,
    transfer: ExpectedTransfer,
  ) => Promise<void>;
};

export type MatchDeps = {
  /** The database's time in milliseconds. */
  readonly nowMs: () => number;
  /** Missing where nobody listens, in tests of this room. */
  readonly events?: TransferEvents | undefined;
};

export type TransferDeps = MatchDeps & {
  readonly database: Database;
  readonly keyring: Keyring;
};
