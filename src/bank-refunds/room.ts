import type { TransferEvents } from "../expected-transfers/deps.ts";
import { makeTransferDesk } from "./desk.ts";
import { noteRefundOwed } from "./note-refund.ts";

type Core = Parameters<typeof makeTransferDesk>[0];

export function makeBankRefunds({ database, nowMs }: Core) {
  const deps = { database, nowMs };
  const refundOwed: TransferEvents["refundOwed"] = (trx, match, transfer) =>
    noteRefundOwed(deps, trx, match, transfer);
  return { desk: makeTransferDesk(deps), refundOwed };
}
