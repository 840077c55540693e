import { listEnabledAccounts } from "../bank-accounts/enabled-accounts.ts";
import type { TenantTransaction } from "../database/transaction.ts";
import { post } from "../ledger/post.ts";
import { arrivalPosting } from "../ledger/settlement-postings.ts";
import type { EntriesBooked, EntryToMatch } from "../statement-imports/entry-to-match.ts";
import { lockUnmatchedOfAmount, setMatchStatus } from "../statement-imports/match-status.ts";
import { lockOpenBatches, type OpenBatch, selectOpenAmounts, setArrived } from "./queries.ts";

/** Takes the PSPs' payouts out of booked entries, and hands on the others, which customers may have paid. */
export const withPayouts =
  (next: EntriesBooked): EntriesBooked =>
  async (trx, entries) => {
    const arrived = await matchPayouts(trx, entries);
    const others = entries.filter(({ id }) => !arrived.has(id));
    if (others.length > 0) await next(trx, others);
  };

/**
 * Finds the payouts that entries show, and posts their arrival. An entry shows a payout if it is a credit of its amount and currency
 * and one of its texts has the payout's trace id, reference or statement descriptor. If several payouts fit, a person has to decide.
 *
 * The caller has locked the entries.
 *
 * @returns the ids of the matched entries
 */
export async function matchPayouts(
  trx: TenantTransaction,
  entries: readonly EntryToMatch[],
): Promise<Set<string>> {
  const credits = entries.filter(
    ({ matchStatus, creditDebit, reversal }) =>
      matchStatus === "unmatched" && creditDebit === "credit" && !reversal,
  );
  const arrived = new Set<string>();
  if (credits.length === 0) return arrived;
  const amounts = [...new Set(credits.map(({ amountMinor }) => amountMinor))];
  const open = new Set(await lockOpenBatches(trx, amounts));
  for (const entry of open.size === 0 ? [] : credits) {
    const text = comparable(textsOf(entry).join(" "));
    const [batch, ...others] = [...open].filter((each) => shows(entry, text, each));
    if (!batch || others.length > 0) continue;
    open.delete(batch);
    arrived.add(entry.id);
    await setArrived(trx, batch.id, entry.id);
    await post(trx, arrivalPosting(batch));
  }
  if (arrived.size > 0) setMatchStatus(trx, [...arrived], "matched");
  return arrived;
}

const shows = ({ amountMinor, currency }: EntryToMatch, text: string, batch: OpenBatch): boolean =>
  batch.amount === amountMinor &&
  batch.currency === currency &&
  batch.bankTexts.some((each) => isTelling(each) && text.includes(comparable(each)));

/** Banks change case, and break texts into lines. */
const comparable = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");

/** A text of a few letters may be part of any other. */
const isTelling = (text: string): boolean => comparable(text).length >= 5;

function textsOf({ details, more }: EntryToMatch): string[] {
  const texts = [
    more.entryReference,
    more.additionalInformation,
    ...details.flatMap((each) => [
      each.endToEndId,
      each.transactionId,
      each.bankReference,
      each.remittance,
      ...each.creditorReferences.map(({ reference }) => reference),
    ]),
  ];
  return texts.filter((text) => text !== null);
}

/** So many unmatched entries of an amount are compared, for each bank account. */
const comparedAtMost = 20;

/** Looks for the arrival of an account's open payouts among the entries that are there already. */
export async function matchEarlierEntries(trx: TenantTransaction, connectorAccount: string): Promise<void> {
  const entries: EntryToMatch[] = [];
  for (const { currency, amount } of await selectOpenAmounts(trx, connectorAccount))
    for (const { id } of await listEnabledAccounts(trx, currency))
      entries.push(...(await lockUnmatchedOfAmount(trx, id, amount, comparedAtMost)));
  await matchPayouts(trx, entries);
}
