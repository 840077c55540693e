/** What the columns of a bank's CSV file mean, as the API takes it; see docs/reference/bank-statements.md. */
export type CsvMapping = {
  readonly delimiter: string;
  readonly decimalSign: "." | ",";
  readonly dateFormat: string;
  readonly skipLines: number;
  readonly columns: Readonly<Record<string, string | readonly string[]>>;
};

export type CsvGuess = { readonly header: readonly string[]; readonly mapping: CsvMapping };

const delimiters = [";", ",", "\t", "|"];
export const dateFormats = [
  "yyyy-MM-dd",
  "dd.MM.yyyy",
  "dd.MM.yy",
  "dd/MM/yyyy",
  "MM/dd/yyyy",
  "yyyy/MM/dd",
] as const;

/** How banks call the columns, in English and German. */
const names: Readonly<Record<string, RegExp>> = {
  date: /^(buchung|book|posting|date|datum)/i,
  valueDate: /^(valu|wert)/i,
  amount: /^(betrag|amount|umsatz)/i,
  name: /name|auftraggeber|payer|payee|counterparty|beg(ü|ue)nstigt/i,
  text: /zweck|description|remittance|details|memo|text/i,
  counterpartyAccount: /iban|account number|kontonummer/i,
};

/** Guesses from a file's beginning; undefined if it has no line that looks like names of columns. */
export function guessCsv(beginning: string): CsvGuess | undefined {
  const lines = beginning.split(/\r?\n/).slice(0, 60);
  const best = delimiters
    .map((delimiter) => ({ delimiter, counts: lines.map((line) => cellsOf(line, delimiter).length) }))
    .map(({ delimiter, counts }) => ({ delimiter, counts, most: Math.max(...counts) }))
    .sort((one, other) => other.most - one.most)[0];
  if (!best || best.most < 3) return undefined;
  const skipLines = best.counts.indexOf(best.most);
  const header = cellsOf(lines[skipLines] ?? "", best.delimiter);
  const sample = cellsOf(lines[skipLines + 1] ?? "", best.delimiter);
  const found = Object.entries(names).flatMap(([field, name]) => {
    const column = header.find((each) => name.test(each));
    return column ? [[field, field === "text" ? [column] : column] as const] : [];
  });
  const columns = Object.fromEntries(found);
  const sampleOf = (column: unknown): string => sample[header.indexOf(String(column))] ?? "";
  return {
    header: [...new Set(header)].filter((column) => column !== ""),
    mapping: {
      delimiter: best.delimiter,
      decimalSign: /,\d{1,2}\D*$/.test(sampleOf(columns.amount)) ? "," : ".",
      dateFormat: dateFormatOf(sampleOf(columns.date)),
      skipLines,
      columns,
    },
  };
}

/** Cells of a line. Only for the header and a sample: quoted delimiters are heeded, line breaks in cells aren't. */
function cellsOf(line: string, delimiter: string): string[] {
  const cells = [""];
  let isQuoted = false;
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === delimiter && !isQuoted) cells.push("");
    else cells.push((cells.pop() ?? "") + character);
  }
  return cells.map((cell) => cell.trim());
}

function dateFormatOf(value: string): string {
  const shape = value.replaceAll(/\d/g, "0");
  return dateFormats.find((format) => format.replaceAll(/[yMd]/g, "0") === shape) ?? "yyyy-MM-dd";
}
