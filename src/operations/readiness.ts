import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../database/database.ts";
import { diskIsFull } from "../database/disk-full.ts";
import { inspectSchemaWithin, SchemaIsNewer } from "../database/migrate.ts";
import { ping } from "./queries.ts";

export type ReadinessDeps = {
  readonly database: Database;
  readonly lane: { readonly connected: boolean };
  /** The embedded database's directory, whose disk can be looked at. */
  readonly dataDir?: string;
  /** Whether the process has been told to stop. */
  readonly stopping: () => boolean;
};

/** Why a process shouldn't be sent requests. */
export type Obstacle =
  | "stopping"
  | "database_unreachable"
  | "disk_full"
  | "schema_outdated"
  | "lane_disconnected";

const databaseDeadlineMs = 1_000;
/** How long an answer of the database is good for: probes come from several places, and nobody needs it fresher. */
const keepMs = 1_000;
/** Migrations only ever go forward, so a schema that was found current is looked at again just in case. */
const keepSchemaMs = 30_000;

/** Tells what keeps this process from serving; nothing when it is ready. */
export function makeReadiness(deps: ReadinessDeps): () => Promise<Obstacle[]> {
  const schemaFault = kept(() => checkSchema(deps.database), keepSchemaMs);
  const databaseFault = kept(
    async () => (await checkDatabase(deps.database)) ?? (await schemaFault()),
    keepMs,
  );
  return async () => {
    if (deps.stopping()) return ["stopping"];
    const obstacles = [
      await databaseFault(),
      (await diskIsFull(deps.dataDir)) ? ("disk_full" as const) : undefined,
      deps.lane.connected ? undefined : ("lane_disconnected" as const),
    ];
    return obstacles.filter((obstacle) => obstacle !== undefined);
  };
}

async function checkDatabase(database: Database): Promise<Obstacle | undefined> {
  const asked = database.inWorker(ping).then(
    () => undefined,
    () => "database_unreachable" as const,
  );
  const late = sleep(databaseDeadlineMs, "database_unreachable" as const, { ref: false });
  return Promise.race([asked, late]);
}

/** A newer schema is no obstacle: while a new version is rolled out, the processes of the old one go on. */
async function checkSchema(database: Database): Promise<Obstacle | undefined> {
  try {
    const { pending } = await database.inControl(inspectSchemaWithin);
    return pending.length > 0 ? "schema_outdated" : undefined;
  } catch (error) {
    return error instanceof SchemaIsNewer ? undefined : "database_unreachable";
  }
}

/** Asks once for all who want to know at the same time, and keeps a good answer for a while. */
function kept(ask: () => Promise<Obstacle | undefined>, forMs: number): () => Promise<Obstacle | undefined> {
  let goodUntil = 0;
  let underWay: Promise<Obstacle | undefined> | undefined;
  return () => {
    if (performance.now() < goodUntil) return Promise.resolve(undefined);
    underWay ??= ask()
      .then((obstacle) => {
        if (obstacle === undefined) goodUntil = performance.now() + forMs;
        return obstacle;
      })
      .finally(() => {
        underWay = undefined;
      });
    return underWay;
  };
}
