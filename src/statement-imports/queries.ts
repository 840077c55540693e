import { timeOfNew } from "../database/clock-time.ts";
import type { TenantTransaction, Transaction } from "../database/transaction.ts";
import type { Mode } from "../kernel/mode.ts";
import type { PageRange } from "../kernel/page.ts";
import { type BankEntry, initialMatchStatus, type MatchStatus, type NewBankEntry } from "./bank-entry.ts";
import type { KnownEntry } from "./compare-entries.ts";
import type { EntryToMatch } from "./entry-to-match.ts";
import type { StatementImport } from "./import.ts";
import { withoutPeople } from "./without-people.ts";

// Imports -----------------------------------------------------------------------------------------------------------

const importColumns = `id, mode, status, file_name AS "fileName", file_sha256 AS "fileSha256", format, bytes,
  entries_found AS "entriesFound", entries_new AS "entriesNew", entries_changed AS "entriesChanged",
  entries_known AS "entriesKnown", statements, findings, created_at AS "createdAt", completed_at AS "completedAt"`;

export async function insertImport(
  trx: TenantTransaction,
  id: string,
  fileName: string | null,
): Promise<void> {
  await trx.run(
    "INSERT INTO statement_imports (tenant_id, id, mode, file_name, created_at) VALUES ($1, $2, $3, $4, $5)",
    [trx.tenantId, id, trx.mode, fileName, timeOfNew(trx, id)],
  );
}

/** Deletes an import of which nothing was stored, with its chunks. */
export async function deleteImport(trx: TenantTransaction, id: string): Promise<void> {
  await trx.run("DELETE FROM statement_imports WHERE tenant_id = $1 AND id = $2 AND status = 'receiving'", [
    trx.tenantId,
    id,
  ]);
}

/** Deletes imports that were cut short while their file was being sent. */
export async function deleteAbandoned(trx: TenantTransaction, seconds: number): Promise<void> {
  await trx.run(
    `DELETE FROM statement_imports WHERE tenant_id = $1 AND mode = $2 AND status = 'receiving'
       AND touched_at < statement_timestamp() - make_interval(secs => $3)`,
    [trx.tenantId, trx.mode, seconds],
  );
}

/** Adds a chunk. Fails by the foreign key if the import was deleted as abandoned. */
export async function insertChunk(
  trx: TenantTransaction,
  importId: string,
  number: number,
  entries: string,
): Promise<void> {
  trx.send(
    "UPDATE statement_imports SET touched_at = statement_timestamp() WHERE tenant_id = $1 AND id = $2",
    [trx.tenantId, importId],
  );
  await trx.run(
    "INSERT INTO statement_chunks (tenant_id, import_id, number, mode, entries) VALUES ($1, $2, $3, $4, $5)",
    [trx.tenantId, importId, number, trx.mode, entries],
  );
}

export type ReceivedFile = Required<
  Pick<StatementImport, "fileSha256" | "format" | "bytes" | "entriesFound" | "statements" | "findings">
> & {
  /** The last day of its statements, as 2026-10-31, by the id of the bank account; see reach.ts. */
  readonly reaches: ReadonlyMap<string, string>;
};

/** Notes that the whole file is here and without faults. */
export async function beginStoring(trx: TenantTransaction, id: string, file: ReceivedFile): Promise<number> {
  return trx.run(
    `UPDATE statement_imports SET status = 'storing', touched_at = statement_timestamp(), file_sha256 = $3, format = $4, bytes = $5, entries_found = $6,
       statements = $7, findings = $8, reaches = $9
     WHERE tenant_id = $1 AND id = $2 AND status = 'receiving'`,
    [
      trx.tenantId,
      id,
      file.fileSha256,
      file.format,
      file.bytes,
      file.entriesFound,
      JSON.stringify(file.statements),
      JSON.stringify(file.findings),
      JSON.stringify(Object.fromEntries(file.reaches)),
    ],
  );
}

/** The imports of the tenant and mode whose entries aren't all stored yet, oldest first. */
export async function selectStoring(trx: TenantTransaction): Promise<string[]> {
  const rows = await trx.query<{ id: string }>(
    "SELECT id FROM statement_imports WHERE tenant_id = $1 AND mode = $2 AND status = 'storing' ORDER BY id",
    [trx.tenantId, trx.mode],
  );
  return rows.map(({ id }) => id);
}

