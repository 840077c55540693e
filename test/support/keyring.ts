import type { Database } from "../../src/database/database.ts";
import { Keyring } from "../../src/kernel/seal.ts";
import { openKeyring } from "../../src/tenants/open-keyring.ts";

export const testSecretKey = "a-secret-key-of-32-bytes-or-more-for-tests-only";

/** A keyring without a database. */
export const standaloneKeyring = (secret = testSecretKey): Keyring =>
  new Keyring({ current: secret }, Buffer.from(secret));

/** The keyring of a test's database, as processes with `testSecretKey` have it. */
export const openTestKeyring = (database: Database): Promise<Keyring> =>
  openKeyring(database, { current: testSecretKey });
