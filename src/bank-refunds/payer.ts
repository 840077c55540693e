import type { TenantTransaction } from "../database/transaction.ts";
import type { EntryMatch } from "../expected-transfers/match.ts";
import { getEntryToMatch } from "../statement-imports/match-status.ts";

/** Who paid, as the bank says. */
export type Payer = { readonly name: string | null; readonly account: string | null };

/** The payer of an entry, or of one transaction of it. */
export async function payerOf(
  trx: TenantTransaction,
  { entryId, number }: Pick<EntryMatch, "entryId" | "number">,
): Promise<Payer> {
  const entry = await getEntryToMatch(trx, entryId);
  const debtor = entry?.details[number === 0 ? 0 : number - 1]?.debtor ?? null;
  return { name: debtor?.name ?? null, account: debtor?.account?.iban ?? null };
}

/** Of several payments for a transfer, the largest: a refund goes to who paid most. */
export function mainPayment(matches: readonly EntryMatch[]): EntryMatch | undefined {
  const counted = matches.filter(({ countedMinor }) => countedMinor > 0);
  return counted.toSorted((one, other) => other.countedMinor - one.countedMinor)[0];
}
