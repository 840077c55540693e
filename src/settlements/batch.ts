import type { BatchStatus } from "../connectors/settlements.ts";
import type { Mode } from "../kernel/mode.ts";

/** A payout as it is stored. Amounts are minor units. */
export type StoredBatch = {
  readonly id: string;
  readonly mode: Mode;
  readonly connectorAccount: string;
  readonly pspReference: string;
  readonly status: BatchStatus;
  readonly currency: string;
  readonly amount: number;
  readonly paidOutAt: Date;
  /** As 2026-11-30. */
  readonly arrivesOn: string | null;
  /** The number and the net sum of the lines that it pays; null until all are known. */
  readonly lines: number | null;
  readonly linesNet: number | null;
  /** The entry of a bank statement that shows its arrival; null if none is known. */
  readonly bankEntryId: string | null;
};

/** The API's object `settlement`. */
export const toApiBatch = (batch: StoredBatch) => ({
  object: "settlement",
  id: batch.id,
  mode: batch.mode,
  connectorAccount: batch.connectorAccount,
  pspReference: batch.pspReference,
  status: batch.status,
  currency: batch.currency,
  amount: batch.amount,
  lines: batch.lines,
  difference: batch.linesNet === null ? null : batch.amount - batch.linesNet,
  paidOutAt: batch.paidOutAt.toISOString(),
  arrivesOn: batch.arrivesOn,
  bankEntry: batch.bankEntryId,
});
