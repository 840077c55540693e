import { splitCsvRecord } from "../../kernel/csv-record.ts";

/** Ends the reading of a report. Its message is a sentence for the operator. */
export class UnreadableReport extends Error {
  override name = "UnreadableReport";
}

/** The columns that Kassa reads. Merchants may add others and change the order in the Customer Area. */
export const neededColumns = [
  "Merchant Account",
  "Psp Reference",
  "Creation Date",
  "TimeZone",
  "Type",
  "Modification Reference",
  "Gross Currency",
  "Gross Debit (GC)",
  "Gross Credit (GC)",
  "Exchange Rate",
  "Net Currency",
  "Net Debit (NC)",
  "Net Credit (NC)",
  "Commission (NC)",
  "Markup (NC)",
  "Scheme Fees (NC)",
  "Interchange (NC)",
  "Batch Number",
] as const;
export type Column = (typeof neededColumns)[number];

/** The values of a row, and the number of its line in the file. */
export type ReportRow = { readonly values: Readonly<Record<Column, string>>; readonly line: number };

/** Adyen's lines have some hundred characters. */
const longestLine = 65_536;
/** A title may come before the names of the columns. */
const linesBeforeNames = 5;

/** The rows of a report, read as they arrive. @throws UnreadableReport */
export async function* readRows(content: AsyncIterable<Buffer>): AsyncGenerator<ReportRow> {
  let places: ReadonlyMap<Column, number> | undefined;
  for await (const { values, line } of readRecords(content)) {
    if (places) {
      const { size } = places;
      if (values.length < size)
        throw new UnreadableReport(`Line ${line} is cut off. Download the report again.`);
      const entries = [...places].map(([column, place]) => [column, values[place] ?? ""] as const);
      yield { values: Object.fromEntries(entries) as Record<Column, string>, line };
    } else if (values.includes("Psp Reference") && values.includes("Type")) {
      places = placesIn(values);
    } else if (line > linesBeforeNames) throw noReport;
  }
  if (!places) throw noReport;
}

const noReport = new UnreadableReport(
  "This is no settlement details report of Adyen: no line has the names of its columns.",
);

function placesIn(names: readonly string[]): Map<Column, number> {
  const missing = neededColumns.filter((column) => !names.includes(column));
  if (missing.length > 0)
    throw new UnreadableReport(
      `The report lacks the columns ${missing.join(", ")}. Add them in the Customer Area, and download it again.`,
    );
  return new Map(neededColumns.map((column) => [column, names.indexOf(column)]));
}

type CsvRecord = { readonly values: readonly string[]; readonly line: number };

async function* readRecords(content: AsyncIterable<Buffer>): AsyncGenerator<CsvRecord> {
  let open = "";
  for await (const { text, line } of readLines(content)) {
    const whole = open + text;
    open = "";
    if (whole.trim() === "") continue;
    const split = splitCsvRecord(whole, ",");
    if (split.kind === "values") yield { values: split.values, line };
    else if (split.kind === "open" && whole.length <= longestLine) open = `${whole}\n`;
    else throw new UnreadableReport(`Line ${line} has a quoted value that doesn't end as CSV prescribes.`);
  }
  if (open !== "") throw new UnreadableReport("The report ends within a quoted value. Download it again.");
}

async function* readLines(content: AsyncIterable<Buffer>): AsyncGenerator<{ text: string; line: number }> {
  const decoder = new TextDecoder("utf-8");
  let rest = "";
  let line = 0;
  for await (const chunk of content) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > longestLine)
      throw new UnreadableReport(`Line ${line + lines.length + 1} is longer than ${longestLine} characters.`);
    for (const text of lines) {
      line += 1;
      yield { text: text.replace(/\r$/, ""), line };
    }
  }
  rest += decoder.decode();
  if (rest !== "") yield { text: rest, line: line + 1 };
}
