import type { TenantTransaction } from "../database/transaction.ts";
import { endOpenTransfer, lockMatching } from "./queries.ts";

/** Gives up an attempt's transfer: money that arrives from now on is late. One that is paid stays paid. */
export async function endTransfer(trx: TenantTransaction, attemptId: string): Promise<void> {
  await lockMatching(trx);
  await endOpenTransfer(trx, attemptId);
}
