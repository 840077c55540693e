import type { Database } from "../database/database.ts";
import type { Keyring } from "../kernel/seal.ts";
import type { ChangeRules } from "./check-change.ts";

export type SettingsRouteDeps = Pick<ChangeRules, "supportedLocale"> & {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly publicUrl: URL;
};
