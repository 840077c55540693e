import type pg from "pg";
import type { SecretKeys } from "../../kernel/seal.ts";
import type { BringUp } from "./bring-up.ts";
import { tryConnect } from "./connect.ts";
import * as secrets from "./secrets.ts";
import { inUse } from "./server-file.ts";
import { tryServerLock } from "./server-lock.ts";

/** Changing the secret key in secrets.json. The server's lock is held meanwhile, so that none starts with the old one. */
export function keyChange({ launch, connection }: BringUp): {
  beginKeyChange(): Promise<SecretKeys>;
  endKeyChange(): Promise<void>;
  release(): Promise<void>;
} {
  let lock: pg.Client | undefined;
  return {
    beginKeyChange: async () => {
      const outcome = await tryConnect(connection);
      if (outcome.kind !== "connected") throw new Error(`the database is ${outcome.kind}`);
      lock = outcome.client;
      if (!(await tryServerLock(lock))) {
        await lock.end();
        lock = undefined;
        throw await inUse(launch.paths);
      }
      const { secretKey, otherSecretKey } = await secrets.beginKeyChange(launch.paths);
      return { current: secretKey, other: otherSecretKey };
    },
    endKeyChange: async () => {
      await secrets.endKeyChange(launch.paths);
    },
    release: async () => {
      await lock?.end();
      lock = undefined;
    },
  };
}
