import type { Database } from "../database/database.ts";
import type { Keyring } from "../kernel/seal.ts";

/** What the operations on tenants and keys work with. */
export type TenantDeps = { readonly database: Database; readonly keyring: Keyring };
