import type { TenantTransaction } from "../database/transaction.ts";
import { makeId } from "../kernel/id.ts";
import type { NewBankEntry } from "./bank-entry.ts";
import { changeOf, withoutRepeats } from "./compare-entries.ts";
import {
  addToCounts,
  changeDetails,
  changeStatus,
  completeImport,
  deleteChunk,
  firstChunk,
  insertEntry,
  lockStoringImport,
  selectKnown,
} from "./queries.ts";

/**
 * Stores the entries of the import's next chunk, or completes the import if there is none. The chunk is deleted and the entries are
 * counted in the same transaction, so any process can continue after a crash, and none stores or counts an entry twice.
 *
 * @returns how many entries the chunk had; undefined if there was none
 */
export async function storeChunk(
  deps: { readonly nowMs: () => number },
  trx: TenantTransaction,
  importId: string,
): Promise<number | undefined> {
  if (!(await lockStoringImport(trx, importId))) return undefined;
  const chunk = await firstChunk(trx, importId);
  if (!chunk) {
    await completeImport(trx, importId);
    return undefined;
  }
  deleteChunk(trx, importId, chunk.number);
  const { entriesNew, entriesChanged } = await storeEntries(deps, trx, importId, chunk.entries);
  const entries = chunk.entries.length;
  addToCounts(trx, importId, {
    entriesNew,
    entriesChanged,
    entriesKnown: entries - entriesNew - entriesChanged,
  });
  return entries;
}

async function storeEntries(
  { nowMs }: { readonly nowMs: () => number },
  trx: TenantTransaction,
  importId: string,
  given: readonly NewBankEntry[],
): Promise<{ entriesNew: number; entriesChanged: number }> {
  const entries = withoutRepeats(given);
  const rows = await selectKnown(
    trx,
    entries.map(({ entryKey }) => entryKey),
  );
  const known = new Map(rows.map((row) => [row.entryKey, row]));
  const inserts: Promise<number>[] = [];
  let entriesChanged = 0;
  for (const entry of entries) {
    const before = known.get(entry.entryKey);
    if (before === undefined) {
      inserts.push(insertEntry(trx, makeId("ben", trx.mode, trx.tenantId, nowMs()), importId, entry));
      continue;
    }
    const change = changeOf(entry, before);
    if (!change) continue;
    entriesChanged += 1;
    if (change.isFurther) changeStatus(trx, change.id, entry);
    if (change.hasMoreDetails) changeDetails(trx, change.id, entry);
  }
  // An entry that another import has stored meanwhile isn't inserted: 0 rows.
  const inserted = await Promise.all(inserts);
  return { entriesNew: inserted.reduce((sum, rows) => sum + rows, 0), entriesChanged };
}
