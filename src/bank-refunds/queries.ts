import { timeOfNew } from "../database/clock-time.ts";
import type { TenantTransaction } from "../database/transaction.ts";
import type { BankRefund, NewBankRefund } from "./bank-refund.ts";

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
