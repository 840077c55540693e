import { hostname } from "node:os";
import process from "node:process";
import type { ConnectionSettings } from "../database/database.ts";
import { inspectCitus } from "../database/distribute.ts";
import { inspectServer } from "../database/inspect-server.ts";
import { inspectSchema } from "../database/migrate.ts";
import { ownVersion } from "../kernel/own-version.ts";

type Deps = {
  readonly settings: ConnectionSettings;
  readonly publicUrl: URL;
  readonly config: { readonly databaseUrl: string | undefined; readonly mailServer: URL | undefined };
};

/** What runs: the process that answers, and its database. */
export async function readVersions({ settings, publicUrl, config }: Deps) {
  const [server, citus, schema] = await Promise.all([
    inspectServer(settings),
    inspectCitus(settings),
    inspectSchema(settings),
  ]);
  return {
    kassa: ownVersion(),
    node: process.versions.node,
    postgres: server.version,
    isEmbedded: config.databaseUrl === undefined,
    citus: citus?.version ?? null,
    lastMigration: schema.applied.at(-1) ?? null,
    host: hostname(),
    runningSince: new Date(Date.now() - process.uptime() * 1_000),
    publicUrl: publicUrl.origin,
    sendsMail: config.mailServer !== undefined,
  };
}
