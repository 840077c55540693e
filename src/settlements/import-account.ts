import type { ConnectorRoute } from "../connectors/registry.ts";
import type {
  BatchContents,
  ListBatchLinesOutcome,
  SettlementBatch,
  Settlements,
} from "../connectors/settlements.ts";
import type { TenantTransaction } from "../database/transaction.ts";
import { crashPoint } from "../kernel/crash-point.ts";
import { makeId } from "../kernel/id.ts";
import type { SettlementDeps } from "./deps.ts";
import { inTurn } from "./in-turn.ts";
import { matchEarlierEntries } from "./match-payouts.ts";
import {
  addBookedUntilThen,
  addToBatch,
  advanceImport,
  completeBatch,
  lockImport,
  selectComplete,
  selectImport,
  upsertBatch,
} from "./queries.ts";
import { matchExceptions, storeLines } from "./store-lines.ts";

const dayMs = 86_400_000;

/** How far back the first import of an account begins. */
const firstImportMs = 35 * dayMs;

/** How long payouts are looked at again: until they have arrived or failed, and all their lines can be listed. */
const batchesMs = 21 * dayMs;

/** What the import of an account has done. */
export type AccountImport = {
  readonly connectorAccount: string;
  /** Whether the PSP has answered to the end. */
  readonly isComplete: boolean;
  /** What the account lacks for an import, as a sentence; null if nothing. */
  readonly lacks: string | null;
  readonly stored: number;
  /** Stored lines that couldn't be matched. */
  readonly exceptions: number;
  /** Earlier exceptions that are matched now. */
  readonly matchedLater: number;
};

type Progress = { -readonly [Field in keyof AccountImport]: AccountImport[Field] };

/**
 * Imports what a PSP has booked on an account since the last import, and its payouts. Undefined if the connector can't read them. Each
 * page is a transaction, so an import that is cut off goes on where the PSP's list is repeated, and stores nothing twice.
 */
export async function importAccount(
  deps: SettlementDeps,
  { connector, account }: ConnectorRoute,
  shouldContinue: () => boolean = () => true,
): Promise<AccountImport | undefined> {
  const { settlements } = connector;
  if (!settlements) return undefined;
  const done: Progress = {
    connectorAccount: account.id,
    isComplete: false,
    lacks: null,
    stored: 0,
    exceptions: 0,
    matchedLater: 0,
  };
  const importing: Importing = { deps, settlements, account, done, shouldContinue };
  const { until, now } = await deps.database.inTenant(account, (trx) => selectImport(trx, account.id));
  crashPoint("settlements:begun");
  const nowMs = now.getTime();
  const linesFrom = new Date(until ? until.getTime() - settlements.lateMs : nowMs - firstImportMs);
  const batchesFrom = new Date(until ? until.getTime() - batchesMs : nowMs - firstImportMs);
  const newest = await importNewLines(importing, linesFrom);
  crashPoint("settlements:lines-imported");
  if (newest === "stopped") return done;
  const batches = await importBatches(importing, batchesFrom);
  crashPoint("settlements:batches-imported");
  if (batches === "stopped") return done;
  // Oldest first: a batch may pay all lines of a type that the ones before it haven't paid.
  const inOrder = batches.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  for (const batch of inOrder) {
    if (!(await importBatchLines(importing, batch))) return done;
    crashPoint("settlements:batch-imported");
  }
  done.matchedLater = await inTurn(deps.database, account, (trx) => matchExceptions(trx, account.id));
  crashPoint("settlements:exceptions-matched");
  await inTurn(deps.database, account, (trx) => matchEarlierEntries(trx, account.id));
  crashPoint("settlements:entries-matched");
  // The lists were asked up to the beginning of this import, less what the PSP may list later.
  const marks = { booked: newest ?? linesFrom, complete: new Date(nowMs - settlements.delayMs) };
  await inTurn(deps.database, account, (trx) => advanceImport(trx, account.id, marks));
  crashPoint("settlements:import-noted");
  done.isComplete = true;
  return done;
}

type Importing = {
  readonly deps: SettlementDeps;
  readonly settlements: Settlements;
  readonly account: ConnectorRoute["account"];
  readonly done: Progress;
  readonly shouldContinue: () => boolean;
};

