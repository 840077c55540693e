import type { TenantTransaction } from "../database/transaction.ts";
import type { EntryToMatch } from "../statement-imports/entry-to-match.ts";
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
 * proves nothing. Called in the transaction that stores the entries.
 */
export async function confirmRefunds(
  moved: RefundMoved,
  trx: TenantTransaction,
  entries: readonly EntryToMatch[],
): Promise<void> {
  const named = entries.filter(({ status }) => status === "booked").flatMap(namedIn);
  if (named.length === 0) return;
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
