import { timeOfNew } from "../database/clock-time.ts";
import type { TenantTransaction } from "../database/transaction.ts";
import type { PageRange } from "../kernel/page.ts";
import type { ExpectedTransfer, TransferRequest } from "./transfer.ts";

// Expected transfers ------------------------------------------------------------------------------------------------

const columns = `id, mode, attempt_id AS "attemptId", session_id AS "sessionId", bank_account_id AS "bankAccountId", status,
  reference, amount AS "amountMinor", currency, amount_received AS "receivedMinor", payer_name AS "payerName",
  payer_account AS "payerAccount", expires_at AS "expiresAt",
  (SELECT shows FROM clocks c WHERE c.tenant_id = t.tenant_id AND c.id = t.clock_id) AS "clockShows", created_at AS "createdAt"`;

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
