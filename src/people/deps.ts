import type { Database } from "../database/database.ts";
import type { Keyring } from "../kernel/seal.ts";

export type PeopleDeps = { readonly database: Database; readonly keyring: Keyring };
