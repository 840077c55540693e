import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { type ConnectionSettings, passesBy, tryConnect } from "./connect.ts";

/** The advisory lock of the one server of a data directory: "kassa" in ASCII. */
const LOCK_KEY = "461196456801";

/** PostgreSQL frees the lock of a killed server once it sees the closed connection: some milliseconds. */
const WAIT_MS = 2000;
const RETRY_MS = 100;

/** Held by the one server of a data directory, and by a command while it ends the database that it started. */
export type ServerLock = {
  /** From now on the lock falls with its connection, and so with PostgreSQL. */
  stopKeeping(): void;
};

/** Tries once. False when someone else holds the lock. Throws when the connection is lost. */
export async function tryServerLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    "SELECT pg_try_advisory_lock($1::int8) AS locked",
    [LOCK_KEY],
  );
  return rows[0]?.locked === true;
}

/** Tries for two seconds, so that a start right after a kill -9 succeeds. */
export async function waitForServerLock(client: pg.Client): Promise<"locked" | "taken" | "disconnected"> {
  const deadline = performance.now() + WAIT_MS;
  try {
    while (!(await tryServerLock(client))) {
      if (performance.now() > deadline) return "taken";
      await sleep(RETRY_MS);
    }
    return "locked";
  } catch (error) {
    if (passesBy(error)) return "disconnected";
    throw error;
  }
}

/**
 * Keeps the lock that `client` holds: a lost connection (PostgreSQL crashed, or was started again) loses it, and it is
 * taken again as soon as PostgreSQL answers.
 */
export function keepServerLock(
  client: pg.Client,
  connection: ConnectionSettings,
  log: (line: string) => void,
): ServerLock {
  let holder = client;
  let isKept = true;
  const watch = (): void => {
    holder.once("end", () => void regain());
  };
  const regain = async (): Promise<void> => {
    const next = await lockAgain(connection, () => isKept, log);
    if (next === undefined) return;
    holder = next;
    if (isKept) watch();
    else await next.end().catch(() => undefined);
  };
  watch();
  return {
    stopKeeping: () => {
      isKept = false;
    },
  };
}

async function lockAgain(
  connection: ConnectionSettings,
  isWanted: () => boolean,
  log: (line: string) => void,
): Promise<pg.Client | undefined> {
  let told = false;
  for (; isWanted(); await sleep(RETRY_MS)) {
    const outcome = await tryConnect(connection).catch(() => undefined);
    if (outcome?.kind !== "connected") continue;
    if (await tryServerLock(outcome.client).catch(() => false)) return outcome.client;
    await outcome.client.end().catch(() => undefined);
    if (!told)
      log("Another Kassa took this server's lock while its database was away; waiting to have it back …");
    told = true;
  }
  return undefined;
}
