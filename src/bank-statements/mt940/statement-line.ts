import { readAmount } from "../amounts.ts";
import { nearestDate, shortDate } from "../dates.ts";
import type { CreditDebit, Money } from "../entry.ts";
import type { Reading } from "../reading.ts";
import { cleanReference, cleanText } from "../texts.ts";
import type { Mt940Field } from "./field.ts";

export type StatementLine = Money & {
  readonly valueDate: string;
  readonly bookingDate: string;
  readonly creditDebit: CreditDebit;
  readonly reversal: boolean;
  /** Such as NTRF. */
  readonly transactionType: string;
  readonly customerReference: string | null;
  readonly bankReference: string | null;
  readonly supplementary: string | null;
};

/**
 * Value date, booking date (optional), direction, third letter of the currency (optional), amount, type of transaction, then the
 * references. RC takes back a credit, so it is a debit.
 */
const shape =
  /^(\d{6})(\d{4}| {4})?\s?(R?[CD]|E[CD])([A-Z])?\s?(\d+(?:[,.]\d*)?|,\d+)\s?([A-Z][A-Z0-9]{3})?(.*)$/;

/** Reads a :61:. Undefined after a fault. */
export function readStatementLine(
  { tag, lines, line }: Mt940Field,
  currency: string | undefined,
  reading: Reading,
): StatementLine | undefined {
  const [first = "", ...further] = lines;
  const fail = (code: "value_invalid" | "value_missing", message: string): undefined => {
    reading.fault(code, message, { line, column: null, path: `:${tag}:` });
    return undefined;
  };
  const parts = shape.exec(first.trim());
  if (parts === null)
    return fail(
      "value_invalid",
      `"${first.slice(0, 40)}" is no statement line: write the date YYMMDD, the booking date MMDD, C, D, RC or RD, the amount with a comma and the type, such as 2601310131C12,50NTRF.`,
    );
  const [, value = "", booked, mark = "", , amount = "", type = "", references = ""] = parts;
  const valueDate = shortDate(value);
  const bookingDate = valueDate && (booked?.trim() ? nearestDate(booked, valueDate) : valueDate);
  if (valueDate === undefined || bookingDate === undefined)
    return fail("value_invalid", `"${value}${booked ?? ""}" contains a date that doesn't exist.`);
  if (currency === undefined)
    return fail(
      "value_missing",
      "The currency isn't known: the opening balance (:60F:) is missing or wrong.",
    );
  const money = readAmount(amount.replace(".", ",").replace(/^,/, "0,"), currency, ",");
  if (!money.ok) return fail("value_invalid", money.failure);
  const [customer = "", ...bank] = references.split("//");
  return {
    ...money.value,
    valueDate,
    bookingDate,
    creditDebit: mark === "C" || mark === "RD" || mark === "EC" ? "credit" : "debit",
    reversal: mark.startsWith("R"),
    transactionType: type,
    customerReference: cleanReference(customer),
    bankReference: cleanReference(bank.join("//")),
    supplementary: cleanText(further.join(" ")),
  };
}