/** Imports of all tenants that nobody has stored entries of for so long, some of the oldest. */
export function selectInterrupted(
  trx: Transaction,
  seconds: number,
  limit: number,
): Promise<{ tenantId: number; mode: Mode; id: string }[]> {
  return trx.query(
    `SELECT tenant_id AS "tenantId", mode, id FROM statement_imports
     WHERE status = 'storing' AND touched_at < statement_timestamp() - make_interval(secs => $1) ORDER BY touched_at LIMIT $2`,
    [seconds, limit],
  );
}

/** Lets no other process store entries of the import before the commit. False if all are stored. */
export async function lockStoringImport(trx: TenantTransaction, id: string): Promise<boolean> {
  const row = await trx.one(
    "SELECT FROM statement_imports WHERE tenant_id = $1 AND id = $2 AND status = 'storing' FOR NO KEY UPDATE",
    [trx.tenantId, id],
  );
  return row !== undefined;
}

export function addToCounts(
  trx: TenantTransaction,
  id: string,
  counts: Pick<StatementImport, "entriesNew" | "entriesChanged" | "entriesKnown">,
): void {
  trx.send(
    `UPDATE statement_imports SET entries_new = entries_new + $3, entries_changed = entries_changed + $4,
       entries_known = entries_known + $5, touched_at = statement_timestamp()
     WHERE tenant_id = $1 AND id = $2`,
    [trx.tenantId, id, counts.entriesNew, counts.entriesChanged, counts.entriesKnown],
  );
}

/** Notes that all entries are stored, and until which day the bank accounts' statements are known therefore. */
export async function completeImport(trx: TenantTransaction, id: string): Promise<void> {
  const completed = await trx.one<{ reaches: Record<string, string> }>(
    `UPDATE statement_imports SET status = 'completed', completed_at = statement_timestamp() WHERE tenant_id = $1 AND id = $2
     RETURNING reaches`,
    [trx.tenantId, id],
  );
  // In one order, so that two imports don't wait for each other.
  for (const [account, day] of Object.entries(completed?.reaches ?? {}).toSorted())
    trx.send(
      `INSERT INTO statement_progress AS p (tenant_id, bank_account_id, mode, complete_until) VALUES ($1, $2, $3, $4)
       ON CONFLICT (tenant_id, bank_account_id) DO UPDATE SET complete_until = GREATEST(p.complete_until, excluded.complete_until)`,
      [trx.tenantId, account, trx.mode, day],
    );
}

/** The last day of which the statements are imported, as 2026-10-31, by the id of the bank account. */
export async function selectProgress(trx: TenantTransaction): Promise<Map<string, string>> {
  const rows = await trx.query<{ account: string; day: string }>(
    `SELECT bank_account_id AS account, complete_until::text AS day FROM statement_progress WHERE tenant_id = $1 AND mode = $2`,
    [trx.tenantId, trx.mode],
  );
  return new Map(rows.map(({ account, day }) => [account, day]));
}

export function getImport(trx: TenantTransaction, id: string): Promise<StatementImport | undefined> {
  return trx.one<StatementImport>(
    `SELECT ${importColumns} FROM statement_imports WHERE tenant_id = $1 AND id = $2`,
    [trx.tenantId, id],
  );
}

export function selectImports(trx: TenantTransaction, range: PageRange): Promise<StatementImport[]> {
  return trx.query<StatementImport>(
    `SELECT ${importColumns} FROM statement_imports WHERE tenant_id = $1 AND id >= $2 AND id < $3
     ORDER BY id ${range.direction} LIMIT $4`,
    [trx.tenantId, range.from, range.before, range.limit],
  );
}

// Chunks ------------------------------------------------------------------------------------------------------------

export type Chunk = { readonly number: number; readonly entries: readonly NewBankEntry[] };

export function firstChunk(trx: TenantTransaction, importId: string): Promise<Chunk | undefined> {
  return trx.one<Chunk>(
    `SELECT number, entries FROM statement_chunks WHERE tenant_id = $1 AND import_id = $2 ORDER BY number LIMIT 1`,
    [trx.tenantId, importId],
  );
}

