import type { Database } from "../database/database.ts";
import type { Keyring } from "../kernel/seal.ts";
import { accountRoutes } from "./routes.ts";

type Core = { readonly database: Database; readonly keyring: Keyring; readonly nowMs: () => number };

export function makeBankAccounts({ database, keyring, nowMs }: Core) {
  return { apiRoutes: [accountRoutes({ database, keyring, nowMs })] };
}
