import type { Database } from "../database/database.ts";
import type { Keyring } from "../kernel/seal.ts";
import type { PasswordCost } from "./sign-in/passwords.ts";

export type PeopleDeps = {
  readonly database: Database;
  readonly keyring: Keyring;
  /** In place of the usual cost of a new password's hash: for tests. */
  readonly passwordCost?: PasswordCost | undefined;
};
