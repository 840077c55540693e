import { createHash } from "node:crypto";
import { unreachable } from "../../kernel/assert.ts";
import { type CurrencyExponent, findCurrency } from "../../kernel/currency.ts";
import { toMinorUnits } from "../../kernel/money.ts";
import type { SettlementBatch, SettlementLine, SettlementType } from "../settlements.ts";
import { settlementTypeOf } from "./journal-types.ts";
import { type Column, neededColumns, type ReportRow, UnreadableReport } from "./report-rows.ts";

/** What a row says: a line, or two for a dispute with a fee; and a batch, if it is the row of a payout. */
export type TranslatedRow = {
  readonly lines: readonly SettlementLine[];
  readonly batch: SettlementBatch | null;
};

/**
 * A row of the report. Kassa's disputes don't have Adyen's fee, so it is a line of its own.
 *
 * @param repeated how many equal rows came before it in the report
 * @throws UnreadableReport for a value that isn't one of its column
 */
export function translateRow(row: ReportRow, repeated: number): TranslatedRow {
  const { values } = row;
  const type = settlementTypeOf(values.Type);
  const amounts = amountsOf(row, type);
  const { fee, currency } = amounts;
  const isDispute = type === "dispute" || type === "dispute_reversal";
  const own = {
    reference: referenceOf(row, repeated),
    category: values.Type,
    batch: `${values["Batch Number"]}/${currency}`,
    ...{ currency, bookedAt: timeOf(row), availableAt: null },
  };
  const about = aboutOf(row, type);
  const whole = { ...own, type, about, gross: amounts.gross, exchanged: amounts.exchanged };
  const lines: SettlementLine[] = isDispute
    ? [{ ...whole, fee: 0, net: amounts.gross }]
    : [{ ...whole, fee, net: amounts.gross - fee }];
  if (isDispute && fee !== 0) {
    const part = { ...own, reference: `${own.reference}/fee`, type: "fee" as const, about: null };
    lines.push({ ...part, gross: -fee, fee: 0, net: -fee, exchanged: null });
  }
  return { lines, batch: type === "payout" ? batchOf(row, own.batch, lines) : null };
}

type Amounts = Pick<SettlementLine, "currency" | "gross" | "fee" | "exchanged">;

/** Adyen rounds fees and exchanges, so the gross amount in the net currency is what adds up: the net amount and the fees. */
function amountsOf(row: ReportRow, type: SettlementType): Amounts {
  const { values } = row;
  const [currency, customers] = [values["Net Currency"], values["Gross Currency"]];
  const net = difference(row, "Net Credit (NC)", "Net Debit (NC)", currency);
  const isExchanged = customers !== "" && customers !== currency;
  const gross = customers === "" ? 0 : difference(row, "Gross Credit (GC)", "Gross Debit (GC)", customers);
  const isOfPayment = type !== "payout" && type !== "payout_failure" && gross !== 0;
  if (!isOfPayment) return { currency, gross: net, fee: 0, exchanged: null };
  if (!isExchanged) return { currency, gross, fee: gross - net, exchanged: null };
  const fee = feesOf(row, currency);
  const rate = Number(values["Exchange Rate"]);
  return { currency, gross: net + fee, fee, exchanged: { currency: customers, amount: gross, rate } };
}

const difference = (row: ReportRow, credit: Column, debit: Column, currency: string): number =>
  amountIn(row, credit, currency) - amountIn(row, debit, currency);

/** What Adyen, the schemes and the issuer keep. Parts of a minor unit are rounded in the sum. */
function feesOf(row: ReportRow, currency: string): number {
  const exponent = exponentOf(row, currency);
  const columns = ["Commission (NC)", "Markup (NC)", "Scheme Fees (NC)", "Interchange (NC)"] as const;
  let millionths = 0n;
  for (const column of columns) {
    const text = row.values[column];
    const [, sign, whole, fraction = ""] = /^(-?)(\d{1,12})(?:\.(\d{1,12}))?$/.exec(text || "0") ?? [];
    if (whole === undefined) throw notAmount(row, column);
    const part = BigInt(whole + fraction.padEnd(exponent + 6, "0").slice(0, exponent + 6));
    millionths += sign === "-" ? -part : part;
  }
  const isNegative = millionths < 0n;
  const rounded = Number(((isNegative ? -millionths : millionths) + 500_000n) / 1_000_000n);
  return isNegative ? 0 - rounded : rounded;
}

