import { setTimeout as sleep } from "node:timers/promises";
import { findAccount } from "../bank-accounts/find-account.ts";
import { readStatementAccounts } from "../bank-accounts/statement-accounts.ts";
import type { CsvMapping } from "../bank-statements/csv/mapping.ts";
import type { Database } from "../database/database.ts";
import type { TenantScope } from "../database/transaction.ts";
import { committed } from "../kernel/assert.ts";
import { crashPoint } from "../kernel/crash-point.ts";
import { makeId } from "../kernel/id.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import type { StatementImport } from "./import.ts";
import {
  beginStoring,
  deleteAbandoned,
  deleteImport,
  getImport,
  insertChunk,
  insertImport,
  type ReceivedFile,
  selectStoring,
} from "./queries.ts";
import { receiveStatement } from "./receive-statement.ts";
import { type StoreDeps, storeChunk } from "./store-chunk.ts";

export type ImportDeps = StoreDeps & { readonly database: Database };

export type ImportOptions = {
  readonly fileName: string | null;
  /** The only account whose statements may be in the file; any if undefined. */
  readonly accountId?: string | undefined;
  /** For CSV. */
  readonly csv?: CsvMapping | undefined;
  /** Called with the bytes read so far. */
  readonly onProgress?: (bytes: number) => void;
  /** Called with the entries stored so far. */
  readonly onStored?: (entries: number) => void;
  /**
   * How long to wait until the entries of the received file are stored, in milliseconds. Then the import is returned as it is, and
   * storing goes on. Without it, until all are stored.
   */
  readonly patienceMs?: number;
};

/** A sender that has sent nothing for so long is gone. Longer than a request may be silent. */
const abandonedAfterSeconds = 15 * 60;

/**
 * Imports a file of bank statements: reads it to its end, and then stores its entries. A fault anywhere in the file, or an account that
 * isn't the tenant's, refuses all of it. No transaction is longer than a chunk of some hundred entries.
 *
 * The same file, or one that overlaps with it, may be imported again: known entries aren't stored twice. After a crash, the next
 * import of the tenant and mode completes what was begun, or a job does so after a minute.
 *
 * Fails with `statement_invalid`, `bank_account_unknown`, `file_too_large`, or `parameter_invalid` for the account.
 *
 * @throws an error of the stream
 */
export async function importStatement(
  deps: ImportDeps,
  scope: TenantScope,
  stream: AsyncIterable<Uint8Array>,
  options: ImportOptions,
): Promise<Result<StatementImport, Problem>> {
  const begun = await begin(deps, scope, options);
  if (!begun.ok) return begun;
  const { id, accounts } = begun.value;
  const received = await undoOnFailure(deps, scope, id, async () => {
    let number = 0;
    return receiveStatement(stream, {
      accounts,
      onlyAccountId: options.accountId,
      csv: options.csv,
      onProgress: options.onProgress ?? (() => {}),
      keep: async (entries) => {
        number += 1;
        const place = number;
        await deps.database.inTenant(scope, (trx) => insertChunk(trx, id, place, entries));
        crashPoint("import-statement:chunk-received");
      },
    });
  });
  if (!received.ok) return received;
  const storing = storeReceived(deps, scope, id, received.value, options.onStored);
  if (options.patienceMs === undefined) await storing;
  else await endOf(storing, options.patienceMs);
  const imported = await deps.database.inTenant(scope, (trx) => getImport(trx, id));
  return success(committed(imported, `the import ${id}`));
}

async function begin({ database, nowMs }: ImportDeps, scope: TenantScope, options: ImportOptions) {
  const { fileName, accountId } = options;
  return database.inTenant(scope, async (trx) => {
    if (accountId !== undefined && !(await findAccount(trx, accountId)))
      return failed(
        problem("parameter_invalid", "It has to be the id of one of your bank accounts.", "account"),
      );
    const id = makeId("sti", scope.mode, scope.tenantId, nowMs());
    await deleteAbandoned(trx, abandonedAfterSeconds);
    await insertImport(trx, id, fileName);
    return success({ id, accounts: await readStatementAccounts(trx) });
  });
}

/** Deletes the import again if its file is refused or can't be read to its end. */
async function undoOnFailure(
  { database }: ImportDeps,
  scope: TenantScope,
  id: string,
  receive: () => Promise<Result<ReceivedFile, Problem>>,
): Promise<Result<ReceivedFile, Problem>> {
  const undo = (): Promise<void> => database.inTenant(scope, (trx) => deleteImport(trx, id));
  try {
    const received = await receive();
    if (!received.ok) await undo();
    return received;
  } catch (error) {
    await undo();
    throw error;
  }
}

/** Waits for the end of the work, but no longer than for `patienceMs`. What fails afterwards is done again by the job. */
async function endOf(work: Promise<void>, patienceMs: number): Promise<void> {
  const patience = new AbortController();
  const tooLong = sleep(patienceMs, undefined, { signal: patience.signal }).catch(() => {});
  await Promise.race([work, tooLong]).finally(() => patience.abort());
  work.catch(() => {});
}

/** Stores the entries of the received file. Imports that a crash interrupted come first. */
async function storeReceived(
  deps: ImportDeps,
  scope: TenantScope,
  id: string,
  file: ReceivedFile,
  onStored: (entries: number) => void = () => {},
): Promise<void> {
  await deps.database.inTenant(scope, (trx) => beginStoring(trx, id, file));
  crashPoint("import-statement:received");
  for (const storing of await deps.database.inTenant(scope, selectStoring))
    await storeAll(deps, scope, storing, onStored);
}

/** Stores all entries of an import that aren't stored yet. */
export async function storeAll(
  deps: ImportDeps,
  scope: TenantScope,
  id: string,
  onStored: (entries: number) => void = () => {},
): Promise<void> {
  for (let stored = 0; ; onStored(stored)) {
    const entries = await deps.database.inTenant(scope, (trx) => storeChunk(deps, trx, id));
    if (entries === undefined) return;
    crashPoint("import-statement:chunk-stored");
    stored += entries;
  }
}