/** @returns the time of the newest line; undefined if there was none */
async function importNewLines(importing: Importing, from: Date): Promise<Date | undefined | "stopped"> {
  const { settlements, account, deps } = importing;
  const bookedAfter = from.toISOString();
  let newest: Date | undefined;
  const isComplete = await importPages(importing, async (cursor) => {
    const page = await settlements.listLines({ account, bookedAfter, cursor }, callOf(deps));
    for (const { bookedAt } of page.kind === "page" ? page.lines : [])
      if (newest === undefined || bookedAt > newest) newest = bookedAt;
    return page;
  });
  return isComplete ? newest : "stopped";
}

const callOf = ({ pspTimeoutMs }: SettlementDeps) => ({ timeoutMs: pspTimeoutMs });

/** Stores all pages of a list of lines. False if the PSP didn't answer, or the process stops. @param batch whose lines are listed */
async function importPages(
  importing: Importing,
  list: (cursor: string | null) => Promise<ListBatchLinesOutcome>,
  batch: string | null = null,
): Promise<boolean> {
  const { deps, account, done, shouldContinue } = importing;
  let cursor: string | null = null;
  do {
    if (!shouldContinue()) return false;
    const page: ListBatchLinesOutcome = await list(cursor);
    crashPoint("settlements:lines-listed");
    if (page.kind === "unknown" || page.kind === "unavailable") return notListed(importing, page);
    await inTurn(deps.database, account, async (trx) => {
      if (page.kind === "contents") return addContents(trx, account.id, batch ?? "", page.contents);
      const counts = await storeLines(trx, account.id, page.lines);
      done.stored += counts.stored;
      done.exceptions += counts.exceptions;
    });
    crashPoint("settlements:lines-stored");
    cursor = page.next;
  } while (cursor !== null);
  return true;
}

/** Notes which of the stored lines a batch pays. */
async function addContents(
  trx: TenantTransaction,
  connectorAccount: string,
  batch: string,
  { about, typesUntilThen }: BatchContents,
): Promise<void> {
  await lockImport(trx, connectorAccount);
  await addToBatch(trx, connectorAccount, batch, about);
  if (typesUntilThen.length > 0) await addBookedUntilThen(trx, connectorAccount, batch, typesUntilThen);
}

function notListed(
  { deps: { log }, account: { id }, done }: Importing,
  { kind, detail }: { readonly kind: "unknown" | "unavailable"; readonly detail: string },
): false {
  if (kind === "unavailable") done.lacks = detail;
  else log.warn({ account: id, detail }, "the PSP's settlements couldn't be listed");
  return false;
}

/** @returns the batches whose lines can be listed and aren't all here */
async function importBatches(importing: Importing, from: Date): Promise<SettlementBatch[] | "stopped"> {
  const { deps, settlements, account, shouldContinue } = importing;
  const createdAfter = from.toISOString();
  const withLines: SettlementBatch[] = [];
  let cursor: string | null = null;
  do {
    if (!shouldContinue()) return "stopped";
    const page = await settlements.listBatches({ account, createdAfter, cursor }, callOf(deps));
    crashPoint("settlements:batches-listed");
    if (page.kind !== "page") {
      notListed(importing, page);
      return "stopped";
    }
    const { batches } = page;
    const complete = await inTurn(deps.database, account, async (trx) => {
      // In one order, so that two imports don't wait for each other.
      for (const batch of batches.toSorted((a, b) => (a.reference < b.reference ? -1 : 1))) {
        const id = makeId("stb", trx.mode, trx.tenantId, batch.createdAt.getTime());
        await upsertBatch(trx, id, account.id, batch);
      }
      const references = batches.map(({ reference }) => reference);
      return selectComplete(trx, account.id, references);
    });
    crashPoint("settlements:batches-stored");
    withLines.push(...batches.filter(({ hasLines, reference }) => hasLines && !complete.has(reference)));
    cursor = page.next;
  } while (cursor !== null);
  return withLines;
}

/** False if it was cut off. */
async function importBatchLines(importing: Importing, { reference }: SettlementBatch): Promise<boolean> {
  const { deps, settlements, account } = importing;
  const isComplete = await importPages(
    importing,
    (cursor) => settlements.listBatchLines({ account, batch: reference, cursor }, callOf(deps)),
    reference,
  );
  crashPoint("settlements:batch-listed");
  if (isComplete) await inTurn(deps.database, account, (trx) => completeBatch(trx, account.id, reference));
  crashPoint("settlements:batch-completed");
  return isComplete;
}
