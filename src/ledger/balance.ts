import type { Mode } from "../kernel/mode.ts";
import { type Account, accountNames, accounts } from "./accounts.ts";

/** The sum of an account's entries in one currency, debits positive. bigint, for a sum can exceed what entries can't. */
export type AccountSum = { readonly account: Account; readonly currency: string; readonly sum: bigint };

/** The API's object `balance` of the accounts' sums. Amounts are bigint: see kernel/exact-json.ts. */
export function presentBalance(mode: Mode, sums: readonly AccountSum[]) {
  const currencies = [...new Set(sums.map(({ currency }) => currency))].toSorted();
  return {
    object: "balance",
    mode,
    currencies: currencies.map((currency) =>
      presentCurrency(
        currency,
        sums.filter((sum) => sum.currency === currency),
      ),
    ),
  };
}

function presentCurrency(currency: string, sums: readonly AccountSum[]) {
  const sumOf = new Map(sums.map(({ account, sum }) => [account, sum]));
  /** As a merchant reads it: an account that usually is in credit is positive when it is. */
  const balance = (account: Account): bigint => {
    const sum = sumOf.get(account) ?? 0n;
    return accounts[account].normal === "credit" ? -sum : sum;
  };
  return {
    currency,
    available: balance("merchant_payable") - balance("disputes") - balance("fees"),
    capturable: balance("authorized_funds"),
    accounts: Object.fromEntries(accountNames.map((account) => [account, balance(account)])),
  };
}
