import { timeOfNew } from "../database/clock-time.ts";
import type { TenantTransaction } from "../database/transaction.ts";
import type { PageRange } from "../kernel/page.ts";
import type { BankRefund, BankRefundStatus, NewBankRefund } from "./bank-refund.ts";
import { contentWithoutPayees } from "./content-without-payees.ts";
import type { RefundFile } from "./refund-file.ts";

const columns = `id, mode, movement_key AS "movementKey", entry_id AS "entryId", number, expected_transfer_id AS "transferId",
  bank_account_id AS "bankAccountId", status, amount AS "amountMinor", currency, payee_name AS "payeeName",
  payee_account AS "payeeAccount", end_to_end_id AS "endToEndId", file_id AS "fileId", created_at AS "createdAt"`;

/** Stores it, unless there is one for the movement, or for the part of the entry. */
export async function insertRefund(trx: TenantTransaction, refund: NewBankRefund): Promise<void> {
  await trx.run(
    `INSERT INTO bank_refunds (tenant_id, id, mode, movement_key, entry_id, number, expected_transfer_id, bank_account_id, amount,
       currency, payee_name, payee_account, end_to_end_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT DO NOTHING`,
    [
      trx.tenantId,
      refund.id,
      trx.mode,
      refund.movementKey,
      refund.entryId,
      refund.number,
      refund.transferId,
      refund.bankAccountId,
      refund.amountMinor,
      refund.currency,
      refund.payeeName,
      refund.payeeAccount,
      refund.endToEndId,
      timeOfNew(trx, refund.id),
    ],
  );
}

export function findRefundByKey(trx: TenantTransaction, key: string): Promise<BankRefund | undefined> {
  return trx.one<BankRefund>(
    `SELECT ${columns} FROM bank_refunds WHERE tenant_id = $1 AND mode = $2 AND movement_key = $3`,
    [trx.tenantId, trx.mode, key],
  );
}

/** All refunds of a transfer's money. */
export function selectRefundsOfTransfer(trx: TenantTransaction, transferId: string): Promise<BankRefund[]> {
  return trx.query<BankRefund>(
    `SELECT ${columns} FROM bank_refunds WHERE tenant_id = $1 AND expected_transfer_id = $2 ORDER BY id`,
    [trx.tenantId, transferId],
  );
}

export function getRefund(trx: TenantTransaction, id: string): Promise<BankRefund | undefined> {
  return trx.one<BankRefund>(`SELECT ${columns} FROM bank_refunds WHERE tenant_id = $1 AND id = $2`, [
    trx.tenantId,
    id,
  ]);
}

/** Locks a refund. */
export function lockRefund(trx: TenantTransaction, id: string): Promise<BankRefund | undefined> {
  return trx.one<BankRefund>(
    `SELECT ${columns} FROM bank_refunds WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE`,
    [trx.tenantId, id],
  );
}

export function selectRefunds(
  trx: TenantTransaction,
  range: PageRange,
  { status }: { readonly status?: BankRefundStatus | undefined },
): Promise<BankRefund[]> {
  const values: unknown[] = [trx.tenantId, range.from, range.before, range.limit];
  const conditions = ["tenant_id = $1", "id >= $2", "id < $3"];
  if (status !== undefined) conditions.push(`status = $${values.push(status)}`);
  return trx.query<BankRefund>(
    `SELECT ${columns} FROM bank_refunds WHERE ${conditions.join(" AND ")} ORDER BY id ${range.direction} LIMIT $4`,
    values,
  );
}

/** Locks the refunds of an account that wait and whose payee is known, oldest first. */
export function lockWaiting(
  trx: TenantTransaction,
  bankAccountId: string,
  currency: string,
  atMost: number,
): Promise<BankRefund[]> {
  return trx.query<BankRefund>(
    `SELECT ${columns} FROM bank_refunds WHERE tenant_id = $1 AND bank_account_id = $2 AND status = 'waiting' AND currency = $3
       AND payee_account IS NOT NULL ORDER BY id LIMIT $4 FOR NO KEY UPDATE`,
    [trx.tenantId, bankAccountId, currency, atMost],
  );
}

/** Locks refunds by the ids under which statements name them. */
export function lockByEndToEndId(trx: TenantTransaction, ids: readonly string[]): Promise<BankRefund[]> {
  return trx.query<BankRefund>(
    `SELECT ${columns} FROM bank_refunds WHERE tenant_id = $1 AND mode = $2 AND end_to_end_id = ANY ($3) ORDER BY id
     FOR NO KEY UPDATE`,
    [trx.tenantId, trx.mode, ids],
  );
}

