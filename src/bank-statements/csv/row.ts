import { readAmount } from "../amounts.ts";
import { calendarDate } from "../dates.ts";
import type { CreditDebit, EntryDraft, Money, Place } from "../entry.ts";
import type { Reading } from "../reading.ts";
import { cleanReference, cleanText, readAccount, referenceType } from "../texts.ts";
import type { CsvField, CsvMapping } from "./mapping.ts";
import type { CsvRecord } from "./records.ts";

/** A row with the values of the mapped columns. */
export class CsvRow {
  private readonly record: CsvRecord;
  private readonly header: readonly string[];
  private readonly columns: ReadonlyMap<CsvField, readonly number[]>;

  constructor(
    record: CsvRecord,
    header: readonly string[],
    columns: ReadonlyMap<CsvField, readonly number[]>,
  ) {
    this.record = record;
    this.header = header;
    this.columns = columns;
  }

  /** The value of a field; null if it has no column or is empty. */
  text(field: CsvField): string | null {
    const values = (this.columns.get(field) ?? []).map((column) => this.record.values[column] ?? "");
    return cleanText(values.join(" "));
  }

  place(field: CsvField): Place {
    const [column] = this.columns.get(field) ?? [];
    return {
      line: this.record.line,
      column: null,
      path: column === undefined ? null : (this.header[column]?.trim() ?? null),
    };
  }
}

/** Reads a row as a booked entry. Undefined after a fault. */
export function readRow(row: CsvRow, mapping: CsvMapping, reading: Reading): EntryDraft | undefined {
  const bookingDate = dateOf(row, "date", mapping, reading);
  const valueDate = row.text("valueDate") === null ? null : dateOf(row, "valueDate", mapping, reading);
  const amount = amountOf(row, mapping, reading);
  if (bookingDate === undefined || valueDate === undefined || amount === undefined) return undefined;
  const { creditDebit, money } = amount;
  const name = row.text("name");
  const account = readAccount(row.text("counterpartyAccount"));
  const party = name === null && account === null ? null : { name, account };
  const reference = cleanReference(row.text("creditorReference"));
  const bankReference = cleanReference(row.text("bankReference"));
  return {
    bankReference,
    entryReference: null,
    bookingDate,
    valueDate,
    status: "booked",
    creditDebit,
    reversal: false,
    ...money,
    bankTransactionCode: null,
    batch: null,
    additionalInformation: null,
    charges: [],
    details: [
      {
        amount: money,
        creditDebit,
        endToEndId: cleanReference(row.text("endToEndId")),
        transactionId: null,
        bankReference,
        mandateId: null,
        creditorReferences: reference === null ? [] : [{ type: referenceType(reference, null), reference }],
        remittance: row.text("text"),
        debtor: creditDebit === "credit" ? party : null,
        creditor: creditDebit === "debit" ? party : null,
        ultimateDebtor: null,
        purpose: null,
        returnReason: null,
        charges: [],
        original: null,
      },
    ],
    place: { line: row.place("date").line, column: null, path: null },
  };
}

function dateOf(
  row: CsvRow,
  field: "date" | "valueDate",
  { dateFormat }: CsvMapping,
  reading: Reading,
): string | undefined {
  const text = row.text(field) ?? "";
  const date = parseDate(text, dateFormat);
  if (date === undefined)
    reading.fault("value_invalid", `"${text}" is no date of the form ${dateFormat}.`, row.place(field));
  return date;
}

/** A date in the form of the mapping. Days and months may have one digit; a time behind the date is ignored. */
export function parseDate(text: string, format: string): string | undefined {
  const pattern = format
    .replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")
    .replace("yyyy", "(?<year>\\d{4})")
    .replace("yy", "(?<year>\\d{2})")
    .replace("MM", "(?<month>\\d{1,2})")
    .replace("dd", "(?<day>\\d{1,2})");
  const { year = "", month, day } = new RegExp(`^${pattern}(?:[ T].*)?$`).exec(text)?.groups ?? {};
  return calendarDate(year.length === 2 ? 2000 + Number(year) : Number(year), Number(month), Number(day));
}

type SignedMoney = { readonly creditDebit: CreditDebit; readonly money: Money };

/** The amount and its direction: by its sign, by a column with a mark, or by which of two columns is filled. */
function amountOf(row: CsvRow, mapping: CsvMapping, reading: Reading): SignedMoney | undefined {
  const sides = mapping.columns.amount === undefined;
  const debit = row.text("debit");
  const field = !sides ? "amount" : debit === null ? "credit" : "debit";
  const text = row.text(field);
  if (text === null || (debit !== null && row.text("credit") !== null)) {
    const message =
      text === null ? "The row has no amount." : "The row has an amount both as credit and as debit.";
    reading.fault("value_missing", message, row.place(field));
    return undefined;
  }
  const negative = /^[-\u2212]|-$/.test(text);
  const digits = withoutThousands(text.replace(/^[-+\u2212]|[-+]$/g, "").trim(), mapping.decimalSign);
  const money = readAmount(digits, row.text("currency") ?? mapping.currency ?? "", mapping.decimalSign);
  if (!money.ok) {
    reading.fault("value_invalid", money.failure, row.place(field));
    return undefined;
  }
  const mark = row.text("direction");
  const isMarked = mark !== null && mapping.debitMarks.includes(mark);
  const isDebit = field === "debit" || (field === "amount" && negative !== isMarked);
  return { creditDebit: isDebit ? "debit" : "credit", money: money.value };
}

/** Separators of thousands are removed where they stand before three digits each. */
function withoutThousands(text: string, decimalSign: "." | ","): string {
  const separator = decimalSign === "," ? "[. '\u2019\u00a0\u202f]" : "[, '\u2019\u00a0\u202f]";
  return new RegExp(`^\\d{1,3}(${separator}\\d{3})+(?!\\d)`).test(text)
    ? text.replace(new RegExp(separator, "g"), "")
    : text;
}
