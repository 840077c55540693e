import type { PspClients } from "../connectors/psp-client.ts";
import type { Database } from "../database/database.ts";
import type { Keyring } from "../kernel/seal.ts";

export type ConnectorAccountDeps = {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly nowMs: () => number;
  readonly publicUrl: URL;
  readonly psps: PspClients;
};
