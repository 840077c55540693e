import type { AccountType, BankAccount } from "../bank-accounts/account.ts";

/** The types of accounts that the banks of a country know and those of others don't. */
const domesticTypes: Readonly<Record<string, AccountType>> = {
  CH: "qr_iban",
  LI: "qr_iban",
  GB: "uk_account",
  BR: "pix_key",
  IN: "upi_id",
};

/** Where customers who pay in a currency mostly have their accounts. */
const countryOfCurrency: Readonly<Record<string, string>> = { CHF: "CH", GBP: "GB", BRL: "BR", INR: "IN" };

/**
 * The account to ask a customer to pay to: one of the kind that the banks of the customer's country use, else an IBAN of that country,
 * else any other IBAN, else whatever there is. Of several, the first in the list.
 *
 * @param accounts those that are enabled and in the currency
 * @param country ISO 3166-1 alpha-2 of the customer; null if unknown
 */
export function chooseAccount(
  accounts: readonly BankAccount[],
  currency: string,
  country: string | null,
): BankAccount | undefined {
  const from = country ?? countryOfCurrency[currency] ?? null;
  const choices: readonly ((account: BankAccount) => boolean)[] = [
    ({ type }) => from !== null && type === domesticTypes[from],
    ({ type, identifier }) => type === "iban" && from !== null && identifier.startsWith(from),
    ({ type }) => type === "iban",
    () => true,
  ];
  for (const suits of choices) {
    const found = accounts.find(suits);
    if (found) return found;
  }
  return undefined;
}
