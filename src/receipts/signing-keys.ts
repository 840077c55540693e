import type { Database } from "../database/database.ts";
import type { Transaction } from "../database/transaction.ts";
import { type Mode, modes } from "../kernel/mode.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import type { Keyring } from "../kernel/seal.ts";
import {
  findKeyInUse,
  insertKey,
  type ReceiptKey,
  retireKeyInUse,
  selectKeys,
  withdrawKey,
} from "./queries.ts";
import { makeSigningKey } from "./signing-key.ts";

export type { ReceiptKey } from "./queries.ts";

export type KeyDeps = { readonly database: Database; readonly keyring: Keyring };

/** Makes a key for the mode unless it has one. Of several concurrent processes only one makes a key. */
export async function ensureKey({ database, keyring }: KeyDeps, mode: Mode): Promise<void> {
  await database.inControl((trx) => getOrCreateKeyInUse(trx, keyring, mode));
}

/** The id of the key that signs in a mode. Makes one if there is none. */
async function getOrCreateKeyInUse(trx: Transaction, keyring: Keyring, mode: Mode): Promise<string> {
  for (;;) {
    const known = await findKeyInUse(trx, mode);
    if (known) return known.keyId;
    const made = makeSigningKey(keyring, mode);
    if (await insertKey(trx, made)) return made.keyId;
    // Another transaction has inserted a key and committed; the INSERT waited for it.
  }
}

/** All keys of the installation, newest first. Makes a key for each mode that has none in use. */
export async function listKeys(deps: KeyDeps): Promise<readonly ReceiptKey[]> {
  const keys = await deps.database.inControl(selectKeys);
  const missing = modes.filter((mode) => !keys.some((key) => key.mode === mode && key.retiredAt === null));
  if (missing.length === 0) return keys;
  for (const mode of missing) await ensureKey(deps, mode);
  return deps.database.inControl(selectKeys);
}

export type RolledKey = { readonly keyId: string; readonly mode: Mode; readonly replaces: string | null };

/**
 * Replaces the key of a mode. The new key signs from now on; the old one stays published for its receipts.
 *
 * @returns a failure when another process rolled the key at the same time; its key is in use now
 */
export async function rollKey(
  { database, keyring }: KeyDeps,
  mode: Mode,
): Promise<Result<RolledKey, string>> {
  return database.inControl(async (trx) => {
    const replaces = (await retireKeyInUse(trx, mode)) ?? null;
    const key = makeSigningKey(keyring, mode);
    if (!(await insertKey(trx, key)))
      return failed(`Somebody else has just rolled the ${mode} key. Nothing was changed.`);
    return success({ keyId: key.keyId, mode, replaces });
  });
}

export type WithdrawnKey = { readonly keyId: string; readonly mode: Mode; readonly signsNow: string };

/**
 * Withdraws a key that somebody else may have. Its signatures prove nothing any more, and its receipts are signed again at
 * their next request. Makes a new key if this one was in use.
 *
 * @returns a failure when there is no such key, or it has already been withdrawn
 */
export async function withdrawReceiptKey(
  { database, keyring }: KeyDeps,
  keyId: string,
): Promise<Result<WithdrawnKey, string>> {
  return database.inControl(async (trx) => {
    const mode = await withdrawKey(trx, keyId);
    if (mode === undefined) {
      const known = (await selectKeys(trx)).some((key) => key.keyId === keyId);
      return failed(known ? `${keyId} was withdrawn before.` : `There is no key ${keyId}.`);
    }
    return success({ keyId, mode, signsNow: await getOrCreateKeyInUse(trx, keyring, mode) });
  });
}
