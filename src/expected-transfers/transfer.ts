import type { Mode } from "../kernel/mode.ts";

/** `open`: waits for money. `paid`: enough arrived; final. `ended`: given up, so that money is late. */
export type TransferStatus = "open" | "paid" | "ended";

/** A bank transfer that a customer was asked for. */
export type ExpectedTransfer = {
  readonly id: string;
  readonly mode: Mode;
  readonly attemptId: string;
  readonly sessionId: string;
  readonly bankAccountId: string;
  readonly status: TransferStatus;
  /** In its normal form: capitals and digits, no zeros on the left. Unique in the tenant and mode. */
  readonly reference: string;
  /** Minor units of `currency`, as all amounts. */
  readonly amountMinor: number;
  readonly currency: string;
  /** What arrived and stays: without what is returned to the payer, and less what banks took back. */
  readonly receivedMinor: number;
  /** What paid it; null before it is paid. It differs from `amountMinor` if the tenant's rules accepted another amount. */
  readonly chargedMinor: number | null;
  /** What came beyond that with the same money; null before it is paid. */
  readonly surplusMinor: number | null;
  /**
   * The id of the transfer that was over when this money came for it. Each such payment is a transfer of its own, which nobody was
   * asked for. Null for all others.
   */
  readonly follows: string | null;
  readonly payerName: string | null;
  readonly payerAccount: string | null;
  readonly expiresAt: Date;
  /** What the sandbox clock shows that the transfer lives by; null in real time. */
  readonly clockShows: Date | null;
  readonly createdAt: Date;
};

/** What a customer is to pay by transfer. */
export type TransferRequest = {
  readonly attemptId: string;
  readonly sessionId: string;
  /** Minor units; a positive safe integer. */
  readonly amountMinor: number;
  readonly currency: string;
  /** ISO 3166-1 alpha-2 of the customer; null if unknown. */
  readonly country: string | null;
  /** Who is expected to pay, by which a transfer without its reference is found; null if unknown. */
  readonly payerName: string | null;
  /** The payer's IBAN without spaces, or another identification as the bank reports it; null if unknown. */
  readonly payerAccount: string | null;
  /** From then on, money is late. */
  readonly expiresAt: Date;
};

/** Whether money that arrives now is late. Money for a paid transfer is a surplus and never late. */
export function isOver(transfer: ExpectedTransfer, nowMs: number): boolean {
  if (transfer.status === "paid") return false;
  const now = transfer.clockShows?.getTime() ?? nowMs;
  return transfer.status === "ended" || transfer.expiresAt.getTime() <= now;
}
