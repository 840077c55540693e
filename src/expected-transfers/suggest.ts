import type { TenantTransaction } from "../database/transaction.ts";
import { type EntryToMatch, isPaidByTenant } from "../statement-imports/entry-to-match.ts";
import type { TransferRules } from "../statement-matching/decide-amount.ts";
import { type MatchRule, matchEntry, type Suggestion } from "../statement-matching/match-entry.ts";
import { decidePart, type Flag } from "./decide-part.ts";
import { type EntryPart, partsOf } from "./entry-parts.ts";
import { selectMatchedParts, selectOpenOfAmount, selectTransfersByReference } from "./queries.ts";
import { readRules } from "./read-rules.ts";
import { referenceTokens } from "./reference-tokens.ts";
import type { ExpectedTransfer } from "./transfer.ts";
import { openOfPayer, toCandidate } from "./transfers-in-hand.ts";

/** Money that waits for a person, why, and what it may be for. */
export type EntryException = {
  /** The number of the transaction within the entry; 0 for the whole entry. */
  readonly number: number;
  readonly reason: "no_match" | "ambiguous" | "nothing_to_reverse" | "unknown_refund" | Flag;
  readonly suggestions: readonly Suggestion[];
};

/** Of an entry with many transactions, so many of those that wait are shown. */
const exceptionsAtMost = 10;

/** Open transfers of the same amount that are looked at for suggestions. A shop with one price may have thousands. */
const ofAmountAtMost = 50;

/** Why the parts of an unmatched entry wait, as of now. */
export async function suggestFor(
  trx: TenantTransaction,
  entry: EntryToMatch,
  nowMs: number,
): Promise<EntryException[]> {
  if (entry.matchStatus !== "unmatched") return [];
  if (isPaidByTenant(entry)) return [{ number: 0, reason: "unknown_refund", suggestions: [] }];
  const [rules, known] = await Promise.all([readRules(trx), selectMatchedParts(trx, [entry.id])]);
  const done = new Set(known.map(({ number }) => number));
  const open = partsOf(entry).filter(({ number }) => !done.has(number));
  return Promise.all(open.slice(0, exceptionsAtMost).map((part) => exceptionOf(trx, part, rules, nowMs)));
}

async function exceptionOf(
  trx: TenantTransaction,
  part: EntryPart,
  rules: TransferRules,
  nowMs: number,
): Promise<EntryException> {
  const { number, incoming } = part;
  const transfers = await candidatesOf(trx, part);
  const found = matchEntry(incoming, transfers.map(toCandidate));
  if (found.outcome === "exception") {
    const { reason, suggestions } = found;
    return { number, reason, suggestions };
  }
  // It is clear which transfer is meant, and still it wasn't matched.
  const meant = transfers.find(({ id }) => id === found.candidateId);
  const suggestion: Suggestion = { candidateId: found.candidateId, reasons: reasonsOf[found.rule] };
  return { number, reason: reasonFor(part, meant, rules, nowMs), suggestions: [suggestion] };
}

const reasonsOf: Readonly<Record<MatchRule, Suggestion["reasons"]>> = {
  reference: ["reference"],
  reference_in_text: ["reference"],
  amount_and_payer: ["amount", "payer_name"],
};

function reasonFor(
  part: EntryPart,
  transfer: ExpectedTransfer | undefined,
  rules: TransferRules,
  nowMs: number,
): EntryException["reason"] {
  if (transfer === undefined) return "no_match";
  if (part.isReversal) return "nothing_to_reverse";
  const by = { rules, nowMs, newNames: () => transfer };
  const decision = decidePart(part, transfer, { rule: "manual", decidedBy: null }, by);
  return decision.kind === "flagged" ? decision.flag : "no_match";
}

async function candidatesOf(trx: TenantTransaction, part: EntryPart): Promise<ExpectedTransfer[]> {
  const found = await Promise.all([
    selectTransfersByReference(trx, referenceTokens(part.incoming)),
    openOfPayer(trx, part),
    selectOpenOfAmount(trx, part.bankAccountId, part.incoming.amountMinor, ofAmountAtMost),
  ]);
  return [...new Map(found.flat().map((transfer) => [transfer.id, transfer])).values()];
}
