import type { TenantTransaction } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { setMatchStatus } from "../statement-imports/match-status.ts";
import type { MatchDeps } from "./deps.ts";
import type { EntryMatch } from "./match.ts";
import { noSuchTransaction, takeEntry } from "./open-parts.ts";
import { deleteMatch, getTransfer, selectMatch } from "./queries.ts";
import { storeTransfers } from "./store-transfers.ts";

/**
 * Undoes the decision about an entry, or about one of its transactions: it waits for another one. Money that a transfer was paid with stays:
 * its payment counts on it.
 *
 * Fails with `not_found`, `bank_entry_not_open` if there is nothing to undo, `match_final`, or a problem of `transaction`.
 */
export async function unmatchEntry(
  deps: MatchDeps,
  trx: TenantTransaction,
  id: string,
  transaction: number | undefined,
): Promise<Result<null, Problem>> {
  const taken = await takeEntry(trx, id);
  if (!taken.ok) return taken;
  const { decided } = taken.value;
  if (decided.length === 0) return failed(nothingToUndo);
  const number = transaction ?? 0;
  if (transaction === undefined && !decided.includes(0))
    return failed(
      problem("parameter_missing", "The entry has several transactions: name one.", "/transaction"),
    );
  const match = await selectMatch(trx, id, number);
  if (!match) return failed(noSuchTransaction);
  const undone = await undo(deps, trx, match);
  if (!undone.ok) return undone;
  setMatchStatus(trx, [id], "unmatched");
  return success(null);
}

async function undo(
  deps: MatchDeps,
  trx: TenantTransaction,
  match: EntryMatch,
): Promise<Result<null, Problem>> {
  await deleteMatch(trx, match.entryId, match.number);
  if (match.transferId === null) return success(null);
  const transfer = present(await getTransfer(trx, match.transferId), "the transfer of the match");
  if (transfer.status === "paid" && match.countedMinor > 0)
    return failed(problem("match_final", `${transfer.id} is paid with it.`));
  const receivedMinor = transfer.receivedMinor - match.countedMinor;
  await storeTransfers(deps, trx, [{ ...transfer, receivedMinor }]);
  return success(null);
}

const nothingToUndo = problem("bank_entry_not_open", "It is neither matched nor ignored.");
