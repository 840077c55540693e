import type { TenantTransaction } from "../database/transaction.ts";
import { notFound } from "../kernel/not-found.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import type { EntryToMatch } from "../statement-imports/entry-to-match.ts";
import { lockOwnEntry, setMatchStatus } from "../statement-imports/match-status.ts";
import { type EntryPart, partsOf } from "./entry-parts.ts";
import { lockMatching, selectMatchedParts, selectMatchesOfEntry } from "./queries.ts";

/** An entry about which a person decides, with the parts that wait and those that are decided. */
export type EntryInHand = {
  readonly entry: EntryToMatch;
  readonly open: readonly EntryPart[];
  /** The numbers of the parts that are matched or ignored. */
  readonly decided: readonly number[];
};

/** Locks the caller's entry, and the matching of the tenant. Fails with `not_found`. */
export async function takeEntry(trx: TenantTransaction, id: string): Promise<Result<EntryInHand, Problem>> {
  const entry = await lockOwnEntry(trx, id);
  if (!entry) return failed(notFound);
  await lockMatching(trx);
  const rows = await selectMatchedParts(trx, [id]);
  const decided = rows.map(({ number }) => number);
  const waits = entry.matchStatus === "unmatched";
  const open = waits ? partsOf(entry).filter(({ number }) => !decided.includes(number)) : [];
  return success({ entry, open, decided });
}

/**
 * The part that a decision is about. Fails with `bank_entry_not_open`, or with a problem of the parameter `transaction`.
 *
 * @param transaction undefined for an entry that is one payment
 */
export function chooseOpenPart(
  { entry, open }: EntryInHand,
  transaction: number | undefined,
): Result<EntryPart, Problem> {
  if (open.length === 0) return failed(notOpen(entry));
  const isDivided = open.some(({ number }) => number > 0);
  if (isDivided && transaction === undefined)
    return failed(
      problem("parameter_missing", "The entry has several transactions: name one.", "/transaction"),
    );
  const part = open.find(({ number }) => number === (transaction ?? 0));
  return part ? success(part) : failed(noSuchTransaction);
}

export const noSuchTransaction = problem(
  "parameter_invalid",
  "It has to be the number of one of the entry's transactions that waits for a decision.",
  "/transaction",
);

function notOpen({ status, matchStatus, creditDebit }: EntryToMatch): Problem {
  if (status !== "booked") return problem("bank_entry_not_open", `It is ${status}, not booked.`);
  if (matchStatus === "not_applicable")
    return problem("bank_entry_not_open", `It is a ${creditDebit}: money that you paid.`);
  return problem("bank_entry_not_open", `It is ${matchStatus} already.`);
}

/** Sets the status of an entry after a decision about one of its parts. */
export async function settleStatus(trx: TenantTransaction, { entry }: EntryInHand): Promise<void> {
  const count = partsOf(entry).length;
  const matches = await selectMatchesOfEntry(trx, entry.id, count);
  const isIgnored = matches.every(({ action }) => action === "ignore");
  const decided = isIgnored ? "ignored" : "matched";
  setMatchStatus(trx, [entry.id], matches.length < count ? "unmatched" : decided);
}
