import type { Mode } from "../../kernel/mode.ts";

import { type Account, type AccountSum, accountNames, accounts } from "../../ledger/accounts.ts";
import {
  addMoney,
  type BalanceAccount,
  type Money,
  moneyAccounts,
  moneyOf,
  type NotAvailable,
  noMoney,
} from "./money.ts";

/** What a balance is made of. */
export type BalanceParts = {
  readonly sums: readonly AccountSum[];
  readonly notAvailable: readonly NotAvailable[];
  /** Each connector account that the sums name, by its id. */
  readonly connectorAccounts: ReadonlyMap<string, BalanceAccount>;
};

/** The API's object `balance`. Its amounts are bigints: see kernel/exact-json.ts. */
export function toApiBalance(mode: Mode, parts: BalanceParts) {
  const currencies = [...new Set(parts.sums.map(({ currency }) => currency))].toSorted();
  return {
    object: "balance",
    mode,
    currencies: currencies.map((currency) =>
      toApiCurrencyBalance(currency, {
        ...parts,
        sums: parts.sums.filter((sum) => sum.currency === currency),
        notAvailable: parts.notAvailable.filter((each) => each.currency === currency),
      }),
    ),
  };
}

function toApiCurrencyBalance(currency: string, parts: BalanceParts) {
  const balance = normalBalances(parts.sums);
  const each = accountMoney(parts);
  return {
    currency,
    ...each.reduce((all, { money }) => addMoney(all, money), noMoney),
    earned: balance("merchant_payable") - balance("disputes") - balance("fees"),
    capturable: balance("authorized_funds"),
    connectorAccounts: each.map(toApiAccountMoney),
    accounts: Object.fromEntries(accountNames.map((account) => [account, balance(account)])),
  };
}

/** Balances with the sign for merchants: positive on the account's normal side. */
function normalBalances(sums: readonly AccountSum[]): (account: Account) => bigint {
  const sumOf = new Map<Account, bigint>();
  for (const { account, sum } of sums) sumOf.set(account, (sumOf.get(account) ?? 0n) + sum);
  return (account) => {
    const sum = sumOf.get(account) ?? 0n;
    return accounts[account].normal === "credit" ? -sum : sum;
  };
}

type AccountMoney = { readonly account: BalanceAccount; readonly money: Money };

/** The connector accounts that have ever held money in the currency, in the order of their ids. */
function accountMoney({ sums, notAvailable, connectorAccounts }: BalanceParts): AccountMoney[] {
  const holders: readonly Account[] = moneyAccounts;
  const ids = new Set(
    sums.filter(({ account }) => holders.includes(account)).map((sum) => sum.connectorAccount),
  );
  return [...ids].toSorted().map((id) => {
    const account = connectorAccounts.get(id) ?? {
      connectorAccount: id,
      settlements: "not_importable",
      importedUntil: null,
      completeUntil: null,
      reportsWaiting: 0,
    };
    const own = sums.filter(({ connectorAccount }) => connectorAccount === id);
    const waiting = notAvailable.find(({ connectorAccount }) => connectorAccount === id)?.net ?? 0n;
    return { account, money: moneyOf(account.settlements, own, waiting) };
  });
}

/** Of an account without imported settlements Kassa doesn't know the figures, so they are null and not 0. */
function toApiAccountMoney({ account, money }: AccountMoney) {
  const { connectorAccount, settlements, importedUntil, completeUntil, reportsWaiting } = account;
  const { notTracked, ...known } = money;
  const isKnown = settlements === "imported" || settlements === "own_bank_account";
  return {
    connectorAccount,
    settlements,
    importedUntil: importedUntil?.toISOString() ?? null,
    completeUntil: completeUntil?.toISOString() ?? null,
    reportsWaiting,
    pending: isKnown ? known.pending : null,
    available: isKnown ? known.available : null,
    reserved: isKnown ? known.reserved : null,
    inTransit: isKnown ? known.inTransit : null,
    paidOut: isKnown ? known.paidOut : null,
    notTracked,
  };
}
