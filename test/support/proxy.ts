import assert from "node:assert/strict";
import { connect, createServer, type Socket } from "node:net";
import path from "node:path";
import type { ConnectionSettings } from "../../src/database/database.ts";

/** A network between Kassa and PostgreSQL that fails at the worst moment. */
export type DatabaseProxy = {
  /** How to reach PostgreSQL through it. */
  readonly settings: ConnectionSettings;
  /**
   * Lets `commits` commits succeed and then cuts the connection of the next one between PostgreSQL's confirmation and
   * Kassa: it is committed, and Kassa can't know. Resolves when that has happened.
   */
  loseAnswerToCommit(commits?: number): Promise<void>;
  close(): Promise<void>;
};

/** What PostgreSQL says of a commit that succeeded: a CommandComplete message with this tag. */
const committed = Buffer.from("COMMIT\0");

/**
 * Listens on a port of this machine and forwards to the PostgreSQL of the settings, on TCP or on a socket. With
 * `ignoreOptions` it does to start-up options what a pooler does that was told to ignore them.
 */
export async function startDatabaseProxy(
  settings: ConnectionSettings,
  { ignoreOptions = false }: { ignoreOptions?: boolean } = {},
): Promise<DatabaseProxy> {
  const target = new URL(String(settings.connectionString));
  const open = new Set<Socket>();
  let trap: { commitsLeft: number; sprung: () => void } | undefined;

  const server = createServer((client) => {
    const database = connectTo(target);
    const pair = [client, database];
    const drop = (): void => {
      for (const socket of pair) {
        open.delete(socket);
        socket.destroy();
      }
    };
    for (const socket of pair) {
      open.add(socket);
      socket.on("error", drop).on("close", drop);
    }
    if (ignoreOptions) {
      client.once("data", (startUp: Buffer) => {
        database.write(withoutOptions(startUp));
        client.pipe(database);
      });
    } else client.pipe(database);
    database.on("data", (chunk: Buffer) => {
      if (trap && chunk.includes(committed)) {
        if (trap.commitsLeft === 0) {
          trap.sprung();
          trap = undefined;
          return drop();
        }
        trap.commitsLeft -= 1;
      }
      client.write(chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  const through = new URL(target);
  through.searchParams.delete("host");
  through.hostname = "127.0.0.1";
  through.port = String(address.port);
  return {
    settings: { ...settings, connectionString: through.href },
    loseAnswerToCommit: (commits = 0) =>
      new Promise((resolve) => {
        trap = { commitsLeft: commits, sprung: resolve };
      }),
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function connectTo(target: URL): Socket {
  const port = Number(target.port || 5432);
  const host = target.searchParams.get("host") ?? target.hostname;
  return host.startsWith("/") ? connect(path.join(host, `.s.PGSQL.${port}`)) : connect(port, host);
}

/** The start-up message (length, version, then names and values, each ended by a zero) without its `options`, if any. */
function withoutOptions(startUp: Buffer): Buffer {
  const texts = startUp.toString("utf8", 8, startUp.length - 2).split("\0");
  const place = texts.indexOf("options");
  if (place < 0) return startUp;
  texts.splice(place, 2);
  const parameters = Buffer.from(`${texts.join("\0")}\0\0`);
  const head = Buffer.from(startUp.subarray(0, 8));
  head.writeInt32BE(head.length + parameters.length);
  return Buffer.concat([head, parameters]);
}
