import type { MerchantBankAccount } from "@kassa/sdk";

const inFours = (iban: string): string => iban.replaceAll(/(.{4})(?=.)/g, "$1 ");

/** What banks know the account by, as people write it. */
export function numberOf(account: MerchantBankAccount): string {
  const { iban, qrIban, sortCode, accountNumber, pixKey, upiId } = account;
  if (iban ?? qrIban) return inFours(iban ?? qrIban ?? "");
  if (sortCode) return `${sortCode.replaceAll(/(\d\d)(?=\d)/g, "$1-")} ${accountNumber}`;
  return pixKey ?? upiId ?? account.id;
}

export const nameOfAccount = (account: MerchantBankAccount): string => account.label ?? numberOf(account);
