import { exactJson } from "../../kernel/exact-json.ts";
import type { Mode } from "../../kernel/mode.ts";
import { columnsOf } from "./columns.ts";
import type { Report, ReportedTransaction } from "./report.ts";
import { Totals } from "./totals.ts";

/** A report as chunks of the API's object `report`, whose totals are its last field. */
export async function* toJson({ name, range, isClosed, pages }: Report, mode: Mode): AsyncGenerator<string> {
  const columns = columnsOf(name);
  const totals = new Totals(columns);
  const line = (row: ReportedTransaction): string => {
    totals.add(row);
    return exactJson(Object.fromEntries(columns.map((column) => [column.name, column.of(row)])));
  };
  const head = {
    object: "report",
    report: name,
    mode,
    from: range.start,
    before: range.end,
    closed: isClosed,
  };
  yield `${exactJson(head).slice(0, -1)},"data":[`;
  let comma = "";
  for await (const page of pages()) {
    yield comma + page.map(line).join(",");
    comma = ",";
  }
  const sums = totals
    .list()
    .map(({ currency, lines, sums: own }) => ({ currency, lines, ...Object.fromEntries(own) }));
  yield `],"totals":${exactJson(sums)}}`;
}
