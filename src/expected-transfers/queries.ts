import { timeOfNew } from "../database/clock-time.ts";
import type { TenantTransaction } from "../database/transaction.ts";
import type { PageRange } from "../kernel/page.ts";
import type { EntryMatch } from "./match.ts";
import type { ExpectedTransfer, TransferRequest } from "./transfer.ts";

// Expected transfers ------------------------------------------------------------------------------------------------

const columns = `id, mode, attempt_id AS "attemptId", session_id AS "sessionId", bank_account_id AS "bankAccountId", status,
  reference, amount AS "amountMinor", currency, amount_received AS "receivedMinor", amount_charged AS "chargedMinor",
  amount_surplus AS "surplusMinor", follows, payer_name AS "payerName",
  payer_account AS "payerAccount", expires_at AS "expiresAt",
  (SELECT shows FROM clocks c WHERE c.tenant_id = $1 AND c.id = t.clock_id) AS "clockShows", created_at AS "createdAt"`;

export type NewTransfer = Omit<TransferRequest, "country"> & {
  readonly bankAccountId: string;
  readonly reference: string;
  readonly payerNameKey: string | null;
};

/** Stores it, unless the attempt has one already or the reference is taken. */
export async function insertTransfer(
  trx: TenantTransaction,
  id: string,
  transfer: NewTransfer,
): Promise<void> {
  await trx.run(
    `INSERT INTO expected_transfers (tenant_id, id, mode, attempt_id, session_id, bank_account_id, reference, amount, currency,
       payer_name, payer_name_key, payer_account, expires_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT DO NOTHING`,
    [
      trx.tenantId,
      id,
      trx.mode,
      transfer.attemptId,
      transfer.sessionId,
      transfer.bankAccountId,
      transfer.reference,
      transfer.amountMinor,
      transfer.currency,
      transfer.payerName,
      transfer.payerNameKey,
      transfer.payerAccount,
      transfer.expiresAt,
      timeOfNew(trx, id),
    ],
  );
}

