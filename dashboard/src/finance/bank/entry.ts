import type { BankEntry } from "@kassa/sdk";

/** Minor units with the sign of what it does to the account. */
export const signedAmount = ({ creditDebit, amount }: BankEntry): number =>
  creditDebit === "debit" ? -amount : amount;

/** Who paid, or was paid. */
export function counterpartyOf({ details, creditDebit, reversal }: BankEntry): string | null {
  const [first] = details;
  // In a reversal, the bank names them by what it reverses.
  const isPayer = (creditDebit === "credit") !== reversal;
  return (isPayer ? first?.debtor : first?.creditor)?.name ?? null;
}

/** What the payer wrote, or the bank. */
export function textOf({ details, additionalInformation, bankReference }: BankEntry): string | null {
  const [first] = details;
  return (
    first?.remittance ??
    first?.creditorReferences[0]?.reference ??
    additionalInformation ??
    first?.endToEndId ??
    bankReference
  );
}
