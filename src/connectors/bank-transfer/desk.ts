import type { ConnectorAccount } from "../connector-account.ts";
import type { MovementRefusal } from "../reasons.ts";
import type { TransferInstructions } from "../transfer-instructions.ts";

/**
 * What the connector asks instead of a PSP: which transfers are expected, what arrived of them, and what has to be sent back. The
 * app passes it in, so that the connector never touches the database. A call that fails throws, and nothing is known then.
 */
export type TransferDesk = {
  /** Expects a transfer. The same attempt always gets the same one. `no_account`: no bank account takes the currency. */
  expect(account: ConnectorAccount, request: ExpectRequest): Promise<DeskTransfer | "no_account">;
  /** The transfer of an attempt. */
  find(account: ConnectorAccount, attemptId: string): Promise<DeskTransfer | undefined>;
  /** Gives a transfer up. Money that arrives from now on is late. A paid one stays paid. */
  end(account: ConnectorAccount, attemptId: string): Promise<DeskTransfer | undefined>;
  /** Payments that came for transfers that were over, oldest first; those made after `createdAfter` or, if given, after `cursor`. */
  listFollowing(
    account: ConnectorAccount,
    page: { readonly createdAfter: Date; readonly cursor: string | null },
  ): Promise<{ readonly transfers: readonly DeskTransfer[]; readonly next: string | null }>;
  /** Money that the bank took back from a paid transfer. */
  findReversal(account: ConnectorAccount, reference: string): Promise<DeskReversal | undefined>;
  /** Notes that money has to be sent back to the payer. The same key always notes the same refund. */
  refund(account: ConnectorAccount, request: DeskRefundRequest): Promise<DeskRefund>;
  findRefund(account: ConnectorAccount, key: string): Promise<DeskRefund | undefined>;
};

export type ExpectRequest = {
  readonly attemptId: string;
  readonly sessionId: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** ISO 3166-1 alpha-2 of the customer; null if unknown. */
  readonly country: string | null;
  /** The id of the session's sandbox clock; null in real time. */
  readonly clockId: string | null;
};

/** Amounts are minor units. */
export type DeskTransfer = {
  readonly id: string;
  readonly attemptId: string;
  readonly sessionId: string;
  /** In real time. */
  readonly createdAt: Date;
  readonly status: "open" | "paid" | "ended";
  readonly amount: number;
  readonly currency: string;
  readonly received: number;
  /** What paid it; null before it is paid. */
  readonly charged: number | null;
  readonly surplus: number;
  readonly refunded: number;
  /** The references of what the bank took back since it was paid. */
  readonly reversals: readonly string[];
  readonly instructions: TransferInstructions;
};

export type DeskReversal = {
  readonly attemptId: string;
  readonly amount: number;
  readonly currency: string;
};

export type DeskRefundRequest = {
  readonly attemptId: string;
  readonly key: string;
  readonly amount: number;
  readonly currency: string;
};

export type DeskRefund = {
  readonly id: string;
  readonly attemptId: string;
  readonly amount: number;
  readonly currency: string;
  /** `open` until a statement has it. */
  readonly status: "open" | "confirmed" | "returned";
  /** Why it can't be made or came back. */
  readonly reason: MovementRefusal;
};
