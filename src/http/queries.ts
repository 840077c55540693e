import type { TenantTransaction, Transaction } from "../database/transaction.ts";
import type { Mode } from "../kernel/mode.ts";

export type IdempotencyClaim = {
  readonly tenantId: number;
  readonly mode: Mode;
  readonly operation: string;
  readonly idempotencyKey: string;
};

/** Locks the key until this transaction ends. Returns false if another transaction holds the lock. A crash releases it. */
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

/** Stores that the key belongs to an operation whose response waits for a PSP. Returns false if the key is already stored. */
export async function insertIntent(
  trx: Transaction,
  claim: IdempotencyClaim,
  fingerprint: Buffer,
  resourceId: string,
): Promise<boolean> {
  const rows = await trx.run(
    `INSERT INTO idempotent_requests (tenant_id, mode, operation, idempotency_key, request_fingerprint, resource_id)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
    [claim.tenantId, claim.mode, claim.operation, claim.idempotencyKey, fingerprint, resourceId],
  );
  return rows === 1;
}

export type StoredIntent = {
  readonly fingerprint: Buffer;
  readonly resourceId: string;
  /** The time since it was stored, by the database's clock. */
  readonly ageMs: number;
  /** Both are null until the response is known. */
  readonly status: number | null;
  readonly sealed: Buffer | null;
};

export function findIntent(trx: Transaction, claim: IdempotencyClaim): Promise<StoredIntent | undefined> {
  return trx.one<StoredIntent>(
    `SELECT request_fingerprint AS fingerprint, resource_id AS "resourceId", response_status AS status,
       response_sealed AS sealed, extract(epoch FROM statement_timestamp() - created_at)::float8 * 1000 AS "ageMs"
     FROM idempotent_requests WHERE tenant_id = $1 AND mode = $2 AND operation = $3 AND idempotency_key = $4`,
    [claim.tenantId, claim.mode, claim.operation, claim.idempotencyKey],
  );
}

/** Stores the response of an intent. Returns false if it has one: the first one stays, so that all repeats get the same bytes. */
export async function answerIntent(
  trx: Transaction,
  claim: IdempotencyClaim,
  status: number,
  sealed: Buffer,
): Promise<boolean> {
  const rows = await trx.run(
    `UPDATE idempotent_requests SET response_status = $5, response_sealed = $6
     WHERE tenant_id = $1 AND mode = $2 AND operation = $3 AND idempotency_key = $4 AND response_sealed IS NULL`,
    [claim.tenantId, claim.mode, claim.operation, claim.idempotencyKey, status, sealed],
  );
  return rows === 1;
}

export type AnswerSealedByOther = {
  readonly operation: string;
  readonly idempotencyKey: string;
  readonly sealed: Buffer;
};

/** Responses after `last` that are sealed with another key than `keyId`. Bytes 2 to 9 of a sealed value are the id of its key. */
export function lockAnswersSealedByOthers(
  trx: TenantTransaction,
  keyId: Buffer,
  last: AnswerSealedByOther | undefined,
  limit: number,
): Promise<AnswerSealedByOther[]> {
  return trx.query<AnswerSealedByOther>(
    `SELECT operation, idempotency_key AS "idempotencyKey", response_sealed AS sealed FROM idempotent_requests
     WHERE tenant_id = $1 AND mode = $2 AND (operation, idempotency_key) > ($3, $4)
       AND substring(response_sealed FROM 2 FOR 8) <> $5
     ORDER BY operation, idempotency_key LIMIT $6 FOR NO KEY UPDATE`,
    [trx.tenantId, trx.mode, last?.operation ?? "", last?.idempotencyKey ?? "", keyId, limit],
  );
}

export async function replaceSealedAnswer(
  trx: Transaction,
  claim: IdempotencyClaim,
  sealed: Buffer,
): Promise<void> {
  await trx.run(
    `UPDATE idempotent_requests SET response_sealed = $5
     WHERE tenant_id = $1 AND mode = $2 AND operation = $3 AND idempotency_key = $4`,
    [claim.tenantId, claim.mode, claim.operation, claim.idempotencyKey, sealed],
  );
}
