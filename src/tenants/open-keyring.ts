import { randomBytes } from "node:crypto";
import type { Database } from "../database/database.ts";
import { Keyring, type SealedPlace, Sealer, type SecretKeys } from "../kernel/seal.ts";
import { getDigestKey, insertDigestKey, lockDigestKey, updateDigestKey } from "./queries.ts";

/** The secret keys can't open the sealed values in the database. */
export class WrongSecretKey extends Error {
  override name = "WrongSecretKey";
}

const place: SealedPlace = { table: "installation", tenantId: null, mode: null, id: "digest key" };

/**
 * The keyring of this database: the secret keys, and the key of the keyed hashes, which the first start creates. Opening it
 * at each start also verifies the secret keys before anything depends on them.
 *
 * @throws WrongSecretKey
 */
export async function openKeyring(database: Database, secretKeys: SecretKeys): Promise<Keyring> {
  const sealer = new Sealer(secretKeys);
  const sealed = await database.inControl(async (trx) => {
    const known = await getDigestKey(trx);
    if (known) return known;
    // If several processes start at the same time, the first one's key is kept.
    await insertDigestKey(trx, sealer.seal(place, randomBytes(32).toString("base64")));
    return getDigestKey(trx);
  });
  if (!sealed) throw new Error("the table installation has lost its row");
  try {
    return new Keyring(secretKeys, Buffer.from(sealer.open(place, sealed), "base64"));
  } catch {
    throw new WrongSecretKey(
      "KASSA_SECRET_KEY is not the key that this database's secrets are sealed with. Start Kassa with that key; without it " +
        "the API keys and webhook secrets in the database can't be used. To change the key, name the one before in " +
        "KASSA_OTHER_SECRET_KEY; see docs/operate/secrets.md.",
    );
  }
}

/** Reseals the key of the keyed hashes with the current secret key. Returns false if it was sealed with it already. */
export async function resealDigestKey(database: Database, sealer: Sealer): Promise<boolean> {
  return database.inControl(async (trx) => {
    const sealed = await lockDigestKey(trx);
    if (sealed.subarray(1, 9).equals(sealer.keyId)) return false;
    await updateDigestKey(trx, sealer.reseal(place, sealed));
    return true;
  });
}
