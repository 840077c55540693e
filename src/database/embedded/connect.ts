import pg from "pg";
import { errorCode } from "./errors.ts";
import { OWNER } from "./initialise.ts";
import { SOCKET_PORT } from "./socket-dir.ts";

/** How the database's owner connects, in node-postgres' words. */
export type ConnectionSettings = {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
};

/** What PostgreSQL answered to an attempt to connect. */
export type ConnectOutcome =
  | { kind: "connected"; client: pg.Client }
  /** It lives, and is starting, recovering, shutting down or full. */
  | { kind: "busy" }
  /** Nobody answers at the socket. */
  | { kind: "silent" }
  | { kind: "wrong_password" };

const CONNECT_TIMEOUT_MS = 2000;

/** The SQLSTATEs of a PostgreSQL that can't serve now but may soon, by its appendix A. */
const PASSES_BY = new Set([
  "57P01", // admin_shutdown
  "57P02", // crash_shutdown
  "57P03", // cannot_connect_now
  "53300", // too_many_connections
]);

/** Whether an error means that PostgreSQL is away or busy for now, rather than that we asked for something wrong. */
export function passesBy(error: unknown): boolean {
  // What isn't PostgreSQL's answer comes from the operating system or node-postgres: there was no answer.
  return !(error instanceof pg.DatabaseError) || PASSES_BY.has(error.code ?? "");
}

/** The settings for a socket in `socketDir`. */
export function connectionSettings(socketDir: string, password: string): ConnectionSettings {
  return { host: socketDir, port: SOCKET_PORT, user: OWNER, password, database: OWNER };
}

/** Connects once to Kassa's database, and makes it when this PostgreSQL has none yet. */
export async function tryConnect(settings: ConnectionSettings): Promise<ConnectOutcome> {
  try {
    return { kind: "connected", client: await connect(settings) };
  } catch (error) {
    const code = errorCode(error) ?? "";
    if (code === "3D000") return (await createDatabase(settings)) ?? tryConnect(settings);
    if (code === "28P01" || code === "28000") return { kind: "wrong_password" };
    if (!passesBy(error)) throw error;
    return { kind: error instanceof pg.DatabaseError ? "busy" : "silent" };
  }
}

async function connect(settings: ConnectionSettings): Promise<pg.Client> {
  const client = new pg.Client({
    ...settings,
    ssl: false,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: "kassa supervisor",
  });
  // PostgreSQL's end is noticed by watching its process; without a listener the lost connection would end ours.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    client.end().catch(() => undefined);
    throw error;
  }
}

/** Undefined when the database now exists, also when another process made it in the same instant. */
async function createDatabase(settings: ConnectionSettings): Promise<ConnectOutcome | undefined> {
  const outcome = await tryConnect({ ...settings, database: "postgres" });
  if (outcome.kind !== "connected") return outcome;
  const { client } = outcome;
  try {
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(settings.database)}`);
    return undefined;
  } catch (error) {
    const code = errorCode(error);
    // duplicate_database, or unique_violation when both looked before either had finished
    if (code === "42P04" || code === "23505") return undefined;
    // object_in_use: the other one is still copying the template
    if (code === "55006") return { kind: "busy" };
    throw error;
  } finally {
    await client.end();
  }
}
