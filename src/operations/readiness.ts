import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../database/database.ts";
import { diskIsFull } from "../database/disk-full.ts";
import { inspectSchemaWithin, SchemaIsNewer } from "../database/migrate.ts";
import { ping } from "./queries.ts";

export type ReadinessDeps = {
  readonly database: Database;
  readonly lane: { readonly connected: boolean };
  /** The embedded database's directory, for checking its disk. */
  readonly dataDir?: string;
  /** Whether the process is shutting down. */
  readonly stopping: () => boolean;
};

/** A reason why a process should get no requests. */
export type Obstacle =
  | "stopping"
  | "database_unreachable"
  | "disk_full"
  | "schema_outdated"
  | "lane_disconnected";

const databaseDeadlineMs = 1_000;
/** How long a good result is cached, because several probes may check at the same time. */
const keepMs = 1_000;
/** Migrations only go forward, so a current schema is seldom checked again. */
const keepSchemaMs = 30_000;

/** Finds the reasons why this process isn't ready; none if it is. */
export function makeReadiness(deps: ReadinessDeps): () => Promise<Obstacle[]> {
  const schemaFault = cached(() => checkSchema(deps.database), keepSchemaMs);
  const databaseFault = cached(
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

/** A newer schema is no obstacle: during a rolling upgrade, old processes continue to serve. */
async function checkSchema(database: Database): Promise<Obstacle | undefined> {
  try {
    const { pending } = await database.inControl(inspectSchemaWithin);
    return pending.length > 0 ? "schema_outdated" : undefined;
  } catch (error) {
    return error instanceof SchemaIsNewer ? undefined : "database_unreachable";
  }
}

/** Shares one check between concurrent calls, and caches a good result. */
function cached(
  ask: () => Promise<Obstacle | undefined>,
  forMs: number,
): () => Promise<Obstacle | undefined> {
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
