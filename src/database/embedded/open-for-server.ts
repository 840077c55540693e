import { type BringUp, bringUp, type Ready } from "./bring-up.ts";
import { endPostmaster } from "./postmaster.ts";
import { inUse, removeServerFile, writeServerFile } from "./server-file.ts";
import { keepServerLock, waitForServerLock } from "./server-lock.ts";
import { supervise } from "./supervise.ts";

/** Takes the server's lock and keeps the database running. Returns how to stop. */
export async function openForServer(deps: BringUp): Promise<() => Promise<void>> {
  const { paths } = deps.launch;
  const { postmaster, client } = await bringUpLocked(deps);
  await writeServerFile(paths);
  const lock = keepServerLock(client, deps.connection, deps.log);
  const supervision = supervise(postmaster, deps);
  return async () => {
    await removeServerFile(paths);
    // The lock falls only as PostgreSQL ends, so that no other server begins to use what is being ended.
    lock.stopKeeping();
    await supervision.stop();
  };
}

/** Brings up PostgreSQL with this version's settings and takes the server's lock, or throws that it is taken. */
async function bringUpLocked(deps: BringUp): Promise<Ready> {
  for (;;) {
    const ready = await bringUp(deps);
    const lock = await waitForServerLock(ready.client);
    if (lock === "taken") {
      await ready.client.end();
      throw await inUse(deps.launch.paths);
    }
    // The server before us may have been ending its database while we connected to it.
    if (lock === "disconnected") continue;
    if (ready.postmaster.started) return ready;
    if (await hasOurSettings(deps, ready)) {
      deps.log("The database was still running; using it.");
      return ready;
    }
    deps.log("The database was still running with an older Kassa's settings; starting it again …");
    await endPostmaster(ready.postmaster.pid);
  }
}

async function hasOurSettings(deps: BringUp, { client }: Ready): Promise<boolean> {
  const { rows } = await client.query<{ cluster_name: string }>("SHOW cluster_name");
  return rows[0]?.cluster_name === deps.launch.settings.fingerprint;
}
