import type { Database } from "../database/database.ts";
import type { Keyring } from "../kernel/seal.ts";

/** Dependencies of the operations on tenants and keys. */
export type TenantDeps = { readonly database: Database; readonly keyring: Keyring };
