import type { TenantTransaction } from "../database/transaction.ts";
import { lockMatching } from "../expected-transfers/find-matches.ts";
import { type EntryToMatch, isPaidByTenant } from "../statement-imports/entry-to-match.ts";
import { setMatchStatus } from "../statement-imports/match-status.ts";
import type { BankRefund } from "./bank-refund.ts";
import type { RefundMoved } from "./change-refund.ts";
import { endToEndIdPattern } from "./end-to-end-id.ts";
import { lockByEndToEndId, updateRefund } from "./queries.ts";

/** What a statement says of a refund, by its EndToEndId. Minor units. */
type Named = {
  readonly entry: EntryToMatch;
  readonly endToEndId: string;
  readonly amountMinor: number;
  readonly currency: string;
};

/**
 * Finds bank refunds in booked entries: a debit confirms one, a credit with its EndToEndId says that the money came back. Another amount
 * proves nothing. A debit with an EndToEndId of ours and no such refund stays unmatched: the database was restored and has forgotten the
 * refund, which must not be sent again.
 *
 * The caller has locked the entries.
 */
export async function confirmRefunds(
  moved: RefundMoved,
  trx: TenantTransaction,
  entries: readonly EntryToMatch[],
): Promise<void> {
  const named = entries.filter(({ status }) => status === "booked").flatMap(namedIn);
  if (named.length === 0) return;
  // A refund that is being noted either is seen here, or finds the entry.
  await lockMatching(trx);
  const ids = [...new Set(named.map(({ endToEndId }) => endToEndId))];
  const refunds = new Map((await lockByEndToEndId(trx, ids)).map((refund) => [refund.endToEndId, refund]));
  // A file may have the money's way back before its way out.
  for (const creditDebit of ["debit", "credit"] as const)
    for (const one of named.filter(({ entry }) => entry.creditDebit === creditDebit)) {
      const refund = refunds.get(one.endToEndId);
      const next = refund && statusAfter(refund, one);
      if (!refund || !next) continue;
      const changed: BankRefund = { ...refund, status: next };
      refunds.set(one.endToEndId, changed);
      updateRefund(trx, changed);
      if (next === "returned" && one.entry.details.length === 1)
        setMatchStatus(trx, [one.entry.id], "matched");
      if (refund.movementKey !== null) await moved(trx, refund.movementKey);
    }
  markUnknown(trx, named, refunds);
}

/** Lets debits wait for a person while one of the refunds that they name isn't known. */
function markUnknown(
  trx: TenantTransaction,
  named: readonly Named[],
  refunds: ReadonlyMap<string, BankRefund>,
): void {
  const debits = new Set(named.map(({ entry }) => entry).filter(isPaidByTenant));
  for (const entry of debits) {
    const isKnown = named.every((one) => one.entry !== entry || refunds.has(one.endToEndId));
    const status = isKnown ? "not_applicable" : "unmatched";
    if (entry.matchStatus !== status) setMatchStatus(trx, [entry.id], status);
  }
}

function statusAfter(
  refund: BankRefund,
  { entry, amountMinor, currency }: Named,
): "confirmed" | "returned" | undefined {
  if (refund.currency !== currency || refund.status === "returned") return undefined;
  // Banks keep a charge of what they send back, so that less comes.
  if (entry.creditDebit === "credit") return "returned";
  return refund.amountMinor === amountMinor && refund.status !== "confirmed" ? "confirmed" : undefined;
}

function namedIn(entry: EntryToMatch): Named[] {
  return entry.details.flatMap(({ endToEndId, amount }) =>
    endToEndId !== null && endToEndIdPattern.test(endToEndId)
      ? [
          {
            entry,
            endToEndId,
            amountMinor: amount?.amountMinor ?? entry.amountMinor,
            currency: amount?.currency ?? entry.currency,
          },
        ]
      : [],
  );
}
