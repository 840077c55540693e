import type { ConnectionSettings } from "./connect.ts";
import { openForCommand } from "./open-for-command.ts";
import { openForServer } from "./open-for-server.ts";
import { prepare } from "./prepare.ts";

export { EmbeddedDatabaseError, type EmbeddedDatabaseErrorCode } from "./errors.ts";

/** A PostgreSQL of Kassa's own that answers. */
export type EmbeddedDatabase = {
  /** How the database's owner, a superuser, connects; for node-postgres. The host is the folder of the socket. */
  connection: ConnectionSettings;
  /** 32 random bytes in base64, made once and kept beside the data: KASSA_SECRET_KEY when the environment has none. */
  secretKey: string;
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
  /** Gets short lines of progress. */
  log?: (line: string) => void;
}): Promise<EmbeddedDatabase> {
  const isServer = options.purpose === "serve";
  const log = options.log ?? (() => undefined);
  const { deps, secretKey } = await prepare(options.dataDir, isServer, log);
  const stop = isServer ? await openForServer(deps) : await openForCommand(deps);
  let stopped: Promise<void> | undefined;
  return {
    connection: deps.connection,
    secretKey,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}
