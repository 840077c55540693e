import path from "node:path";
import type { SecretKeys } from "../../kernel/seal.ts";
import { findBinaries } from "./binaries.ts";
import type { BringUp } from "./bring-up.ts";
import { connectionSettings } from "./connect.ts";
import { initialise } from "./initialise.ts";
import { hasCluster, noDatabaseYet, openDataDir, refuseMissingDataDir } from "./paths.ts";
import { launcherFor } from "./run-as.ts";
import { openSecrets, rolePasswordOf } from "./secrets.ts";
import { settingsFor } from "./settings.ts";
import { openSocketDir } from "./socket-dir.ts";
import { sweep } from "./sweep.ts";
import { chooseAccount } from "./unprivileged-user.ts";

/**
 * Everything up to the start: the directory, who runs PostgreSQL and how, and the database's files. What refuses a
 * directory comes before the first change to it.
 */
export async function prepare({
  dataDir,
  isServer,
  mayCreate,
  log,
}: {
  dataDir: string;
  isServer: boolean;
  mayCreate: boolean;
  log: (line: string) => void;
}): Promise<{ deps: BringUp; secretKeys: SecretKeys; rolePassword: string }> {
  const binaries = await findBinaries();
  if (!mayCreate) await refuseMissingDataDir(dataDir);
  const paths = await openDataDir(dataDir);
  const exists = await hasCluster(paths, binaries.majorVersion);
  if (!exists && !mayCreate) throw noDatabaseYet(paths.dataDir);
  const account = await chooseAccount(paths, exists);
  const folders = ["bin", "lib", "share"].map((name) => path.join(binaries.root, name));
  const launcher = await launcherFor(account, [...folders, paths.dataDir]);
  if (!exists) await sweep(paths);
  const secrets = await openSecrets(paths, exists);
  if (!exists) {
    log(`Making a new database in ${paths.dataDir} …`);
    await initialise(paths, binaries, account, launcher, secrets.databasePassword);
  }
  const socketDir = await openSocketDir(paths, account);
  const settings = await settingsFor(paths, binaries, launcher, socketDir);
  const connection = connectionSettings(socketDir, secrets.databasePassword);
  const launch = { paths, binaries, launcher, socketDir, settings };
  return {
    deps: { launch, connection, mayEndHung: isServer, log },
    secretKeys: { current: secrets.secretKey, other: secrets.otherSecretKey },
    rolePassword: rolePasswordOf(secrets),
  };
}