/** Minor units; 0 for an empty value. */
function amountIn(row: ReportRow, column: Column, currency: string): number {
  const text = row.values[column];
  if (text === "") return 0;
  const [, sign, whole, fraction = ""] = /^(-?)(\d{1,16})(?:\.(\d{1,12}))?$/.exec(text) ?? [];
  const exponent = exponentOf(row, currency);
  const amount = whole === undefined ? undefined : toMinorUnits(whole, fraction.replace(/0+$/, ""), exponent);
  if (amount === undefined) throw notAmount(row, column);
  return sign === "-" ? 0 - amount : amount;
}

function exponentOf({ line }: ReportRow, currency: string): CurrencyExponent {
  const known = findCurrency(currency);
  if (!known)
    throw new UnreadableReport(`Line ${line} has the currency "${currency}", which Kassa doesn't know.`);
  return known.exponent;
}

const notAmount = ({ line }: ReportRow, column: Column): UnreadableReport =>
  new UnreadableReport(`Line ${line}: "${column}" isn't an amount of its currency.`);

/**
 * Names a row by what it says, since Adyen numbers no rows: the same row has the same reference in a report that was made again, with
 * its columns in another order.
 */
function referenceOf({ values }: ReportRow, repeated: number): string {
  const whole = neededColumns.map((column) => values[column]).join("\u0000");
  const digest = createHash("sha256").update(whole).digest("hex").slice(0, 24);
  return `${values["Batch Number"]}/${values.Type}/${digest}${repeated === 0 ? "" : `/${repeated}`}`;
}

/** A charge is named by its payment, whatever its captures are; refunds and disputes have references of their own. */
function aboutOf({ values }: ReportRow, type: SettlementType): string | null {
  const [payment, modification] = [values["Psp Reference"] || null, values["Modification Reference"] || null];
  switch (type) {
    case "charge":
    case "charge_failure":
      return payment;
    case "refund":
    case "refund_failure":
    case "dispute":
    case "dispute_reversal":
      return modification ?? payment;
    case "payout":
    case "payout_failure":
      return modification;
    case "fee":
    case "exchange":
    case "reserve":
    case "adjustment":
      return null;
    default:
      return unreachable(type);
  }
}

/** Hours that the zones of reports are ahead of UTC. Another zone counts as UTC: times only order the lines. */
const zoneHours: Readonly<Record<string, number>> = {
  ...{ UTC: 0, GMT: 0, BST: 1, CET: 1, CEST: 2, EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6 },
  ...{ PST: -8, PDT: -7, SGT: 8, HKT: 8, JST: 9, AEST: 10, AEDT: 11, BRT: -3 },
};

function timeOf({ values, line }: ReportRow): Date {
  const text = values["Creation Date"];
  const ms = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)
    ? Date.parse(`${text.replace(" ", "T")}Z`)
    : Number.NaN;
  if (Number.isNaN(ms)) throw new UnreadableReport(`Line ${line} has no creation date.`);
  return new Date(ms - (zoneHours[values.TimeZone] ?? 0) * 3_600_000);
}

/** A bank's statement shows the payout by Adyen's text, which begins with a number such as TX1234XT. */
function batchOf(row: ReportRow, reference: string, lines: readonly SettlementLine[]): SettlementBatch {
  const text = row.values["Modification Reference"];
  const number = /^TX[0-9A-Z]+/.exec(text)?.[0];
  return {
    reference,
    status: "paid",
    currency: row.values["Net Currency"],
    amount: lines.reduce((sum, { gross }) => sum - gross, 0),
    createdAt: timeOf(row),
    arrivesOn: null,
    bankTexts: [text, number].filter((each): each is string => each !== undefined && each !== ""),
    hasLines: true,
  };
}
