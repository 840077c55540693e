import type { TenantTransaction } from "../database/transaction.ts";
import { endOpenTransfer } from "./queries.ts";

/** Gives up an attempt's transfer: money that arrives from now on is late. One that is paid stays paid. */
export function endTransfer(trx: TenantTransaction, attemptId: string): Promise<void> {
  return endOpenTransfer(trx, attemptId);
}
