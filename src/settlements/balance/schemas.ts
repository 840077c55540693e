import { mode, nullable, objectType, oneOf, timestamp } from "../../kernel/fields.ts";
import { Type } from "../../kernel/type.ts";
import { accounts } from "../../ledger/accounts.ts";
import { type Money, settlementStates } from "./money.ts";

/** Schema of the balance. */

const balances = Object.fromEntries(
  Object.entries(accounts).map(([name, { means, normal }]) => [
    name,
    Type.Integer({ description: `${means} Positive when in ${normal}, as it usually is.` }),
  ]),
);

const means: Readonly<Record<keyof Money, string>> = {
  pending:
    "Moved by payments, refunds and disputes and not settled by the PSP yet, or settled and not available yet.",
  available: "At the PSP and available for payouts; negative if you owe the PSP.",
  reserved: "Withheld by the PSP for a time.",
  inTransit: "Paid out by the PSP, and not found on a bank statement yet.",
  paidOut: "Arrived at the bank, as its statements show.",
  notTracked:
    "Moved at accounts whose settlements aren't imported: Kassa can't know whether it is pending, available or paid out.",
};

const known = (name: keyof Money) =>
  nullable(Type.Integer(), `${means[name]} Null if the account's settlements aren't imported.`);

const AccountMoneySchema = Type.Object(
  {
    connectorAccount: Type.String({ description: "The account at the PSP." }),
    settlements: oneOf(
      settlementStates,
      "Whether Kassa knows where the account's money is. `imported`: Kassa imports the PSP's settlements. `not_imported_yet`: the first import isn't finished. `not_importable`: the connector can't import them, so only the PSP knows. `own_bank_account`: customers pay into your own bank account.",
    ),
    importedUntil: nullable(
      timestamp(),
      "When the PSP booked the newest imported line; null unless settlements are imported.",
    ),
    completeUntil: nullable(
      timestamp(),
      "The time up to which all bookings of the PSP are imported, even if there were none; null unless settlements are imported.",
    ),
    reportsWaiting: Type.Integer({
      description:
        "The number of report files that the PSP has announced and that aren't imported yet. 0 for PSPs without report files.",
    }),
    pending: known("pending"),
    available: known("available"),
    reserved: known("reserved"),
    inTransit: known("inTransit"),
    paidOut: known("paidOut"),
    notTracked: Type.Integer({ description: `${means.notTracked} 0 for other accounts.` }),
  },
  { additionalProperties: false, title: "ConnectorAccountBalance" },
);

const sum = (name: keyof Money) => Type.Integer({ description: means[name] });

const CurrencyBalanceSchema = Type.Object(
  {
    currency: Type.String({ description: "ISO 4217 code." }),
    pending: sum("pending"),
    available: sum("available"),
    reserved: sum("reserved"),
    inTransit: sum("inTransit"),
    paidOut: sum("paidOut"),
    notTracked: sum("notTracked"),
    earned: Type.Integer({
      description:
        "What you have earned before processing fees, paid out or not: merchant_payable less disputes and fees. It can be negative.",
    }),
    capturable: Type.Integer({
      description: "The authorized amount that can still be captured: the balance of authorized_funds.",
    }),
    connectorAccounts: Type.Array(AccountMoneySchema, {
      description:
        "Where the money of each connector account is. Their figures add up to those of the currency.",
    }),
    accounts: Type.Object(balances, {
      additionalProperties: false,
      description: "The balance of every account of the ledger, by account name.",
    }),
  },
  { additionalProperties: false, title: "CurrencyBalance" },
);

export const BalanceSchema = Type.Object(
  {
    object: objectType("balance"),
    mode: mode(),
    currencies: Type.Array(CurrencyBalanceSchema, {
      description:
        "One balance per currency that has entries, sorted by currency code. All amounts are in minor units.",
    }),
  },
  { additionalProperties: false, title: "Balance" },
);