/** Stores a transfer that follows another. Its money is here, so it is paid. */
export function insertFollowing(trx: TenantTransaction, transfer: ExpectedTransfer): void {
  trx.send(
    `INSERT INTO expected_transfers (tenant_id, id, mode, attempt_id, session_id, bank_account_id, status, reference, amount, currency,
       amount_received, amount_charged, amount_surplus, follows, expires_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, 'paid', $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      trx.tenantId,
      transfer.id,
      trx.mode,
      transfer.attemptId,
      transfer.sessionId,
      transfer.bankAccountId,
      transfer.reference,
      transfer.amountMinor,
      transfer.currency,
      transfer.receivedMinor,
      transfer.chargedMinor,
      transfer.surplusMinor,
      transfer.follows,
      transfer.expiresAt,
      timeOfNew(trx, transfer.id),
    ],
  );
}

/** Transfers that follow others, from an id on, oldest first. */
export function selectFollowing(
  trx: TenantTransaction,
  fromId: string,
  atMost: number,
): Promise<ExpectedTransfer[]> {
  return trx.query<ExpectedTransfer>(
    `SELECT ${columns} FROM expected_transfers t
     WHERE tenant_id = $1 AND mode = $2 AND id > $3 AND follows IS NOT NULL ORDER BY id LIMIT $4`,
    [trx.tenantId, trx.mode, fromId, atMost],
  );
}

export function getTransfer(trx: TenantTransaction, id: string): Promise<ExpectedTransfer | undefined> {
  return trx.one<ExpectedTransfer>(
    `SELECT ${columns} FROM expected_transfers t WHERE tenant_id = $1 AND id = $2`,
    [trx.tenantId, id],
  );
}

export function findTransferOfAttempt(
  trx: TenantTransaction,
  attemptId: string,
): Promise<ExpectedTransfer | undefined> {
  return trx.one<ExpectedTransfer>(
    `SELECT ${columns} FROM expected_transfers t WHERE tenant_id = $1 AND attempt_id = $2`,
    [trx.tenantId, attemptId],
  );
}

/** Gives an open transfer up. */
export async function endOpenTransfer(trx: TenantTransaction, attemptId: string): Promise<void> {
  await trx.run(
    "UPDATE expected_transfers SET status = 'ended' WHERE tenant_id = $1 AND attempt_id = $2 AND status = 'open'",
    [trx.tenantId, attemptId],
  );
}

export type TransferFilter = { readonly sessionId?: string | undefined };

export function selectTransfers(
  trx: TenantTransaction,
  range: PageRange,
  { sessionId }: TransferFilter,
): Promise<ExpectedTransfer[]> {
  const values: unknown[] = [trx.tenantId, range.from, range.before, range.limit];
  const conditions = ["tenant_id = $1", "id >= $2", "id < $3"];
  if (sessionId !== undefined) conditions.push(`session_id = $${values.push(sessionId)}`);
  return trx.query<ExpectedTransfer>(
    `SELECT ${columns} FROM expected_transfers t WHERE ${conditions.join(" AND ")} ORDER BY id ${range.direction} LIMIT $4`,
    values,
  );
}

export function updateTransfer(trx: TenantTransaction, transfer: ExpectedTransfer): void {
  trx.send(
    `UPDATE expected_transfers SET status = $3, amount_received = $4, amount_charged = $5, amount_surplus = $6
     WHERE tenant_id = $1 AND id = $2`,
    [
      trx.tenantId,
      transfer.id,
      transfer.status,
      transfer.receivedMinor,
      transfer.chargedMinor,
      transfer.surplusMinor,
    ],
  );
}

// Candidates --------------------------------------------------------------------------------------------------------

/**
 * Lets no other transaction change expected transfers of the tenant and mode, or match entries to them, before the commit. Whoever
 * changes what a transfer has received or its status has this lock.
 */
export async function lockMatching(trx: TenantTransaction): Promise<void> {
  await trx.run("SELECT pg_advisory_xact_lock(hashtextextended($1, $2))", [
    `expected_transfers ${trx.mode}`,
    trx.tenantId,
  ]);
}

export function selectTransfersByReference(
  trx: TenantTransaction,
  references: readonly string[],
): Promise<ExpectedTransfer[]> {
  return trx.query<ExpectedTransfer>(
    `SELECT ${columns} FROM expected_transfers t WHERE tenant_id = $1 AND mode = $2 AND reference = ANY ($3)`,
    [trx.tenantId, trx.mode, references],
  );
}

/** The newest transfer of a session. */
export function lastTransferOfSession(
  trx: TenantTransaction,
  sessionId: string,
): Promise<ExpectedTransfer | undefined> {
  return trx.one<ExpectedTransfer>(
    `SELECT ${columns} FROM expected_transfers t WHERE tenant_id = $1 AND session_id = $2 AND follows IS NULL ORDER BY id DESC LIMIT 1`,
    [trx.tenantId, sessionId],
  );
}

/** @param nameKey the words of the name, sorted */
export function selectOpenByPayerName(
  trx: TenantTransaction,
  accountId: string,
  amountMinor: number,
  nameKey: string,
  atMost: number,
): Promise<ExpectedTransfer[]> {
  return trx.query<ExpectedTransfer>(
    `SELECT ${columns} FROM expected_transfers t
     WHERE tenant_id = $1 AND bank_account_id = $2 AND amount = $3 AND payer_name_key = $4 AND status = 'open' LIMIT $5`,
    [trx.tenantId, accountId, amountMinor, nameKey, atMost],
  );
}

export function selectOpenByPayerAccount(
  trx: TenantTransaction,
  accountId: string,
  amountMinor: number,
  payerAccount: string,
  atMost: number,
): Promise<ExpectedTransfer[]> {
  return trx.query<ExpectedTransfer>(
    `SELECT ${columns} FROM expected_transfers t
     WHERE tenant_id = $1 AND bank_account_id = $2 AND amount = $3 AND payer_account = $4 AND status = 'open' LIMIT $5`,
    [trx.tenantId, accountId, amountMinor, payerAccount, atMost],
  );
}

export function selectOpenOfAmount(
  trx: TenantTransaction,
  accountId: string,
  amountMinor: number,
  atMost: number,
): Promise<ExpectedTransfer[]> {
  return trx.query<ExpectedTransfer>(
    `SELECT ${columns} FROM expected_transfers t
     WHERE tenant_id = $1 AND bank_account_id = $2 AND amount = $3 AND status = 'open' LIMIT $4`,
    [trx.tenantId, accountId, amountMinor, atMost],
  );
}

// Matches -----------------------------------------------------------------------------------------------------------

export function insertMatch(trx: TenantTransaction, match: EntryMatch): Promise<number> {
  return trx.run(
    `INSERT INTO entry_matches (tenant_id, entry_id, number, mode, expected_transfer_id, rule, action, amount, currency,
       amount_counted, amount_refunded, amount_surplus, decided_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      trx.tenantId,
      match.entryId,
      match.number,
      trx.mode,
      match.transferId,
      match.rule,
      match.action,
      match.amountMinor,
      match.currency,
      match.countedMinor,
      match.refundedMinor,
      match.surplusMinor,
      match.decidedBy,
    ],
  );
}

