import { type CsvValue, csvLine } from "../kernel/csv.ts";
import { findCurrency } from "../kernel/currency.ts";
import type { Mode } from "../kernel/mode.ts";
import { toDecimalString } from "../kernel/money.ts";
import type { Account } from "./accounts.ts";

/** An entry, with the fields of its transaction. */
export type Entry = {
  readonly id: string;
  readonly mode: Mode;
  readonly transactionId: string;
  readonly kind: string;
  readonly sourceId: string;
  readonly reverses: string | null;
  /** Null for settlement lines that belong to no payment. */
  readonly paymentId: string | null;
  readonly connectorAccount: string;
  readonly account: Account;
  readonly currency: string;
  /** Minor units; debits positive. */
  readonly amount: number;
  readonly createdAt: Date;
};

/** The API's object `ledger.entry`. */
export function toApiEntry(entry: Entry) {
  return {
    object: "ledger.entry",
    id: entry.id,
    mode: entry.mode,
    transaction: entry.transactionId,
    kind: entry.kind,
    source: entry.sourceId,
    reverses: entry.reverses,
    payment: entry.paymentId,
    connectorAccount: entry.connectorAccount,
    account: entry.account,
    currency: entry.currency,
    amount: entry.amount,
    createdAt: entry.createdAt.toISOString(),
  };
}

/** The columns of the export: the fields of the API's object, and the amount in major units. */
const columns: Readonly<Record<string, (entry: Entry) => CsvValue>> = {
  id: ({ id }) => id,
  createdAt: ({ createdAt }) => createdAt.toISOString(),
  transaction: ({ transactionId }) => transactionId,
  kind: ({ kind }) => kind,
  source: ({ sourceId }) => sourceId,
  reverses: ({ reverses }) => reverses,
  payment: ({ paymentId }) => paymentId,
  connectorAccount: ({ connectorAccount }) => connectorAccount,
  account: ({ account }) => account,
  currency: ({ currency }) => currency,
  amount: ({ amount }) => amount,
  amountDecimal: decimalAmount,
};

/** The first line of the export. */
export const csvHeader = csvLine(Object.keys(columns));

/** An entry as a line of the export. */
export const toCsvLine = (entry: Entry): string =>
  csvLine(Object.values(columns).map((column) => column(entry)));

/** An example file for the OpenAPI document. */
export const csvExample =
  csvHeader +
  toCsvLine({
    id: "lte_sandbox_3kTMd9a0V8bQ2xr5cWb7nP1yLmE4hGzR6tUf1",
    mode: "sandbox",
    transactionId: "ltx_sandbox_3kTMd9a0V8bQ2xr5cWb7nP1yLmE4hGzR6tUf0",
    kind: "refund_succeeded",
    sourceId: "re_sandbox_3kTMd9a0V8bQ2xr5cWb7nP1yLmE4hGzR6tUfK",
    reverses: null,
    paymentId: "pay_sandbox_3kTMd9a0V8bQ2xr5cWb7nP1yLmE4hGzR6tUfK",
    connectorAccount: "ca_sandbox_3kTMd9a0V8bQ2xr5cWb7nP1yLmE4hGzR6tUfK",
    account: "psp_clearing",
    currency: "EUR",
    amount: -1000,
    createdAt: new Date("2026-11-21T10:00:00Z"),
  });

/** Empty for a currency that ISO has withdrawn, because its number of decimals is no longer known. */
function decimalAmount({ amount, currency }: Entry): CsvValue {
  const known = findCurrency(currency);
  return known ? { decimal: toDecimalString(amount, known.exponent) } : null;
}
