import type { Mode } from "../kernel/mode.ts";

export const fileStatuses = ["made", "sent", "cancelled"] as const;

/** A file of bank refunds, to hand to the bank. */
export type RefundFile = {
  readonly id: string;
  readonly mode: Mode;
  readonly bankAccountId: string;
  readonly status: (typeof fileStatuses)[number];
  readonly executionDate: string;
  readonly refunds: number;
  /** The sum, in minor units. */
  readonly amountMinor: number;
  readonly currency: string;
  readonly createdAt: Date;
};

export const toApiFile = (file: RefundFile) => ({
  object: "bank_refund_file",
  id: file.id,
  mode: file.mode,
  account: file.bankAccountId,
  status: file.status,
  executionDate: file.executionDate,
  refunds: file.refunds,
  amount: file.amountMinor,
  currency: file.currency,
  createdAt: file.createdAt.toISOString(),
});
