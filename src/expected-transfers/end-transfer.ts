import type { TenantTransaction } from "../database/transaction.ts";
import type { TransferEvents } from "./deps.ts";
import {
  endOpenTransfer,
  findTransferOfAttempt,
  lockMatching,
  returnMatch,
  selectMatchesOfTransfer,
  updateTransfer,
} from "./queries.ts";
import type { ExpectedTransfer } from "./transfer.ts";

/**
 * Gives up an attempt's transfer: money that arrives from now on is late, and what had arrived goes back to its payers. One that is paid
 * stays paid. Undefined if the attempt has none.
 */
export async function endTransfer(
  refundOwed: TransferEvents["refundOwed"],
  trx: TenantTransaction,
  attemptId: string,
): Promise<ExpectedTransfer | undefined> {
  await lockMatching(trx);
  const transfer = await findTransferOfAttempt(trx, attemptId);
  if (transfer?.status !== "open") return transfer;
  await endOpenTransfer(trx, attemptId);
  const ended: ExpectedTransfer = { ...transfer, status: "ended", receivedMinor: 0 };
  if (transfer.receivedMinor === 0) return ended;
  for (const match of partsThatStay(await selectMatchesOfTransfer(trx, transfer))) {
    const returned = {
      ...match,
      action: "refund",
      countedMinor: 0,
      refundedMinor: match.countedMinor,
    } as const;
    returnMatch(trx, returned);
    await refundOwed(trx, returned, ended);
  }
  updateTransfer(trx, ended);
  return ended;
}

type Match = Awaited<ReturnType<typeof selectMatchesOfTransfer>>[number];

/** The payments of which the bank took nothing back. A reversal cancels one of the same amount. */
function partsThatStay(matches: readonly Match[]): Match[] {
  const left = matches.filter(({ countedMinor }) => countedMinor > 0);
  for (const reversal of matches.filter(({ action }) => action === "reverse")) {
    const at = left.findIndex(({ countedMinor }) => countedMinor === -reversal.countedMinor);
    if (at !== -1) left.splice(at, 1);
  }
  return left;
}
