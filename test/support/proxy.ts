import assert from "node:assert/strict";
import { connect, createServer, type Socket } from "node:net";
import path from "node:path";
import type { ConnectionSettings } from "../../src/database/database.ts";

/** A proxy between Kassa and PostgreSQL that can fail at critical moments. */
export type DatabaseProxy = {
  /** Connects to PostgreSQL through the proxy. */
  readonly settings: ConnectionSettings;
  /**
   * Lets `commits` commits succeed, then cuts the connection of the next one after PostgreSQL's confirmation and before
   * it reaches Kassa: the transaction is committed, and Kassa can't know. Resolves when that has happened.
   */
  loseAnswerToCommit(commits?: number): Promise<void>;
  /** The same at any moment of a commit. */
  loseCommit(moment: CommitMoment, commits?: number): Promise<void>;
  /** Cuts all connections. */
  cut(): void;
  /** Cuts all connections, and routes new ones to another PostgreSQL. */
  switchTo(settings: ConnectionSettings): void;
  /**
   * Lets `passing` connections through, then answers the next `refusals` like a PostgreSQL that recovers from a
   * crash.
   */
  recover(passing: number, refusals: number): void;
  close(): Promise<void>;
};

/**
 * When to cut a commit's connection: before PostgreSQL receives it (nothing is committed), once it was sent (the
 * outcome is unknown), or when it was confirmed (everything is committed). Kassa sees the same each time.
 */
export type CommitMoment = "unsent" | "sent" | "confirmed";

/** PostgreSQL's message for a successful commit: a CommandComplete with this tag. */
const confirmed = Buffer.from("COMMIT\0");
/** Kassa's message: a simple query, or the lane's prepared statement of this name. */
const requested = [Buffer.from("COMMIT\0"), Buffer.from("commit\0")];

/** Waits for a commit to pass. */
class CommitTrap {
  #set: { readonly moment: CommitMoment; commitsLeft: number; readonly sprung: () => void } | undefined;

  set(moment: CommitMoment, commits: number): Promise<void> {
    return new Promise((resolve) => {
      this.#set = { moment, commitsLeft: commits, sprung: resolve };
    });
  }

  /** The moment at which to cut, if this is the one. */
  springAtRequest(chunk: Buffer): "unsent" | "sent" | undefined {
    const moment = this.#set?.moment;
    if (moment === undefined || moment === "confirmed") return undefined;
    return this.#springs(requested.some((message) => chunk.includes(message))) ? moment : undefined;
  }

  springsAtAnswer(chunk: Buffer): boolean {
    return this.#set?.moment === "confirmed" && this.#springs(chunk.includes(confirmed));
  }

  #springs(isCommit: boolean): boolean {
    if (!this.#set || !isCommit) return false;
    this.#set.commitsLeft -= 1;
    if (this.#set.commitsLeft >= 0) return false;
    this.#set.sprung();
    this.#set = undefined;
    return true;
  }
}

/**
 * Listens on a local port and forwards to the PostgreSQL of the settings, by TCP or a socket. With `ignoreOptions` it
 * drops start-up options, like a pooler configured to ignore them.
 */
export async function startDatabaseProxy(
  settings: ConnectionSettings,
  { ignoreOptions = false }: { ignoreOptions?: boolean } = {},
): Promise<DatabaseProxy> {
  let target = new URL(String(settings.connectionString));
  const open = new Set<Socket>();
  const trap = new CommitTrap();
  let recovery = { passing: 0, refusals: 0 };
  const isRecovering = (): boolean => {
    if (recovery.passing > 0) recovery.passing -= 1;
    else if (recovery.refusals > 0) {
      recovery.refusals -= 1;
      return true;
    }
    return false;
  };
  const server = createServer((client) => {
    if (isRecovering()) {
      client.on("error", () => {});
      client.once("data", () => client.end(inRecovery));
      return;
    }
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
    const forward = (chunk: Buffer): void => {
      const moment = trap.springAtRequest(chunk);
      if (moment === undefined) database.write(chunk);
      else if (moment === "unsent") drop();
      else database.write(chunk, drop);
    };
    if (ignoreOptions) {
      client.once("data", (startUp: Buffer) => {
        database.write(withoutOptions(startUp));
        client.on("data", forward);
      });
    } else client.on("data", forward);
    database.on("data", (chunk: Buffer) => {
      if (trap.springsAtAnswer(chunk)) return drop();
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
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    settings: { ...settings, connectionString: through.href },
    loseAnswerToCommit: (commits = 0) => trap.set("confirmed", commits),
    loseCommit: (moment, commits = 0) => trap.set(moment, commits),
    cut,
    switchTo: ({ connectionString }) => {
      target = new URL(String(connectionString));
      cut();
    },
    recover: (passing, refusals) => {
      recovery = { passing, refusals };
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** ErrorResponse: its type byte and length, then fields that each begin with a letter and end with a zero. */
const inRecovery = ((): Buffer => {
  const fields = Buffer.from("SFATAL\0VFATAL\0C57P03\0Mthe database system is in recovery mode\0\0");
  const head = Buffer.from("E....");
  head.writeInt32BE(4 + fields.length, 1);
  return Buffer.concat([head, fields]);
})();

function connectTo(target: URL): Socket {
  const port = Number(target.port || 5432);
  const host = target.searchParams.get("host") ?? target.hostname;
  return host.startsWith("/") ? connect(path.join(host, `.s.PGSQL.${port}`)) : connect(port, host);
}

/**
 * The start-up message (length, version, then names and values, each ended by a zero) without its `options`, if any.
 */
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
