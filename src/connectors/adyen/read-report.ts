import type { ReportPart, ReportToRead } from "../settlements.ts";
import { merchantAccountOf } from "./client.ts";
import { type ReportRow, readRows, UnreadableReport } from "./report-rows.ts";
import { translateRow } from "./translate-row.ts";

/** Equal rows without a payment that are told apart. A report has some fees and a payout for each currency. */
const countedAtMost = 10_000;

/** A settlement details report, as it arrives. Rows of other merchant accounts are left out. */
export async function* readReport({ account, content }: ReportToRead): AsyncGenerator<ReportPart> {
  const merchantAccount = merchantAccountOf(account);
  const repeated = new Repetitions();
  let number = 0;
  let until = new Date(0);
  try {
    for await (const row of readRows(content)) {
      if (row.values["Merchant Account"] !== merchantAccount) continue;
      number = Math.max(number, numberOf(row));
      const { lines, batch } = translateRow(row, repeated.of(row));
      for (const line of lines) {
        if (line.bookedAt > until) until = line.bookedAt;
        yield { kind: "line", line };
      }
      if (batch) yield { kind: "batch", batch };
    }
  } catch (error) {
    if (!(error instanceof UnreadableReport)) throw error;
    return yield { kind: "unreadable", detail: error.message };
  }
  if (number > 0) yield { kind: "end", number, until };
  else
    yield {
      kind: "unreadable",
      detail: `The report has no row of the merchant account ${merchantAccount}.`,
    };
}

/** Each batch has one report, which has its number. */
function numberOf({ values, line }: ReportRow): number {
  if (!/^[1-9]\d{0,8}$/.test(values["Batch Number"]))
    throw new UnreadableReport(`Line ${line} has no batch number.`);
  return Number(values["Batch Number"]);
}

/**
 * Two equal rows of a payment would be the same booking, since a capture, refund or dispute has a reference of its own. Fees have none,
 * so equal ones are counted.
 */
class Repetitions {
  readonly #counts = new Map<string, number>();

  of({ values, line }: ReportRow): number {
    if (values["Psp Reference"] !== "") return 0;
    const key = Object.values(values).join("\u0000");
    const before = this.#counts.get(key) ?? 0;
    this.#counts.set(key, before + 1);
    if (this.#counts.size > countedAtMost)
      throw new UnreadableReport(`Up to line ${line}, more than ${countedAtMost} rows belong to no payment.`);
    return before;
  }
}
