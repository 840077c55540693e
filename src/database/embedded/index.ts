import type { SecretKeys } from "../../kernel/seal.ts";
import type { ConnectionSettings } from "./connect.ts";
import { explainFileErrors } from "./file-errors.ts";
import { keyChange } from "./key-change.ts";
import { openForCommand } from "./open-for-command.ts";
import { openForServer } from "./open-for-server.ts";
import { prepare } from "./prepare.ts";
import { type ArchiveRecord, removeRecord, writeRecord } from "./wal/archive-record.ts";
import type { WantedArchive } from "./wal/choose-archive.ts";
import type { Replay } from "./wal/postgres-settings.ts";

export { EmbeddedDatabaseError, type EmbeddedDatabaseErrorCode } from "./errors.ts";

/** A PostgreSQL of Kassa's own that answers. */
export type EmbeddedDatabase = {
  /** How the database's owner, a superuser, connects; for node-postgres. The host is the folder of the socket. */
  connection: ConnectionSettings;
  /** Each 32 random bytes in base64, made once and kept beside the data: KASSA_SECRET_KEY when the environment has none. */
  secretKeys: SecretKeys;
  /** The password with which Kassa's database roles log in, once migrations have made them. */
  rolePassword: string;
  /** Where the log is archived, if it is. */
  archive: ArchiveRecord | undefined;
  /**
   * Makes a new secret key; the one before is `other` until `endKeyChange`. Throws `data_dir_in_use` while a server runs,
   * for it has read the key at its start.
   */
  beginKeyChange(): Promise<SecretKeys>;
  /** Forgets the key before. */
  endKeyChange(): Promise<void>;
  /**
   * Ends what was opened; close all connections first. A server ends PostgreSQL. A command ends it only if it started
   * it and nobody else uses it.
   */
  stop(): Promise<void>;
};

/**
 * Opens the PostgreSQL of a data directory: makes it when there is none, starts it when it doesn't run, and adopts it
 * when it does, be it a server's or the orphan of one that was killed.
 *
 * `serve` keeps it running and is exclusive: a second server is refused. `command` works beside a server or alone.
 * Throws EmbeddedDatabaseError when it can't, with a message for whoever operates Kassa.
 */
export async function openEmbeddedDatabase(options: {
  /** Absolute; made when missing. */
  dataDir: string;
  purpose: "serve" | "command";
  /** Whether a missing database is made; true unless said otherwise. */
  mayCreate?: boolean;
  /** Gets short lines of progress. */
  log?: (line: string) => void;
  /** Where a server has the log archived; a command does as the server before it. */
  walArchive?: WantedArchive | undefined;
  /** Has PostgreSQL replay an archive before it answers. */
  replay?: Replay | undefined;
}): Promise<EmbeddedDatabase> {
  const isServer = options.purpose === "serve";
  const log = options.log ?? (() => undefined);
  const { dataDir, mayCreate = true, walArchive, replay } = options;
  const { deps, secretKeys, rolePassword, archive, stop } = await explainFileErrors(dataDir, async () => {
    const prepared = await prepare({ dataDir, isServer, mayCreate, log, walArchive, replay });
    const opened = isServer ? await openForServer(prepared.deps) : await openForCommand(prepared.deps);
    const { paths } = prepared.deps.launch;
    // Not before this is the one server: another would note its own settings, though this one's are used.
    if (isServer) await (prepared.archive ? writeRecord(paths, prepared.archive) : removeRecord(paths));
    return { ...prepared, stop: opened };
  });
  const change = keyChange(deps);
  let stopped: Promise<void> | undefined;
  return {
    connection: deps.connection,
    secretKeys,
    rolePassword,
    archive,
    beginKeyChange: change.beginKeyChange,
    endKeyChange: change.endKeyChange,
    stop: () => {
      stopped ??= change.release().then(stop);
      return stopped;
    },
  };
}
