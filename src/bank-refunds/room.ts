import type { TransferEvents } from "../expected-transfers/deps.ts";
import type { RefundMoved } from "./change-refund.ts";
import { makeTransferDesk } from "./desk.ts";
import type { RestoreWatch } from "./make-file.ts";
import { noteRefundOwed } from "./note-refund.ts";
import { bankRefundRoutes, type RefundRouteDeps } from "./routes.ts";

type DeskDeps = Parameters<typeof makeTransferDesk>[0];

/** What other rooms ask while the payments don't exist yet. */
export function makeRefundDesk({ database, nowMs }: DeskDeps) {
  const refundOwed: TransferEvents["refundOwed"] = (trx, match, transfer) =>
    noteRefundOwed({ nowMs }, trx, match, transfer);
  return { desk: makeTransferDesk({ database, nowMs }), refundOwed };
}

/**
 * @param refundMoved tells the payments that a refund was made or came back
 * @param watch knows when the database may have been restored
 */
export function makeBankRefunds(
  { database, keyring, nowMs }: Omit<RefundRouteDeps, "refundMoved" | "watch">,
  refundMoved: RefundMoved,
  watch: RestoreWatch,
) {
  return {
    apiRoutes: [bankRefundRoutes({ database, keyring, nowMs, refundMoved, watch })],
  };
}
