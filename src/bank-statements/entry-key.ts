import { createHash } from "node:crypto";
import type { EntryDetails, EntryDraft, StatementAccount } from "./entry.ts";

/**
 * The identity of an entry, so that the same entry in another file isn't taken for a second one
 * (docs/decisions/0046-reading-bank-statements.md).
 *
 * With a bank reference: account, reference, booking date, amount and direction. Texts don't count, because an intraday report,
 * a statement and a notification describe the same entry in different detail. The amount counts, because banks give a payment
 * and its charge the same reference. The date counts, because some banks number entries anew each day.
 *
 * Without one: the texts and the value date count, too.
 *
 * Entries that are equal in all of this are numbered within their statement. The number is part of the key.
 */
export class EntryKeys {
  private readonly occurrences = new Map<string, number>();

  keyOf(account: StatementAccount, draft: EntryDraft): string {
    const reference = referenceOf(draft);
    const content = digest([
      account.iban ?? account.other ?? "",
      draft.currency,
      String(draft.amountMinor),
      draft.creditDebit,
      draft.bookingDate ?? draft.valueDate ?? "",
      ...(reference === null ? ["content", ...contentOf(draft)] : ["reference", reference]),
    ]);
    const occurrence = (this.occurrences.get(content) ?? 0) + 1;
    this.occurrences.set(content, occurrence);
    return `${content}.${occurrence}`;
  }
}

/** The bank's reference of the entry, or that of its only transaction. */
function referenceOf({ bankReference, details, batch }: EntryDraft): string | null {
  const [only, ...more] = details;
  return bankReference ?? (more.length === 0 && batch === null ? (only?.bankReference ?? null) : null);
}

function contentOf({ valueDate, additionalInformation, details, batch, reversal }: EntryDraft): string[] {
  const batchIds = [batch?.messageId ?? "", batch?.paymentInformationId ?? ""];
  return [
    valueDate ?? "",
    reversal ? "reversal" : "",
    additionalInformation ?? "",
    ...batchIds,
    ...details.flatMap(detailOf),
  ];
}

const detailOf = (details: EntryDetails): string[] => [
  details.endToEndId ?? "",
  details.transactionId ?? "",
  details.remittance ?? "",
  ...details.creditorReferences.map(({ reference }) => reference),
  details.debtor?.name ?? "",
  details.debtor?.account?.iban ?? details.debtor?.account?.other ?? "",
  details.creditor?.name ?? "",
  details.creditor?.account?.iban ?? details.creditor?.account?.other ?? "",
];

/** 128 bits of SHA-256. The lengths stand before the texts, so that no two lists give the same input. */
function digest(parts: readonly string[]): string {
  const input = parts.map((part) => `${part.length}:${part}`).join(",");
  return createHash("sha256").update(input).digest("base64url").slice(0, 22);
}
