import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { type ConnectionSettings, tryConnect } from "./connect.ts";
import { EmbeddedDatabaseError } from "./errors.ts";
import {
  adoptPostmaster,
  cutPostmasterShort,
  endPostmaster,
  type Launch,
  launchPostmaster,
  type Postmaster,
} from "./postmaster.ts";
import { findPostmaster } from "./postmaster-file.ts";
import { unusable } from "./secrets.ts";

/** A PostgreSQL that answers, and a connection of the owner to Kassa's database. */
export type Ready = { postmaster: Postmaster; client: pg.Client };

/** What it takes to bring up a database. */
export type BringUp = {
  launch: Launch;
  connection: ConnectionSettings;
  /** Whether a postmaster that doesn't answer may be ended: only a server may, a command would end the server's. */
  mayEndHung: boolean;
  /** Whether it archives its log. */
  archives: boolean;
  log: (line: string) => void;
};

type WaitOutcome =
  | { kind: "ready"; client: pg.Client }
  | { kind: "ended"; log: string }
  | { kind: "wrong_password" | "hung" | "aborted" };

const PROBE_MS = 15;
const PROGRESS_EVERY_MS = 5_000;
/** Even a busy machine's postmaster says "starting up" at its socket within a second. */
const HUNG_AFTER_MS = 30_000;
/** The remains of a killed postmaster end once their current query does. */
const REMAINS_END_WITHIN_MS = 60_000;
const LONGEST_PAUSE_MS = 500;

/**
 * Reasons for a start to fail that pass by themselves: another process was faster to start this database, or backends
 * of a killed postmaster still use its memory.
 */
const PASSING_FAILURES = /lock file ".*" (already exists|is empty)|pre-existing shared memory block/;

/** Adopts the running postmaster, or starts one, and waits until it answers. */
export async function bringUp(deps: BringUp): Promise<Ready> {
  const ready = await bringUpUnlessAborted(deps);
  if (ready === undefined)
    throw new Error("Only an abort leaves bringUp without a database, and none was given");
  return ready;
}

/** Undefined when aborted; what was being brought up has then ended. */
export async function bringUpUnlessAborted(deps: BringUp, aborted?: AbortSignal): Promise<Ready | undefined> {
  const giveUpAt = performance.now() + REMAINS_END_WITHIN_MS;
  for (let pauseMs = 20; aborted?.aborted !== true; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const postmaster = await adoptOrLaunch(deps);
    const outcome = await waitUntilReady(deps, postmaster, aborted);
    if (outcome.kind === "ready") {
      // Of two that start in the same instant one loses, and may have connected to the other's.
      if ((await findPostmaster(deps.launch.paths)) === postmaster.pid) {
        if (deps.archives) await startArchiveTimer(outcome.client);
        return { postmaster, client: outcome.client };
      }
      await outcome.client.end();
    }
    if (outcome.kind === "aborted") await endPostmaster(postmaster.pid);
    if (outcome.kind === "wrong_password") {
      if (postmaster.started) await endPostmaster(postmaster.pid);
      throw unusable(deps.launch.paths, "doesn't fit the database beside it");
    }
    if (outcome.kind === "hung") await endHung(deps, postmaster);
    if (outcome.kind === "ended" && postmaster.started) {
      const passes = PASSING_FAILURES.test(outcome.log) && performance.now() < giveUpAt;
      if (!passes) throw startFailed(deps, outcome.log);
      await sleep(pauseMs);
    }
  }
  return undefined;
}

/**
 * PostgreSQL's checkpointer, which ends a file of the log after archive_timeout, begins to sleep while the database is still starting,
 * and then doesn't know of it: an idle server's first file would be archived after checkpoint_timeout, 15 minutes. A reload wakes it.
 */
async function startArchiveTimer(client: pg.Client): Promise<void> {
  // A lost connection is found out by whoever uses it next.
  await client.query("SELECT pg_reload_conf()").catch(() => undefined);
}

async function adoptOrLaunch({ launch, log }: BringUp): Promise<Postmaster> {
  const running = await findPostmaster(launch.paths);
  if (running !== undefined) return adoptPostmaster(running);
  log("Starting the database …");
  return launchPostmaster(launch);
}

async function waitUntilReady(
  deps: BringUp,
  postmaster: Postmaster,
  aborted?: AbortSignal,
): Promise<WaitOutcome> {
  let answeredAt = performance.now();
  let toldAt = answeredAt;
  while (aborted?.aborted !== true) {
    const outcome = await tryConnect(deps.connection);
    if (outcome.kind === "connected") return { kind: "ready", client: outcome.client };
    if (outcome.kind === "wrong_password") return outcome;
    if (postmaster.hasEnded()) return { kind: "ended", log: await postmaster.ended };
    const now = performance.now();
    if (outcome.kind === "busy") answeredAt = now;
    if (now - answeredAt > HUNG_AFTER_MS) return { kind: "hung" };
    if (now - toldAt > PROGRESS_EVERY_MS) {
      toldAt = now;
      deps.log(`The database isn't ready yet; it may be recovering (see ${deps.launch.paths.log}) …`);
    }
    await sleep(PROBE_MS);
  }
  return { kind: "aborted" };
}

async function endHung(deps: BringUp, postmaster: Postmaster): Promise<void> {
  if (!deps.mayEndHung) {
    throw new EmbeddedDatabaseError(
      "start_failed",
      `PostgreSQL (process ${postmaster.pid}) runs in ${deps.launch.paths.dataDir} but hasn't answered for ${HUNG_AFTER_MS / 1000} s. ` +
        `See ${deps.launch.paths.log}; starting the Kassa server ends it and starts it again.`,
    );
  }
  deps.log("The database doesn't answer; starting it again …");
  await cutPostmasterShort(postmaster.pid);
}

function startFailed({ launch }: BringUp, output: string): EmbeddedDatabaseError {
  const lines = output.trim().split("\n");
  const telling = lines.filter((line) => /FATAL|PANIC|ERROR|HINT/.test(line));
  const said = (telling.length > 0 ? telling : lines).slice(-3).join(" · ");
  return new EmbeddedDatabaseError(
    "start_failed",
    `PostgreSQL didn't start in ${launch.paths.dataDir}. It said: ${said || "nothing"}. The whole log is ${launch.paths.log}.`,
  );
}
