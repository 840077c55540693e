import type { Mode } from "../kernel/mode.ts";
import { type Account, accountNames, accounts } from "./accounts.ts";

/**
 * The sum of an account's entries of one connector account in one currency, debits positive. A bigint, because sums can exceed the
 * safe integers.
 */
export type AccountSum = {
  readonly connectorAccount: string;
  readonly account: Account;
  readonly currency: string;
  readonly sum: bigint;
};

/** The API's object `balance`. Its amounts are bigints: see kernel/exact-json.ts. */
export function toApiBalance(mode: Mode, sums: readonly AccountSum[]) {
  const currencies = [...new Set(sums.map(({ currency }) => currency))].toSorted();
  return {
    object: "balance",
    mode,
    currencies: currencies.map((currency) =>
      toApiCurrencyBalance(
        currency,
        sums.filter((sum) => sum.currency === currency),
      ),
    ),
  };
}

function toApiCurrencyBalance(currency: string, sums: readonly AccountSum[]) {
  const sumOf = new Map<Account, bigint>();
  for (const { account, sum } of sums) sumOf.set(account, (sumOf.get(account) ?? 0n) + sum);
  /** The balance with the sign for merchants: positive if it is on its normal side. */
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
