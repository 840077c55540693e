import { insertAuditEntry } from "../audit/audit-log.ts";
import type { Database } from "../database/database.ts";
import type { Actor, TenantScope, TenantTransaction } from "../database/transaction.ts";
import { modes } from "../kernel/mode.ts";
import {
  countKept,
  countWaitingRefunds,
  deleteExports,
  deleteNotes,
  type ErasedKind,
  type ErasedOfPayers,
  emptyNotifications,
  erasedKinds,
  erasedOfPayers,
  eraseFrom,
  erasePayersFrom,
  forgetResponses,
  lockSessionsNaming,
  lockSessionsOf,
  removeCollected,
  removePersonalEvidence,
} from "./queries.ts";

/** How many rows of each kind were changed, and how many rows that can't be changed name the customer or may do so. */
export type Erased = Record<
  ErasedKind | ErasedOfPayers | "collected" | "evidence" | "responses" | "notifications" | "exports",
  number
> & {
  /** `bankRefunds` still have to be sent to the customer, and lose the payee when they are. */
  readonly kept: { receipts: number; evidenceFiles: number; bankRefunds: number };
};

/** Sessions per transaction. */
const batchSize = 100;

/**
 * Erases a customer from a tenant's data in both modes: the personal data of sessions created with this e-mail address, with
 * who paid them by bank transfer, and the address in the texts of all other sessions. Amounts, ids and times stay, for the ledger. The next call continues an
 * interrupted one, because each session is erased in one transaction and is found until then.
 */
export async function eraseCustomer(
  database: Database,
  actor: Actor,
  tenantId: number,
  email: string,
): Promise<Erased> {
  const erased: Erased = {
    sessions: 0,
    payments: 0,
    movements: 0,
    events: 0,
    disputes: 0,
    notes: 0,
    collected: 0,
    evidence: 0,
    responses: 0,
    notifications: 0,
    exports: 0,
    expectedTransfers: 0,
    bankRefunds: 0,
    refundFiles: 0,
    bankEntries: 0,
    refundEntries: 0,
    kept: { receipts: 0, evidenceFiles: 0, bankRefunds: 0 },
  };
  const pattern = patternOf(email);
  for (const mode of modes) {
    const scope: TenantScope = { tenantId, mode };
    const erasure = { scope, email, pattern, erased };
    while ((await eraseSessionsOf(database, erasure)) === batchSize);
    for (let last: string | undefined = ""; last !== undefined; )
      last = await eraseMentions(database, erasure, last);
    erased.notifications += await database.inErasure(scope, (trx) => emptyNotifications(trx, pattern));
    // Last: an export that is being made is locked while it reads payments, and later ones read what is erased.
    erased.exports += await database.inErasure(scope, deleteExports);
  }
  await database.inControl((trx) =>
    insertAuditEntry(trx, actor, { action: "erased", object: "customer", tenantId, changes: erased }),
  );
  return erased;
}

type Erasure = {
  readonly scope: TenantScope;
  readonly email: string;
  readonly pattern: string;
  readonly erased: Erased;
};

/** Erases a batch of the sessions that were created with the address. Returns how many. */
function eraseSessionsOf(database: Database, erasure: Erasure): Promise<number> {
  const { scope, email, erased } = erasure;
  return database.inErasure(scope, async (trx) => {
    const sessions = await lockSessionsOf(trx, email, batchSize);
    if (sessions.length === 0) return 0;
    await eraseAddress(trx, erasure, sessions);
    erased.notes += await deleteNotes(trx, sessions);
    erased.collected += await removeCollected(trx, sessions);
    erased.evidence += await removePersonalEvidence(trx, sessions);
    erased.kept.bankRefunds += await countWaitingRefunds(trx, sessions);
    for (const kind of erasedOfPayers) erased[kind] += await erasePayersFrom(trx, kind, sessions);
    return sessions.length;
  });
}

/** Erases the address from a batch of other customers' sessions after the given one. Returns the last, if there may be more. */
function eraseMentions(database: Database, erasure: Erasure, after: string): Promise<string | undefined> {
  const { scope, pattern } = erasure;
  return database.inErasure(scope, async (trx) => {
    const sessions = await lockSessionsNaming(trx, pattern, after, batchSize);
    if (sessions.length > 0) await eraseAddress(trx, erasure, sessions);
    return sessions.length === batchSize ? sessions.at(-1) : undefined;
  });
}

async function eraseAddress(
  trx: TenantTransaction,
  { pattern, erased }: Erasure,
  sessions: readonly string[],
): Promise<void> {
  const kept = await countKept(trx, sessions, pattern);
  erased.kept.receipts += kept.receipts;
  erased.kept.evidenceFiles += kept.evidenceFiles;
  for (const kind of erasedKinds) erased[kind] += await eraseFrom(trx, kind, sessions, pattern);
  erased.responses += await forgetResponses(trx, sessions);
}

/**
 * A PostgreSQL regular expression that matches the address in JSON text, but not as part of a longer address. In JSON a line
 * feed before it is a backslash and an n. A full stop after it ends a sentence, unless more of an address follows.
 */
function patternOf(email: string): string {
  const inJson = JSON.stringify(email).slice(1, -1);
  return `(?:(?<=\\\\[bfnrt])|(?<![\\w.+-]))${inJson.replace(/[^\w@]/g, "\\$&")}(?![\\w-]|\\.\\w)`;
}
