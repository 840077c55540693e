import type { Database } from "../database/database.ts";
import type { Transaction } from "../database/transaction.ts";
import { type Mode, modes } from "../kernel/mode.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import type { Keyring } from "../kernel/seal.ts";
import {
  findKeyInUse,
  insertKey,
  type KnownKey,
  retireKeyInUse,
  selectKeys,
  withdrawKey,
} from "./queries.ts";
import { makeSigningKey } from "./signing-key.ts";

export type { KnownKey } from "./queries.ts";

export type KeyDeps = { readonly database: Database; readonly keyring: Keyring };

/** Makes the mode's first key, unless it has one. Of several processes that try at once, one does. */
export async function ensureKey({ database, keyring }: KeyDeps, mode: Mode): Promise<void> {
  await database.inControl((trx) => getOrCreateKeyInUse(trx, keyring, mode));
}

/** The name of the key that signs in a mode, which is made now if there is none. */
async function getOrCreateKeyInUse(trx: Transaction, keyring: Keyring, mode: Mode): Promise<string> {
  for (;;) {
    const known = await findKeyInUse(trx, mode);
    if (known) return known.keyId;
    const made = makeSigningKey(keyring, mode);
    if (await insertKey(trx, made)) return made.keyId;
    // Somebody else's is there, and committed: the insertion waited for it.
  }
}

/** All keys of the installation, the newest first; the first of each mode is made now if it has none. */
export async function listKeys(deps: KeyDeps): Promise<readonly KnownKey[]> {
  const keys = await deps.database.inControl(selectKeys);
  const missing = modes.filter((mode) => !keys.some((key) => key.mode === mode && key.retiredAt === null));
  if (missing.length === 0) return keys;
  for (const mode of missing) await ensureKey(deps, mode);
  return deps.database.inControl(selectKeys);
}

export type RolledKey = { readonly keyId: string; readonly mode: Mode; readonly replaces: string | null };

/**
 * Gives a mode a new key, which signs from now on. The old one stays published, for what it signed.
 *
 * @returns a failure when somebody else did the same at the same time; theirs is in use now
 */
export async function rollKey(
  { database, keyring }: KeyDeps,
  mode: Mode,
): Promise<Result<RolledKey, string>> {
  return database.inControl(async (trx) => {
    const replaces = (await retireKeyInUse(trx, mode)) ?? null;
    const key = makeSigningKey(keyring, mode);
    if (!(await insertKey(trx, key)))
      return failed(`The ${mode} key was rolled by somebody else just now. Nothing was changed.`);
    return success({ keyId: key.keyId, mode, replaces });
  });
}

export type WithdrawnKey = { readonly keyId: string; readonly mode: Mode; readonly signsNow: string };

/**
 * Withdraws a key that somebody else may have: nothing that it signed is proof any more, and receipts that it signed are
 * signed again when they are asked for. Where it was in use, a new one is made.
 *
 * @returns a failure when there is no such key, or it was withdrawn before
 */
export async function withdraw(
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
