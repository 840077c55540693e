import type { EntryDetails } from "../bank-statements/entry.ts";
import { type EntryToMatch, isPaidByTenant } from "../statement-imports/entry-to-match.ts";
import type { Incoming } from "../statement-matching/candidate.ts";

/** Money of one payer: an entry, or one transaction of an entry that books several. */
export type EntryPart = {
  readonly entryId: string;
  readonly bankAccountId: string;
  /** The number of the transaction within the entry, from 1; 0 for the whole entry. */
  readonly number: number;
  /** Whether the bank took the money back: a reversed credit. True also of an unknown refund, which is matched to no transfer. */
  readonly isReversal: boolean;
  readonly incoming: Incoming;
};

type Entry = Pick<
  EntryToMatch,
  "id" | "bankAccountId" | "creditDebit" | "reversal" | "amountMinor" | "currency" | "details" | "more"
>;

/**
 * The parts of an entry. One that books several transactions is divided only if they have amounts that add up to the entry's; otherwise it
 * would be a guess whose money it is, so it is one part without any references.
 */
export function partsOf(entry: Entry): EntryPart[] {
  const { details } = entry;
  if (details.length > 1 && !isPaidByTenant(entry) && addsUp(entry))
    return details.map((each, index) => part(entry, index + 1, incomingOf(each, each.amount?.amountMinor)));
  return [part(entry, 0, wholeOf(entry))];

  function incomingOf(each: EntryDetails, amountMinor = entry.amountMinor): Incoming {
    return { amountMinor, currency: entry.currency, ...factsOf(each) };
  }
}

function part({ id, bankAccountId, creditDebit }: Entry, number: number, incoming: Incoming): EntryPart {
  // Of other debits nobody has to find out what they are for, except refunds that Kassa doesn't know.
  return { entryId: id, bankAccountId, number, isReversal: creditDebit === "debit", incoming };
}

function addsUp({ details, amountMinor, currency, creditDebit }: Entry): boolean {
  let sum = 0;
  for (const each of details) {
    if (each.amount?.currency !== currency || each.creditDebit !== creditDebit) return false;
    sum += each.amount.amountMinor;
  }
  return sum === amountMinor;
}

function wholeOf({ amountMinor, currency, details, more }: Entry): Incoming {
  const [only, ...others] = details;
  const said = more.additionalInformation === null ? [] : [more.additionalInformation];
  if (others.length > 0)
    return { amountMinor, currency, references: [], texts: [], payerName: null, payerAccount: null };
  if (only === undefined)
    return { amountMinor, currency, references: [], texts: said, payerName: null, payerAccount: null };
  const facts = factsOf(only);
  return { amountMinor, currency, ...facts, texts: [...facts.texts, ...said] };
}

function factsOf(details: EntryDetails): Omit<Incoming, "amountMinor" | "currency"> {
  const { creditorReferences, endToEndId, transactionId, remittance, debtor } = details;
  const account = debtor?.account ?? null;
  return {
    references: [
      ...creditorReferences.map(({ reference }) => reference),
      // Banks put Pix' txid, and payers their reference, into these.
      ...[endToEndId, transactionId].filter((text) => text !== null),
    ],
    texts: remittance === null ? [] : [remittance],
    payerName: debtor?.name ?? null,
    payerAccount: account?.iban ?? account?.other ?? null,
  };
}
