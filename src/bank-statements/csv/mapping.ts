import { closestName } from "../../kernel/did-you-mean.ts";
import { failed, type Result, success } from "../../kernel/result.ts";
import { type TextEncoding, textEncodings } from "../text-lines.ts";

/** The columns that Kassa can read. `date` and either `amount` or `credit` with `debit` are needed. */
export const csvFields = [
  "date",
  "valueDate",
  "amount",
  "credit",
  "debit",
  "direction",
  "currency",
  "account",
  "bankReference",
  "endToEndId",
  "creditorReference",
  "text",
  "name",
  "counterpartyAccount",
] as const;
export type CsvField = (typeof csvFields)[number];

/** What the columns of a bank's CSV file mean; see docs/reference/bank-statements.md. */
export type CsvMapping = {
  readonly delimiter: string;
  readonly decimalSign: "." | ",";
  /** Such as yyyy-MM-dd or dd.MM.yy. */
  readonly dateFormat: string;
  readonly encoding: TextEncoding;
  /** Lines before the line with the names of the columns. */
  readonly skipLines: number;
  /** The account and currency of all rows, if no column names them. */
  readonly account: string | null;
  readonly currency: string | null;
  /** Values of the column `direction` that mean a debit. */
  readonly debitMarks: readonly string[];
  /** The names of the columns for each field. Several columns of `text` are joined. */
  readonly columns: Readonly<Partial<Record<CsvField, readonly string[]>>>;
};

const defaults: CsvMapping = {
  delimiter: ",",
  decimalSign: ".",
  dateFormat: "yyyy-MM-dd",
  encoding: "auto",
  skipLines: 0,
  account: null,
  currency: null,
  debitMarks: ["D", "DBIT", "debit", "Debit", "-"],
  columns: {},
};

const checks: { readonly [Field in keyof CsvMapping]: (value: unknown) => boolean } = {
  delimiter: (value) => isString(value) && [...value].length === 1 && !'"\r\n'.includes(value),
  decimalSign: (value) => value === "." || value === ",",
  dateFormat: (value) => isString(value) && ["yy", "MM", "dd"].every((part) => value.split(part).length >= 2),
  encoding: (value) => textEncodings.some((one) => one === value),
  skipLines: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 1_000,
  account: (value) => isString(value),
  currency: (value) => isString(value) && /^[A-Z]{3}$/.test(value),
  debitMarks: (value) => Array.isArray(value) && value.every(isString),
  columns: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
};

const expected: Readonly<Record<keyof CsvMapping, string>> = {
  delimiter: 'one character, such as ";" or "\\t"',
  decimalSign: '"." or ","',
  dateFormat: "yyyy or yy, MM and dd with separators, such as dd.MM.yyyy",
  encoding: textEncodings.join(", "),
  skipLines: "a whole number from 0 to 1000",
  account: "an IBAN or another text",
  currency: "three capital letters, such as EUR",
  debitMarks: "a list of texts",
  columns: "an object with the name of a column, or a list of names, for each field",
};

function isString(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** Checks a mapping that was read from JSON. The failure says what to change. */
export function readCsvMapping(value: unknown): Result<CsvMapping, string> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return failed("The mapping must be a JSON object.");
  const options = Object.keys(defaults);
  for (const [name, given] of Object.entries(value)) {
    if (!isOption(name)) return failed(unknownName("option", name, options));
    if (!checks[name](given)) return failed(`"${name}" must be ${expected[name]}.`);
  }
  const columns = readColumns("columns" in value ? Object.entries(value.columns ?? {}) : []);
  if (!columns.ok) return columns;
  const mapping: CsvMapping = { ...defaults, ...value, columns: columns.value };
  const missing = findMissing(mapping);
  return missing === undefined ? success(mapping) : failed(missing);
}

const isOption = (name: string): name is keyof CsvMapping => Object.hasOwn(defaults, name);

function readColumns(entries: readonly [string, unknown][]): Result<CsvMapping["columns"], string> {
  const columns: Partial<Record<CsvField, readonly string[]>> = {};
  for (const [field, given] of entries) {
    const known = csvFields.find((one) => one === field);
    if (known === undefined) return failed(unknownName("field of columns", field, csvFields));
    const names = Array.isArray(given) ? given : [given];
    if (names.length === 0 || !names.every(isString) || (names.length > 1 && known !== "text"))
      return failed(
        `"columns.${field}" must be the name of a column${known === "text" ? ", or a list of names" : ""}.`,
      );
    columns[known] = names;
  }
  return success(columns);
}

function findMissing({ columns, account, currency, delimiter, decimalSign }: CsvMapping): string | undefined {
  if (columns.date === undefined) return '"columns.date" is missing: the column of the booking date.';
  const hasAmount = columns.amount !== undefined;
  const hasSides = columns.credit !== undefined && columns.debit !== undefined;
  if (hasAmount === hasSides)
    return '"columns" must name either "amount", or both "credit" and "debit", which hold amounts without a sign.';
  if (columns.account === undefined && account === null)
    return 'The account is missing: give "account", or its column as "columns.account".';
  if (columns.currency === undefined && currency === null)
    return 'The currency is missing: give "currency", or its column as "columns.currency".';
  if (delimiter === decimalSign) return '"delimiter" and "decimalSign" must differ.';
  return undefined;
}

function unknownName(what: string, name: string, names: readonly string[]): string {
  const closest = closestName(name, names);
  return `There is no ${what} "${name}". ${closest === undefined ? `They are: ${names.join(", ")}.` : `Did you mean "${closest}"?`}`;
}
