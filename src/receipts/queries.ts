import type { Scope, Transaction } from "../database/transaction.ts";
import type { Mode } from "../kernel/mode.ts";
import type { PublicKey, SealedKey } from "./signing-key.ts";

/** The receipt of a session as it was signed; undefined when nobody has asked for it yet. */
export async function findDocument(
  trx: Transaction,
  scope: Scope,
  sessionId: string,
): Promise<string | undefined> {
  const row = await trx.one<{ document: string }>(
    "SELECT document FROM receipts WHERE tenant_id = $1 AND session_id = $2",
    [scope.tenantId, sessionId],
  );
  return row?.document;
}

/** Keeps a session's receipt; false when somebody else was faster. */
export async function insertDocument(
  trx: Transaction,
  scope: Scope,
  sessionId: string,
  document: string,
): Promise<boolean> {
  const rows = await trx.run(
    "INSERT INTO receipts (tenant_id, session_id, mode, document) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
    [scope.tenantId, sessionId, scope.mode, document],
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

export type KnownKey = PublicKey & { readonly createdAt: Date; readonly retiredAt: Date | null };

/** The public halves of all keys that there ever were, the newest first. */
export function selectKeys(trx: Transaction): Promise<KnownKey[]> {
  return trx.query<KnownKey>(
    `SELECT ${publicColumns}, created_at AS "createdAt", retired_at AS "retiredAt" FROM receipt_keys
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

/** Has the key in use sign nothing any more; undefined when there was none. */
export async function retireKeyInUse(trx: Transaction, mode: Mode): Promise<string | undefined> {
  const row = await trx.one<{ keyId: string }>(
    `UPDATE receipt_keys SET retired_at = clock_timestamp() WHERE mode = $1 AND retired_at IS NULL
     RETURNING key_id AS "keyId"`,
    [mode],
  );
  return row?.keyId;
}