export function deleteChunk(trx: TenantTransaction, importId: string, number: number): void {
  trx.send("DELETE FROM statement_chunks WHERE tenant_id = $1 AND import_id = $2 AND number = $3", [
    trx.tenantId,
    importId,
    number,
  ]);
}

// Entries -----------------------------------------------------------------------------------------------------------

export function selectKnown(trx: TenantTransaction, entryKeys: readonly string[]): Promise<KnownEntry[]> {
  return trx.query<KnownEntry>(
    `SELECT id, entry_key AS "entryKey", status, transactions FROM bank_entries
     WHERE tenant_id = $1 AND mode = $2 AND entry_key = ANY ($3)`,
    [trx.tenantId, trx.mode, entryKeys],
  );
}

/** @returns 0 if another import has stored the entry, else 1 */
export function insertEntry(
  trx: TenantTransaction,
  id: string,
  importId: string,
  entry: NewBankEntry,
): Promise<number> {
  return trx.run(
    `INSERT INTO bank_entries (tenant_id, id, mode, bank_account_id, import_id, entry_key, status, credit_debit, reversal,
       amount, currency, booking_date, value_date, bank_reference, transactions, details, more, created_at, match_status)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
     ON CONFLICT (tenant_id, mode, entry_key) DO NOTHING`,
    [
      trx.tenantId,
      id,
      trx.mode,
      entry.bankAccountId,
      importId,
      entry.entryKey,
      entry.status,
      entry.creditDebit,
      entry.reversal,
      entry.amountMinor,
      entry.currency,
      entry.bookingDate,
      entry.valueDate,
      entry.bankReference,
      entry.details.length,
      JSON.stringify(entry.details),
      JSON.stringify(entry.more),
      timeOfNew(trx, id),
      initialMatchStatus(entry),
    ],
  );
}

/** Only for an entry that gets further, so nothing was found out about it before. */
export function changeStatus(trx: TenantTransaction, id: string, entry: NewBankEntry): void {
  trx.send(
    `UPDATE bank_entries SET status = $3, booking_date = $4, value_date = $5, match_status = $6 WHERE tenant_id = $1 AND id = $2`,
    [trx.tenantId, id, entry.status, entry.bookingDate, entry.valueDate, initialMatchStatus(entry)],
  );
}

/** Stores what a later file says of an entry. If somebody was erased from it, nobody is named again. */
export function changeDetails(trx: TenantTransaction, id: string, entry: NewBankEntry): void {
  const nameless = withoutPeople(entry);
  trx.send(
    `UPDATE bank_entries SET transactions = $3, details = CASE WHEN payers_erased THEN $6::json ELSE $4::json END,
       more = CASE WHEN payers_erased THEN $7::json ELSE $5::json END
     WHERE tenant_id = $1 AND id = $2`,
    [
      trx.tenantId,
      id,
      entry.details.length,
      ...[entry.details, entry.more, nameless.details, nameless.more].map((value) => JSON.stringify(value)),
    ],
  );
}

/** With the first ten of its details: a batch may have 100,000. */
const entryColumns = `id, mode, bank_account_id AS "bankAccountId", import_id AS "importId", status, match_status AS "matchStatus",
  credit_debit AS "creditDebit", reversal, amount AS "amountMinor", currency, booking_date::text AS "bookingDate",
  value_date::text AS "valueDate", bank_reference AS "bankReference", transactions,
  (SELECT COALESCE(json_agg(d.value), '[]') FROM (SELECT value FROM json_array_elements(details) LIMIT 10) AS d) AS details,
  more, created_at AS "createdAt"`;

export function getEntry(trx: TenantTransaction, id: string): Promise<BankEntry | undefined> {
  return trx.one<BankEntry>(`SELECT ${entryColumns} FROM bank_entries WHERE tenant_id = $1 AND id = $2`, [
    trx.tenantId,
    id,
  ]);
}

export type EntryFilter = {
  readonly accountId?: string | undefined;
  readonly importId?: string | undefined;
  readonly status?: string | undefined;
  readonly matchStatus?: string | undefined;
};

