import type { ConnectorRoute } from "../connectors/registry.ts";
import type { SettlementBatch, SettlementLine, SettlementReports } from "../connectors/settlements.ts";
import { crashPoint } from "../kernel/crash-point.ts";
import { makeId } from "../kernel/id.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import type { SettlementDeps } from "./deps.ts";
import { inTurn } from "./in-turn.ts";
import { matchEarlierEntries } from "./match-payouts.ts";
import { advanceReports, completeBatch, upsertBatch } from "./queries.ts";
import { type Counts, matchExceptions, storeLines } from "./store-lines.ts";

/** Lines that one transaction stores. */
const linesATransaction = 200;

/** The most payouts of a report: one for each batch and currency. */
const batchesAtMost = 1_000;

/** What the import of a report has done. */
export type ReportImport = {
  readonly connectorAccount: string;
  /** Lines in the report. */
  readonly lines: number;
  readonly stored: number;
  /** Stored lines that couldn't be matched. */
  readonly exceptions: number;
  /** Earlier exceptions that are matched now. */
  readonly matchedLater: number;
  /** The payouts in the report: the PSP's references. */
  readonly batches: readonly string[];
};

/**
 * Imports a PSP's report file. It is read twice: first to the end, so that nothing of an unreadable file is stored, and then a piece at a
 * time, so that a file of any length takes the same memory. A report that is imported again stores nothing twice.
 *
 * @param open begins to read the file
 * @returns or a sentence that says why the report is refused
 */
export async function importReport(
  deps: Pick<SettlementDeps, "database">,
  { connector, account }: ConnectorRoute,
  open: () => AsyncIterable<Buffer>,
): Promise<Result<ReportImport, string>> {
  const { settlementReports: reports } = connector;
  if (!reports) return failed(`Kassa can't read reports of ${connector.title}.`);
  const checked = await check(reports, { account, content: open() });
  crashPoint("settlements:report-checked");
  if (!checked.ok) return checked;
  const { database } = deps;
  const counts: { -readonly [Name in keyof Counts]: Counts[Name] } = { stored: 0, exceptions: 0 };
  for await (const lines of inPieces(reports, { account, content: open() })) {
    const done = await inTurn(database, account, (trx) => storeLines(trx, account.id, lines));
    crashPoint("settlements:lines-stored");
    counts.stored += done.stored;
    counts.exceptions += done.exceptions;
  }
  const { batches, lines, number, until } = checked.value;
  const matchedLater = await inTurn(database, account, async (trx) => {
    for (const batch of batches) {
      const id = makeId("stb", trx.mode, trx.tenantId, batch.createdAt.getTime());
      await upsertBatch(trx, id, account.id, batch);
      await completeBatch(trx, account.id, batch.reference);
    }
    const matched = await matchExceptions(trx, account.id);
    await advanceReports(trx, account.id, { number, until });
    return matched;
  });
  crashPoint("settlements:report-noted");
  await inTurn(database, account, (trx) => matchEarlierEntries(trx, account.id));
  crashPoint("settlements:entries-matched");
  const references = batches.map(({ reference }) => reference);
  return success({ connectorAccount: account.id, lines, ...counts, matchedLater, batches: references });
}

type Report = Parameters<SettlementReports["read"]>[0];

type Checked = {
  readonly lines: number;
  readonly number: number;
  readonly until: Date;
  readonly batches: SettlementBatch[];
};

/** The batches of a report that can be read to its end, in one order, so that two imports don't wait for each other. */
async function check(reports: SettlementReports, report: Report): Promise<Result<Checked, string>> {
  const batches: SettlementBatch[] = [];
  let [lines, number, until] = [0, 0, new Date(0)];
  for await (const part of reports.read(report)) {
    if (part.kind === "unreadable") return failed(part.detail);
    if (part.kind === "line") lines += 1;
    else if (part.kind === "end") ({ number, until } = part);
    else batches.push(part.batch);
    if (batches.length > batchesAtMost) return failed(`The report has more than ${batchesAtMost} payouts.`);
  }
  batches.sort((one, other) => (one.reference < other.reference ? -1 : 1));
  return success({ lines, number, until, batches });
}

async function* inPieces(reports: SettlementReports, report: Report): AsyncGenerator<SettlementLine[]> {
  let piece: SettlementLine[] = [];
  for await (const part of reports.read(report)) {
    if (part.kind !== "line") continue;
    piece.push(part.line);
    if (piece.length < linesATransaction) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}
