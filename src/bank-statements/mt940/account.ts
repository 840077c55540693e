import type { BankAccount } from "../entry.ts";
import { readAccount } from "../texts.ts";

/**
 * The account of :25:. Banks write an IBAN, a bank code and account number (37040044/0532013000), or a BIC and one of them, and
 * some add the currency.
 */
export function readMt940Account(text: string): BankAccount | null {
  const candidates = [text, text.split("/").at(-1) ?? ""].flatMap((one) => [
    one,
    one.replace(/[\s/]*[A-Z]{3}$/, ""),
  ]);
  const iban = candidates.map(readAccount).find((account) => account?.iban);
  return iban ?? readAccount(text);
}
