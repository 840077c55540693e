import type { Mode } from "../kernel/mode.ts";

/**
 * `waiting`: in no file yet. `in_file`: a file has it. `sent`: the tenant gave that file to the bank. `confirmed`: a statement has it.
 * `returned`: the money came back.
 */
export const bankRefundStatuses = ["waiting", "in_file", "sent", "confirmed", "returned"] as const;
export type BankRefundStatus = (typeof bankRefundStatuses)[number];

/** Money that the tenant has to send back to a payer by bank transfer. */
export type BankRefund = {
  readonly id: string;
  readonly mode: Mode;
  /** The key of the movement that it carries out; null if it returns money that no payment keeps. */
  readonly movementKey: string | null;
  /** Otherwise the entry whose money goes back, and the number of the transaction within it; 0 for the whole entry. */
  readonly entryId: string | null;
  readonly number: number | null;
  readonly transferId: string;
  /** The tenant's account that pays it. */
  readonly bankAccountId: string;
  readonly status: BankRefundStatus;
  /** Minor units. */
  readonly amountMinor: number;
  readonly currency: string;
  /** Who paid, as the bank said; null if it didn't. */
  readonly payeeName: string | null;
  /** The payer's IBAN; null if the statement has none. It can't be sent before it is known. */
  readonly payeeAccount: string | null;
  /** The EndToEndId by which statements name it. */
  readonly endToEndId: string;
  readonly fileId: string | null;
  readonly createdAt: Date;
};

export type NewBankRefund = Omit<BankRefund, "mode" | "status" | "fileId" | "createdAt">;

/** A bank refund as the API shows it. */
export const toApiBankRefund = (refund: BankRefund) => ({
  object: "bank_refund",
  id: refund.id,
  mode: refund.mode,
  account: refund.bankAccountId,
  expectedTransfer: refund.transferId,
  bankEntry: refund.entryId,
  status: refund.status,
  amount: refund.amountMinor,
  currency: refund.currency,
  payeeName: refund.payeeName,
  payeeIban: refund.payeeAccount,
  endToEndId: refund.endToEndId,
  file: refund.fileId,
  createdAt: refund.createdAt.toISOString(),
});
