import type { Transaction } from "../../database/transaction.ts";
import type { Dispute } from "../dispute.ts";

const disputes = `
  SELECT d.id, d.account, d.charge, c.idempotency_key AS "chargeKey", d.clock, d.stage, d.status, d.reason, d.amount, d.amount_lost AS "amountLost",
    d.currency, d.fee, d.evidence_due_at AS "evidenceDueAt", d.verdict, d.due_at AS "dueAt"
  FROM sandbox_psp.disputes d JOIN sandbox_psp.charges c ON c.id = d.charge`;

/** An account's dispute. Only the holder of its charge's lock may change it. */
export async function findDispute(
  trx: Transaction,
  account: string,
  id: string,
): Promise<Dispute | undefined> {
  return await trx.one<Dispute>(`${disputes} WHERE d.account = $1 AND d.id = $2`, [account, id]);
}

export async function insertDispute(trx: Transaction, dispute: Dispute, openedAt: Date): Promise<void> {
  await trx.run(
    `INSERT INTO sandbox_psp.disputes (id, account, charge, clock, stage, status, reason, amount, currency, fee,
       evidence_due_at, due_at, opened_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      dispute.id,
      dispute.account,
      dispute.charge,
      dispute.clock,
      dispute.stage,
      dispute.status,
      dispute.reason,
      dispute.amount,
      dispute.currency,
      dispute.fee,
      dispute.evidenceDueAt,
      dispute.dueAt,
      openedAt,
    ],
  );
}

/** Writes all mutable columns of a dispute. */
export async function updateDispute(trx: Transaction, dispute: Dispute): Promise<void> {
  await trx.run(
    `UPDATE sandbox_psp.disputes SET stage = $2, status = $3, fee = $4, evidence_due_at = $5, verdict = $6, due_at = $7,
       amount = $8, amount_lost = $9
     WHERE id = $1`,
    [
      dispute.id,
      dispute.stage,
      dispute.status,
      dispute.fee,
      dispute.evidenceDueAt,
      dispute.verdict,
      dispute.dueAt,
      dispute.amount,
      dispute.amountLost,
    ],
  );
}

export type DisputeRequestRow = { readonly dispute: string; readonly digest: Buffer };

export async function findDisputeRequest(
  trx: Transaction,
  account: string,
  key: string,
): Promise<DisputeRequestRow | undefined> {
  return await trx.one<DisputeRequestRow>(
    "SELECT dispute, digest FROM sandbox_psp.dispute_requests WHERE account = $1 AND idempotency_key = $2",
    [account, key],
  );
}

export async function insertDisputeRequest(
  trx: Transaction,
  account: string,
  key: string,
  row: DisputeRequestRow,
): Promise<void> {
  await trx.run(
    "INSERT INTO sandbox_psp.dispute_requests (account, idempotency_key, dispute, digest) VALUES ($1, $2, $3, $4)",
    [account, key, row.dispute, row.digest],
  );
}
