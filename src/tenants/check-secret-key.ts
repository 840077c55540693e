import type { Database } from "../database/database.ts";
import type { Keyring } from "../kernel/seal.ts";
import { getSecretCheck, insertSecretCheck } from "./queries.ts";

/** KASSA_SECRET_KEY isn't the one that the database's secrets were sealed with. */
export class WrongSecretKey extends Error {
  override name = "WrongSecretKey";
}

const purpose = "secret-check";

/**
 * Makes sure that the secrets in the database can be opened, before anything relies on it: with another key every API
 * key would be refused and no webhook could be signed.
 */
export async function checkSecretKey(database: Database, keyring: Keyring): Promise<void> {
  const sealed = await database.inControl(async (trx) => {
    await insertSecretCheck(trx, keyring.seal(purpose, "kassa"));
    return getSecretCheck(trx);
  });
  try {
    keyring.open(purpose, sealed);
  } catch {
    throw new WrongSecretKey(
      "KASSA_SECRET_KEY is not the key that this database was set up with. Start Kassa with that key; without it the " +
        "API keys and webhook secrets in the database can't be used.",
    );
  }
}