/** Which parts of the entries are matched or ignored already. */
export function selectMatchedParts(
  trx: TenantTransaction,
  entryIds: readonly string[],
): Promise<{ entryId: string; number: number }[]> {
  return trx.query<{ entryId: string; number: number }>(
    `SELECT entry_id AS "entryId", number FROM entry_matches WHERE tenant_id = $1 AND entry_id = ANY ($2)`,
    [trx.tenantId, entryIds],
  );
}

const matchColumns = `entry_id AS "entryId", number, expected_transfer_id AS "transferId", rule, action, amount AS "amountMinor",
  currency, amount_counted AS "countedMinor", amount_refunded AS "refundedMinor", amount_surplus AS "surplusMinor",
  decided_by AS "decidedBy"`;

/** All that was matched to a transfer, or to one that follows it, oldest first. */
export function selectMatchesOfTransfer(
  trx: TenantTransaction,
  { id, sessionId }: Pick<ExpectedTransfer, "id" | "sessionId">,
): Promise<EntryMatch[]> {
  return trx.query<EntryMatch>(
    `SELECT ${matchColumns} FROM entry_matches WHERE tenant_id = $1 AND expected_transfer_id IN
       (SELECT id FROM expected_transfers WHERE tenant_id = $1 AND session_id = $3 AND (id = $2 OR follows = $2))
     ORDER BY created_at, entry_id, number`,
    [trx.tenantId, id, sessionId],
  );
}

/** What the bank took back of a transfer's money. */
export function selectReversals(trx: TenantTransaction, transferId: string): Promise<EntryMatch[]> {
  return trx.query<EntryMatch>(
    `SELECT ${matchColumns} FROM entry_matches WHERE tenant_id = $1 AND expected_transfer_id = $2 AND action = 'reverse'`,
    [trx.tenantId, transferId],
  );
}

/** What an entry, or its transactions, was matched to. Of an entry with many transactions, the first. */
export function selectMatchesOfEntry(
  trx: TenantTransaction,
  entryId: string,
  atMost: number,
): Promise<EntryMatch[]> {
  return trx.query<EntryMatch>(
    `SELECT ${matchColumns} FROM entry_matches WHERE tenant_id = $1 AND entry_id = $2 ORDER BY number LIMIT $3`,
    [trx.tenantId, entryId, atMost],
  );
}

export function selectMatch(
  trx: TenantTransaction,
  entryId: string,
  number: number,
): Promise<EntryMatch | undefined> {
  return trx.one<EntryMatch>(
    `SELECT ${matchColumns} FROM entry_matches WHERE tenant_id = $1 AND entry_id = $2 AND number = $3`,
    [trx.tenantId, entryId, number],
  );
}

/** Notes that counted money goes back to its payer. */
export function returnMatch(trx: TenantTransaction, match: EntryMatch): void {
  trx.send(
    `UPDATE entry_matches SET action = $4, amount_counted = $5, amount_refunded = $6
     WHERE tenant_id = $1 AND entry_id = $2 AND number = $3`,
    [trx.tenantId, match.entryId, match.number, match.action, match.countedMinor, match.refundedMinor],
  );
}

export async function deleteMatch(trx: TenantTransaction, entryId: string, number: number): Promise<void> {
  await trx.run("DELETE FROM entry_matches WHERE tenant_id = $1 AND entry_id = $2 AND number = $3", [
    trx.tenantId,
    entryId,
    number,
  ]);
}