/** Entries with ids in [from, before). */
export function selectEntries(
  trx: TenantTransaction,
  range: PageRange,
  filter: EntryFilter,
): Promise<BankEntry[]> {
  const values: unknown[] = [trx.tenantId, range.from, range.before, range.limit];
  const conditions = ["tenant_id = $1", "id >= $2", "id < $3"];
  if (filter.accountId !== undefined) conditions.push(`bank_account_id = $${values.push(filter.accountId)}`);
  if (filter.importId !== undefined) conditions.push(`import_id = $${values.push(filter.importId)}`);
  if (filter.status !== undefined) conditions.push(`status = $${values.push(filter.status)}`);
  if (filter.matchStatus !== undefined) conditions.push(`match_status = $${values.push(filter.matchStatus)}`);
  return trx.query<BankEntry>(
    `SELECT ${entryColumns} FROM bank_entries WHERE ${conditions.join(" AND ")} ORDER BY id ${range.direction} LIMIT $4`,
    values,
  );
}

// Matching ----------------------------------------------------------------------------------------------------------

const columnsToMatch = `id, entry_key AS "entryKey", bank_account_id AS "bankAccountId", status, match_status AS "matchStatus", credit_debit AS "creditDebit",
  reversal, amount AS "amountMinor", currency, details, more`;

/** Booked entries of which it isn't known what they are for. They can't be changed before the commit. */
export function lockToMatch(trx: TenantTransaction, ids: readonly string[]): Promise<EntryToMatch[]> {
  return trx.query<EntryToMatch>(
    `SELECT ${columnsToMatch} FROM bank_entries
     WHERE tenant_id = $1 AND id = ANY ($2) AND status = 'booked' AND match_status IN ('unmatched', 'not_applicable')
     ORDER BY entry_key FOR NO KEY UPDATE`,
    [trx.tenantId, ids],
  );
}

/** An entry with all its details, whatever its status. It can't be changed before the commit. */
export function lockEntry(trx: TenantTransaction, id: string): Promise<EntryToMatch | undefined> {
  return trx.one<EntryToMatch>(
    `SELECT ${columnsToMatch} FROM bank_entries WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE`,
    [trx.tenantId, id],
  );
}

/** An entry with all its details, as it is. */
export function getEntryToMatch(trx: TenantTransaction, id: string): Promise<EntryToMatch | undefined> {
  return trx.one<EntryToMatch>(
    `SELECT ${columnsToMatch} FROM bank_entries WHERE tenant_id = $1 AND id = $2`,
    [trx.tenantId, id],
  );
}

/** The newest unmatched entries of an amount. Those that another transaction is working on are left out. */
export function lockUnmatchedOfAmount(
  trx: TenantTransaction,
  accountId: string,
  amountMinor: number,
  atMost: number,
): Promise<EntryToMatch[]> {
  return trx.query<EntryToMatch>(
    `SELECT ${columnsToMatch} FROM bank_entries
     WHERE tenant_id = $1 AND bank_account_id = $2 AND amount = $3 AND match_status = 'unmatched'
     ORDER BY id DESC LIMIT $4 FOR NO KEY UPDATE SKIP LOCKED`,
    [trx.tenantId, accountId, amountMinor, atMost],
  );
}

/** The unmatched debits of an account that aren't reversals and have a text in their transactions. Not those that others work on. */
export function lockUnmatchedDebits(
  trx: TenantTransaction,
  accountId: string,
  text: string,
): Promise<EntryToMatch[]> {
  return trx.query<EntryToMatch>(
    `SELECT ${columnsToMatch} FROM bank_entries
     WHERE tenant_id = $1 AND bank_account_id = $2 AND match_status = 'unmatched' AND credit_debit = 'debit' AND NOT reversal
       AND strpos(details::text, $3) > 0
     ORDER BY id FOR NO KEY UPDATE SKIP LOCKED`,
    [trx.tenantId, accountId, text],
  );
}

export function setMatchStatus(trx: TenantTransaction, ids: readonly string[], status: MatchStatus): void {
  trx.send("UPDATE bank_entries SET match_status = $3 WHERE tenant_id = $1 AND id = ANY ($2)", [
    trx.tenantId,
    ids,
    status,
  ]);
}
