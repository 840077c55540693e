import type { Database } from "../database/database.ts";
import type { Actor } from "../database/transaction.ts";
import type { Keyring } from "../kernel/seal.ts";

/** Dependencies of the operations on tenants and keys. */
export type TenantDeps = {
  readonly database: Database;
  readonly keyring: Keyring;
  /** Who acts, for the audit log, if it isn't the process itself. */
  readonly actor?: Actor;
};
