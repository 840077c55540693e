import type { TenantTransaction, Transaction } from "../database/transaction.ts";
import type { Mode } from "../kernel/mode.ts";
import type { PublicKey, SealedKey } from "./signing-key.ts";

export type KeptReceipt = {
  readonly document: string;
  /** Whether it was signed by a key that was withdrawn since. */
  readonly isWithdrawn: boolean;
};

/** The receipt of a session as it was signed last; undefined when nobody has asked for it yet. */
export function findReceipt(trx: TenantTransaction, sessionId: string): Promise<KeptReceipt | undefined> {
  return trx.one<KeptReceipt>(
    `SELECT document, EXISTS (SELECT 1 FROM receipt_keys k
       WHERE k.key_id = d.document::json->>'keyId' AND k.withdrawn_at IS NOT NULL) AS "isWithdrawn"
     FROM (SELECT document, created_at FROM receipts WHERE tenant_id = $1 AND session_id = $2
       UNION ALL SELECT document, created_at FROM receipt_renewals WHERE tenant_id = $1 AND session_id = $2) d
     ORDER BY "isWithdrawn", created_at LIMIT 1`,
    [trx.tenantId, sessionId],
  );
}

/** Keeps a receipt that was signed again; of several made at once by one key, one is kept. */
export async function insertRenewal(
  trx: TenantTransaction,
  sessionId: string,
  renewal: { readonly keyId: string; readonly document: string },
): Promise<void> {
  await trx.run(
    `INSERT INTO receipt_renewals (tenant_id, session_id, key_id, mode, document) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING`,
    [trx.tenantId, sessionId, renewal.keyId, trx.mode, renewal.document],
  );
}

/** Keeps a session's receipt; false when somebody else was faster. */
export async function insertDocument(
  trx: TenantTransaction,
  sessionId: string,
  document: string,
): Promise<boolean> {
  const rows = await trx.run(
    "INSERT INTO receipts (tenant_id, session_id, mode, document) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
    [trx.tenantId, sessionId, trx.mode, document],
  );
  return rows === 1;
}

const publicColumns = `key_id AS "keyId", mode, public_key AS bytes`;

/** The key that signs in a mode now. */
export function findKeyInUse(trx: Transaction, mode: Mode): Promise<SealedKey | undefined> {
  return trx.one<SealedKey>(
    `SELECT ${publicColumns}, private_key_sealed AS "privateKeySealed" FROM receipt_keys
     WHERE mode = $1 AND retired_at IS NULL`,
    [mode],
  );
}

export type ReceiptKey = PublicKey & {
  readonly createdAt: Date;
  readonly retiredAt: Date | null;
  readonly withdrawnAt: Date | null;
};

/** The public halves of all keys that there ever were, the newest first. */
export function selectKeys(trx: Transaction): Promise<ReceiptKey[]> {
  return trx.query<ReceiptKey>(
    `SELECT ${publicColumns}, created_at AS "createdAt", retired_at AS "retiredAt", withdrawn_at AS "withdrawnAt"
     FROM receipt_keys
     ORDER BY created_at DESC, key_id`,
  );
}

/** Puts a key to use; false when the mode has one in use already. */
export async function insertKey(trx: Transaction, key: SealedKey): Promise<boolean> {
  const rows = await trx.run(
    "INSERT INTO receipt_keys (key_id, mode, public_key, private_key_sealed) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
    [key.keyId, key.mode, key.bytes, key.privateKeySealed],
  );
  return rows === 1;
}

/** Keys sealed by another secret key than this one, which bytes 2 to 9 of a sealed value name. */
export function lockKeysSealedByOthers(trx: Transaction, secretKeyId: Buffer): Promise<SealedKey[]> {
  return trx.query<SealedKey>(
    `SELECT ${publicColumns}, private_key_sealed AS "privateKeySealed" FROM receipt_keys
     WHERE substring(private_key_sealed FROM 2 FOR 8) <> $1 FOR NO KEY UPDATE`,
    [secretKeyId],
  );
}

export async function replaceSealedKey(trx: Transaction, keyId: string, sealed: Buffer): Promise<void> {
  await trx.run("UPDATE receipt_keys SET private_key_sealed = $2 WHERE key_id = $1", [keyId, sealed]);
}

/** Has the key in use sign nothing any more; undefined when there was none. */
export async function retireKeyInUse(trx: Transaction, mode: Mode): Promise<string | undefined> {
  const row = await trx.one<{ keyId: string }>(
    `UPDATE receipt_keys SET retired_at = statement_timestamp() WHERE mode = $1 AND retired_at IS NULL
     RETURNING key_id AS "keyId"`,
    [mode],
  );
  return row?.keyId;
}

/** Withdraws a key, whether it signs or has signed; its mode, or undefined when there is none that wasn't withdrawn. */
export async function withdrawKey(trx: Transaction, keyId: string): Promise<Mode | undefined> {
  const row = await trx.one<{ mode: Mode }>(
    `UPDATE receipt_keys SET withdrawn_at = statement_timestamp(), retired_at = COALESCE(retired_at, statement_timestamp())
     WHERE key_id = $1 AND withdrawn_at IS NULL RETURNING mode`,
    [keyId],
  );
  return row?.mode;
}
