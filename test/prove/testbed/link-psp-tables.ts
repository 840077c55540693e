import { URL } from "node:url";
import type { Cluster } from "../../support/cluster/cluster.ts";

/**
 * Makes the PSP's tables available in Kassa's database as foreign tables, in place of those that Kassa's migrations created.
 * The PSP has its own PostgreSQL, which loses nothing when Kassa's is restored from a backup. The oracle compares both by SQL.
 */
export async function linkPspTables(
  kassa: Pick<Cluster, "sql">,
  psp: Pick<Cluster, "settings">,
): Promise<void> {
  const { username, password, pathname, searchParams } = new URL(String(psp.settings.connectionString));
  const host = searchParams.get("host") ?? "";
  const quote = (text: string): string => `'${decodeURIComponent(text).replaceAll("'", "''")}'`;
  // On a Citus cluster only the coordinator needs them. Without Citus this setting has no effect.
  const local = "SET citus.enable_ddl_propagation TO off; ";
  for (const statement of [
    "CREATE EXTENSION postgres_fdw",
    `CREATE SERVER psp FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host ${quote(host)}, dbname ${quote(pathname.slice(1))},
       fetch_size '10000', use_remote_estimate 'true')`,
    `CREATE USER MAPPING FOR CURRENT_USER SERVER psp OPTIONS (user ${quote(username)}, password ${quote(password)})`,
    "ALTER SCHEMA sandbox_psp RENAME TO sandbox_psp_unused",
    "CREATE SCHEMA sandbox_psp",
    "IMPORT FOREIGN SCHEMA sandbox_psp FROM SERVER psp INTO sandbox_psp",
  ])
    await kassa.sql(`${local}${statement}`);
}