/** Changes a refund. The payee of one that is sent isn't kept if the payer was erased. */
export function updateRefund(trx: TenantTransaction, refund: BankRefund): void {
  const isDecided = refund.status === "confirmed" || refund.status === "returned";
  trx.send(
    `UPDATE bank_refunds SET status = $3, file_id = $6,
       payee_name = CASE WHEN forget_payee AND $3 IN ('sent', 'confirmed', 'returned') THEN NULL ELSE $4 END,
       payee_account = CASE WHEN forget_payee AND $3 IN ('sent', 'confirmed', 'returned') THEN NULL ELSE $5 END,
       decided_at = ${isDecided ? "statement_timestamp()" : "NULL"}
     WHERE tenant_id = $1 AND id = $2`,
    [trx.tenantId, refund.id, refund.status, refund.payeeName, refund.payeeAccount, refund.fileId],
  );
}

/** Sets the status of the refunds in a file; null takes them out of it. */
export async function moveRefundsOfFile(
  trx: TenantTransaction,
  fileId: string,
  to: "sent" | null,
): Promise<void> {
  await trx.run(
    `UPDATE bank_refunds SET status = COALESCE($3, 'waiting'), file_id = CASE WHEN $3::text IS NULL THEN NULL ELSE file_id END,
       payee_name = CASE WHEN forget_payee AND $3::text IS NOT NULL THEN NULL ELSE payee_name END,
       payee_account = CASE WHEN forget_payee AND $3::text IS NOT NULL THEN NULL ELSE payee_account END
     WHERE tenant_id = $1 AND file_id = $2 AND status = 'in_file'`,
    [trx.tenantId, fileId, to],
  );
}

// Files ---------------------------------------------------------------------------------------------------------------

const fileColumns = `id, mode, bank_account_id AS "bankAccountId", status, to_char(execution_date, 'YYYY-MM-DD') AS "executionDate",
  refunds, amount AS "amountMinor", currency, created_at AS "createdAt"`;

export async function insertFile(
  trx: TenantTransaction,
  file: Omit<RefundFile, "mode" | "status" | "createdAt"> & { readonly content: string },
): Promise<void> {
  await trx.run(
    `INSERT INTO bank_refund_files (tenant_id, id, mode, bank_account_id, execution_date, refunds, amount, currency, content, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      trx.tenantId,
      file.id,
      trx.mode,
      file.bankAccountId,
      file.executionDate,
      file.refunds,
      file.amountMinor,
      file.currency,
      file.content,
      timeOfNew(trx, file.id),
    ],
  );
}

export function getFile(trx: TenantTransaction, id: string): Promise<RefundFile | undefined> {
  return trx.one<RefundFile>(
    `SELECT ${fileColumns} FROM bank_refund_files WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE`,
    [trx.tenantId, id],
  );
}

export async function getFileContent(trx: TenantTransaction, id: string): Promise<string | undefined> {
  const row = await trx.one<{ content: string }>(
    "SELECT content FROM bank_refund_files WHERE tenant_id = $1 AND id = $2",
    [trx.tenantId, id],
  );
  return row?.content;
}

export function selectFiles(trx: TenantTransaction, range: PageRange): Promise<RefundFile[]> {
  return trx.query<RefundFile>(
    `SELECT ${fileColumns} FROM bank_refund_files WHERE tenant_id = $1 AND id >= $2 AND id < $3
     ORDER BY id ${range.direction} LIMIT $4`,
    [trx.tenantId, range.from, range.before, range.limit],
  );
}

/** Removes the payees who were erased while their refunds were in the file. Called before the refunds leave it. */
export async function forgetPayeesInFile(trx: TenantTransaction, id: string): Promise<void> {
  await trx.run(
    `UPDATE bank_refund_files f SET content = ${contentWithoutPayees}
     FROM (SELECT string_agg(end_to_end_id, '|') AS ids FROM bank_refunds WHERE tenant_id = $1 AND file_id = $2 AND forget_payee) r
     WHERE f.tenant_id = $1 AND f.id = $2 AND r.ids IS NOT NULL`,
    [trx.tenantId, id],
  );
}

export function setFileStatus(trx: TenantTransaction, id: string, status: RefundFile["status"]): void {
  trx.send("UPDATE bank_refund_files SET status = $3 WHERE tenant_id = $1 AND id = $2", [
    trx.tenantId,
    id,
    status,
  ]);
}
