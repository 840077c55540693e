import { access } from "node:fs/promises";
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
import { type ArchiveRecord, folderOf } from "./wal/archive-record.ts";
import { chooseArchive, type WantedArchive } from "./wal/choose-archive.ts";
import { archivingSettings, programFolders, type Replay, replaySettings } from "./wal/postgres-settings.ts";

export type Prepared = {
  readonly deps: BringUp;
  readonly secretKeys: SecretKeys;
  readonly rolePassword: string;
  /** Where the log is archived, if it is. */
  readonly archive: ArchiveRecord | undefined;
};

/**
 * Everything up to the start: the directory, who runs PostgreSQL and how, and the database's files. What refuses a
 * directory comes before the first change to it.
 */
export async function prepare({
  dataDir,
  isServer,
  mayCreate,
  log,
  walArchive,
  replay,
}: {
  dataDir: string;
  isServer: boolean;
  mayCreate: boolean;
  log: (line: string) => void;
  walArchive?: WantedArchive | undefined;
  replay?: Replay | undefined;
}): Promise<Prepared> {
  const binaries = await findBinaries();
  if (!mayCreate) await refuseMissingDataDir(dataDir);
  const paths = await openDataDir(dataDir);
  const exists = await hasCluster(paths, binaries.majorVersion);
  if (!exists && !mayCreate) throw noDatabaseYet(paths.dataDir);
  const account = await chooseAccount(paths, exists);
  const folders = ["bin", "lib", "share"].map((name) => path.join(binaries.root, name));
  const reached = [...folders, paths.dataDir];
  const launcher = await launcherFor(account, reached);
  if (!exists) await sweep(paths);
  const secrets = await openSecrets(paths, exists);
  if (!exists) {
    log(`Making a new database in ${paths.dataDir} …`);
    await initialise(paths, binaries, account, launcher, secrets.databasePassword);
  }
  const socketDir = await openSocketDir(paths, account);
  const archive = await chooseArchive({ paths, wanted: walArchive, isServer, account, log });
  const others = { ...(archive && archivingSettings(archive)), ...(replay && replaySettings(replay)) };
  const settings = await settingsFor(paths, binaries, launcher, socketDir, others);
  const connection = connectionSettings(socketDir, secrets.databasePassword);
  const used = replay?.folder ?? (archive && folderOf(archive));
  const launch = {
    paths,
    binaries,
    launcher:
      used === undefined ? launcher : await launcherFor(account, [...reached, ...(await passed(used))]),
    socketDir,
    settings,
  };
  return {
    archive,
    deps: { launch, connection, mayEndHung: isServer, archives: archive !== undefined, log },
    secretKeys: { current: secrets.secretKey, other: secrets.otherSecretKey },
    rolePassword: rolePasswordOf(secrets),
  };
}

/** What PostgreSQL has to reach to use an archive. One that is missing, such as on a disk that isn't mounted, is reported by its use. */
async function passed(folder: string): Promise<string[]> {
  const isThere = await access(folder).then(
    () => true,
    () => false,
  );
  return [...programFolders(), ...(isThere ? [folder] : [])];
}
