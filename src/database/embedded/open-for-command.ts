import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { type BringUp, bringUp } from "./bring-up.ts";
import { tryConnect } from "./connect.ts";
import { endPostmaster } from "./postmaster.ts";
import { tryServerLock } from "./server-lock.ts";

/** PostgreSQL takes some milliseconds to see that the command's own connections have closed. */
const OWN_CONNECTIONS_CLOSE_WITHIN_MS = 1000;
const RETRY_MS = 50;

/** Uses the database that runs, or starts it for as long as the command takes. Returns how to stop. */
export async function openForCommand(deps: BringUp): Promise<() => Promise<void>> {
  const { postmaster, client } = await bringUp(deps);
  await client.end();
  return async () => {
    if (!postmaster.started || postmaster.hasEnded()) return;
    const outcome = await tryConnect(deps.connection);
    if (outcome.kind !== "connected") return;
    // Holding the server's lock while ending it makes a server that starts right now wait and start its own.
    const isUnused = (await tryServerLock(outcome.client)) && (await isAlone(outcome.client));
    if (isUnused) await endPostmaster(postmaster.pid);
    await outcome.client.end().catch(() => undefined);
  };
}

async function isAlone(client: pg.Client): Promise<boolean> {
  const deadline = performance.now() + OWN_CONNECTIONS_CLOSE_WITHIN_MS;
  while (await hasOthers(client)) {
    if (performance.now() > deadline) return false;
    await sleep(RETRY_MS);
  }
  return true;
}

async function hasOthers(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ others: boolean }>(
    `SELECT EXISTS (
       SELECT FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
     ) AS others`,
  );
  return rows[0]?.others === true;
}
