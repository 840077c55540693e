import type { TenantTransaction } from "../database/transaction.ts";
import type { MatchDeps } from "./deps.ts";
import { updateTransfer } from "./queries.ts";
import type { ExpectedTransfer } from "./transfer.ts";

/** Stores what transfers have received, and tells of it. The only place where either changes. */
export async function storeTransfers(
  { transferReceived }: MatchDeps,
  trx: TenantTransaction,
  transfers: readonly ExpectedTransfer[],
): Promise<void> {
  for (const transfer of transfers) updateTransfer(trx, transfer);
  if (!transferReceived) return;
  await Promise.all(transfers.map(({ attemptId }) => transferReceived(trx, attemptId)));
}
