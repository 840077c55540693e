import type { TenantTransaction } from "../database/transaction.ts";
import { type EntryToMatch, isPaidByTenant } from "../statement-imports/entry-to-match.ts";
import { setMatchStatus } from "../statement-imports/match-status.ts";
import { matchEntry } from "../statement-matching/match-entry.ts";
import { type DecideBy, decidePart, type PartDecision } from "./decide-part.ts";
import { decideReversal } from "./decide-reversal.ts";
import type { MatchDeps } from "./deps.ts";
import { type EntryPart, partsOf } from "./entry-parts.ts";
import { newNames } from "./new-names.ts";
import { lockMatching, selectMatchedParts } from "./queries.ts";
import { readRules } from "./read-rules.ts";
import { storeMatch, storeTransfers } from "./store-transfers.ts";
import { TransfersInHand } from "./transfers-in-hand.ts";

/** So many parts are looked up and stored at a time: an entry may book 100,000 transactions. */
const partsAtATime = 500;

/**
 * Finds out what booked entries are for, and stores it. An entry that isn't certain stays `unmatched`. Each part of an entry is matched
 * at most once, by its primary key, so it may be called again with the same entries, such as when a later file lists more of
 * their transactions.
 *
 * The caller has locked the entries. The lock of the tenant's matching comes after those of entries.
 */
export async function matchEntries(
  deps: MatchDeps,
  trx: TenantTransaction,
  entries: readonly EntryToMatch[],
): Promise<void> {
  const toMatch = entries.filter((entry) => entry.matchStatus === "unmatched" && !isPaidByTenant(entry));
  if (toMatch.length === 0) return;
  await lockMatching(trx);
  const ids = toMatch.map(({ id }) => id);
  const [rules, known] = await Promise.all([readRules(trx), selectMatchedParts(trx, ids)]);
  const done = new Set(known.map(({ entryId, number }) => `${entryId} ${number}`));
  const parts = toMatch.flatMap(partsOf);
  const inHand = new TransfersInHand();
  const names = newNames(deps, trx.scope);
  // A reversal may stand before what it reverses.
  const open = parts.filter(({ entryId, number }) => !done.has(`${entryId} ${number}`));
  const ordered = [...open.filter((part) => !part.isReversal), ...open.filter((part) => part.isReversal)];
  const unmatched = new Set<string>();
  for (let at = 0; at < ordered.length; at += partsAtATime) {
    const group = ordered.slice(at, at + partsAtATime);
    await inHand.read(trx, group);
    const stored: Promise<unknown>[] = [];
    for (const part of group) {
      const decision = await decide(trx, part, inHand, { rules, nowMs: deps.nowMs(), newNames: names });
      if (decision?.kind !== "matched") {
        unmatched.add(part.entryId);
        continue;
      }
      inHand.put(decision.transfer);
      const storing = storeMatch(deps, trx, decision);
      // It may fail while another part is decided. Then that fails, too, and nobody waits for this one any more.
      storing.catch(() => {});
      stored.push(storing);
    }
    await Promise.all(stored);
  }
  const matched = ids.filter((id) => !unmatched.has(id));
  if (matched.length > 0) setMatchStatus(trx, matched, "matched");
  await storeTransfers(deps, trx, inHand.changed());
}

/** Undefined if it isn't certain what the part is for. */
async function decide(
  trx: TenantTransaction,
  part: EntryPart,
  inHand: TransfersInHand,
  by: DecideBy,
): Promise<PartDecision | undefined> {
  const found = matchEntry(part.incoming, inHand.candidatesFor(part));
  if (found.outcome !== "matched") return undefined;
  const transfer = inHand.get(found.candidateId);
  const how = { rule: found.rule, decidedBy: null };
  if (!part.isReversal) return decidePart(part, transfer, how, by);
  return decideReversal(trx, part, transfer, how, (id) => inHand.fetch(trx, id));
}
