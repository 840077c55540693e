import type { TenantTransaction } from "../database/transaction.ts";
import { makeId } from "../kernel/id.ts";
import { initialMatchStatus, type NewBankEntry } from "./bank-entry.ts";
import { changeOf, withoutRepeats } from "./compare-entries.ts";
import type { EntriesBooked, EntryToMatch } from "./entry-to-match.ts";
import {
  addToCounts,
  changeDetails,
  changeStatus,
  completeImport,
  deleteChunk,
  firstChunk,
  insertEntry,
  lockStoringImport,
  lockToMatch,
  selectKnown,
} from "./queries.ts";

export type StoreDeps = { readonly nowMs: () => number; readonly entriesBooked: EntriesBooked };

/**
 * Stores the entries of the import's next chunk, or completes the import if there is none. The chunk is deleted and the entries are
 * counted and matched in the same transaction, so any process can continue after a crash, and none stores or counts an entry twice.
 *
 * @returns how many entries the chunk had; undefined if there was none
 */
export async function storeChunk(
  deps: StoreDeps,
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
  const { added, changedIds } = await storeEntries(deps, trx, importId, chunk.entries);
  const entries = chunk.entries.length;
  addToCounts(trx, importId, {
    entriesNew: added.length,
    entriesChanged: changedIds.length,
    entriesKnown: entries - added.length - changedIds.length,
  });
  const changed = changedIds.length === 0 ? [] : await lockToMatch(trx, changedIds);
  const booked = [...added.filter(({ status }) => status === "booked"), ...changed];
  if (booked.length > 0) await deps.entriesBooked(trx, booked);
  return entries;
}

async function storeEntries(
  { nowMs }: StoreDeps,
  trx: TenantTransaction,
  importId: string,
  given: readonly NewBankEntry[],
): Promise<{ added: EntryToMatch[]; changedIds: string[] }> {
  const entries = withoutRepeats(given);
  const rows = await selectKnown(
    trx,
    entries.map(({ entryKey }) => entryKey),
  );
  const known = new Map(rows.map((row) => [row.entryKey, row]));
  const inserts: Promise<EntryToMatch | undefined>[] = [];
  const changedIds: string[] = [];
  for (const entry of entries) {
    const before = known.get(entry.entryKey);
    if (before === undefined) {
      inserts.push(add(trx, makeId("ben", trx.mode, trx.tenantId, nowMs()), importId, entry));
      continue;
    }
    const change = changeOf(entry, before);
    if (!change) continue;
    changedIds.push(change.id);
    if (change.isFurther) changeStatus(trx, change.id, entry);
    if (change.hasMoreDetails) changeDetails(trx, change.id, entry);
  }
  const added = await Promise.all(inserts);
  return { added: added.filter((entry) => entry !== undefined), changedIds };
}

/** Undefined if another import has stored the entry meanwhile. */
async function add(
  trx: TenantTransaction,
  id: string,
  importId: string,
  entry: NewBankEntry,
): Promise<EntryToMatch | undefined> {
  const inserted = await insertEntry(trx, id, importId, entry);
  return inserted === 1 ? { ...entry, id, matchStatus: initialMatchStatus(entry) } : undefined;
}
