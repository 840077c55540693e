import type { BankAccount } from "../entry.ts";
import { readAccount } from "../texts.ts";

/**
 * The account of :25:. Banks write an IBAN, a bank code and account number (37040044/0532013000), or a BIC and one of them, and
 * some add the currency.
 */
export function readMt940Account(text: string, currency: string | undefined): BankAccount | null {
  const bare = currency !== undefined && text.endsWith(currency) ? text.slice(0, -currency.length) : text;
  const account = readAccount(bare.replace(/[/\s]+$/, ""));
  const afterSlash = readAccount(bare.split("/").at(-1));
  return afterSlash?.iban ? afterSlash : account;
}
