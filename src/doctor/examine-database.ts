import { statfs } from "node:fs/promises";
import type { ConnectionSettings } from "../database/database.ts";
import { inspectCitus } from "../database/distribute.ts";
import { inspectServer } from "../database/inspect-server.ts";
import { inspectSchema } from "../database/migrate.ts";
import type { Collector } from "./collector.ts";
import { schemaFindings, serverFindings } from "./database-findings.ts";
import { diskFinding } from "./disk-finding.ts";
import { distributionFindings } from "./distribution-findings.ts";
import { roleFindings } from "./role-findings.ts";

export type ExaminedDatabase = {
  readonly settings: ConnectionSettings;
  /** Of Kassa's own PostgreSQL; undefined for another, whose disk isn't known. */
  readonly dataDir: string | undefined;
};

/** Examines PostgreSQL itself, the schema and the roles. @returns whether Kassa can use what is in it */
export async function examineDatabase(
  { findings, attempt }: Collector,
  { settings, dataDir }: ExaminedDatabase,
): Promise<boolean> {
  await attempt("database", async () => serverFindings(await inspectServer(settings)));
  if (dataDir !== undefined) await attempt("disk", async () => [diskFinding(dataDir, await statfs(dataDir))]);
  const migrated = await attempt("schema", async () => schemaFindings(await inspectSchema(settings)));
  if (!migrated || findings.some(({ check, state }) => check === "schema" && state !== "ok")) return false;
  await attempt("distribution", async () => distributionFindings(await inspectCitus(settings)));
  return attempt("roles", () => roleFindings(settings));
}
