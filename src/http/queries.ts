import type { Transaction } from "../database/transaction.ts";
import type { Mode } from "../kernel/mode.ts";

export type IdempotencyClaim = {
  readonly tenantId: number;
  readonly mode: Mode;
  readonly operation: string;
  readonly idempotencyKey: string;
};

/** Holds the key for this transaction; false when another transaction holds it. A crash lets go of it. */
export async function tryClaim(trx: Transaction, claim: IdempotencyClaim): Promise<boolean> {
  const row = await trx.one<{ claimed: boolean }>(
    "SELECT pg_try_advisory_xact_lock(hashtextextended($1, $2)) AS claimed",
    [`${claim.mode} ${claim.operation} ${claim.idempotencyKey}`, claim.tenantId],
  );
  return row?.claimed === true;
}

export function findStoredAnswer(
  trx: Transaction,
  claim: IdempotencyClaim,
): Promise<{ fingerprint: Buffer; sealed: Buffer } | undefined> {
  return trx.one(
    `SELECT request_fingerprint AS fingerprint, response_sealed AS sealed FROM idempotent_requests
     WHERE tenant_id = $1 AND mode = $2 AND operation = $3 AND idempotency_key = $4`,
    [claim.tenantId, claim.mode, claim.operation, claim.idempotencyKey],
  );
}

export async function storeAnswer(
  trx: Transaction,
  claim: IdempotencyClaim,
  fingerprint: Buffer,
  status: number,
  sealed: Buffer,
): Promise<void> {
  await trx.run(
    `INSERT INTO idempotent_requests (tenant_id, mode, operation, idempotency_key, request_fingerprint, response_status, response_sealed)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [claim.tenantId, claim.mode, claim.operation, claim.idempotencyKey, fingerprint, status, sealed],
  );
}
