import { type Client, escapeIdentifier } from "pg";
import { connectAs } from "./connect-as.ts";
import { type ConnectionSettings, databaseRoles } from "./database.ts";
import { lookingRole } from "./looking-role.ts";

/** The database can't be distributed as it is. The message says what to do first. */
export class NotDistributable extends Error {
  override name = "NotDistributable";
}

/** How a Citus cluster holds the tables. */
export type CitusFacts = {
  readonly version: string;
  /** Nodes that hold shards. The coordinator is one of them only where the operator made it one. */
  readonly nodes: readonly { readonly address: string; readonly active: boolean; readonly shards: number }[];
  /** In how many parts each table lies. Each tenant's rows lie in one of them, of all tables in the same one. */
  readonly shards: number;
  readonly tables: readonly string[];
};

/** Tables that stay on the coordinator although their rows name a tenant: every process reads them all, or triggers are on them. */
const localTables = [
  "tenants",
  "api_keys",
  "receipt_keys",
  "webhook_endpoints",
  "endpoint_sweeps",
  "connector_accounts",
  "connector_credentials",
  "page_settings",
  "bank_accounts",
  "ledger_periods",
  "audit_entries",
];

/** The table that others are colocated with. */
const firstTable = "checkout_sessions";

/**
 * Distributes the tables of tenants over the nodes of a Citus cluster, in one transaction: all of them or none. Rows that are there
 * already are copied to the nodes. Does nothing for tables that are distributed, so it may run again.
 *
 * @param onTable is told of each table before it is distributed
 * @returns the tables that were distributed now
 * @throws NotDistributable
 */
export function distribute(
  settings: ConnectionSettings,
  onTable: (table: string) => void = () => {},
): Promise<string[]> {
  return asOwner(settings, async (client) => {
    await requireCitus(client);
    const tables = await undistributedTables(client);
    if (tables.includes(firstTable)) await requireNobodyConnected(client);
    return distributeTables(client, tables, onTable);
  });
}

/**
 * Makes Kassa's roles on the nodes of a cluster. A migration that makes them on the coordinator makes them there too, but they may
 * have been on the coordinator before it knew the nodes, or for another database. Does nothing without Citus.
 */
export function makeRolesOnNodes(settings: ConnectionSettings): Promise<void> {
  return asOwner(settings, async (client) => {
    const installed = await client.query("SELECT FROM pg_extension WHERE extname = 'citus'");
    if (installed.rowCount === 0) return;
    for (const role of Object.values(databaseRoles))
      if (role !== undefined) await client.query("SELECT run_command_on_workers($1)", [createRoleHere(role)]);
  });
}

/** On one node: without handing it on to the others. */
const createRoleHere = (role: string): string => `DO $$ BEGIN
  PERFORM set_config('citus.enable_ddl_propagation', 'off', true);
  CREATE ROLE ${role} NOLOGIN;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$`;

/** Distributes tables that a migration has made in a database that is distributed already; elsewhere it does nothing. */
export function distributeNewTables(settings: ConnectionSettings): Promise<string[]> {
  return asOwner(settings, async (client) => {
    if (!(await isDistributed(client))) return [];
    return distributeTables(client, await undistributedTables(client), () => {});
  });
}

async function asOwner<Value>(
  settings: ConnectionSettings,
  work: (client: Client) => Promise<Value>,
): Promise<Value> {
  const client = await connectAs(settings, "owner");
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function distributeTables(
  client: Client,
  tables: readonly string[],
  onTable: (table: string) => void,
): Promise<string[]> {
  if (tables.length === 0) return [];
  await client.query("BEGIN");
  // The coordinator reaches the nodes as the role that asks it.
  for (const role of Object.values(databaseRoles))
    if (role !== undefined) await client.query(`ALTER ROLE ${role} LOGIN`);
  for (const table of tables) {
    onTable(table);
    await client.query("SELECT create_distributed_table($1, 'tenant_id', colocate_with => $2)", [
      table,
      table === firstTable ? "none" : firstTable,
    ]);
  }
  const { rows } = await client.query<{ name: string }>("SELECT current_database() AS name");
  // Row-level security on the nodes reads the tenant that a transaction names by SET LOCAL.
  for (const { name } of rows)
    await client.query(`ALTER DATABASE ${escapeIdentifier(name)} SET citus.propagate_set_commands = 'local'`);
  await client.query("COMMIT");
  return [...tables];
}

async function isDistributed(client: Client): Promise<boolean> {
  const installed = await client.query("SELECT FROM pg_extension WHERE extname = 'citus'");
  if (installed.rowCount === 0) return false;
  const found = await client.query("SELECT FROM pg_dist_partition WHERE logicalrelid = $1::regclass", [
    firstTable,
  ]);
  return found.rowCount === 1;
}

async function requireCitus(client: Client): Promise<void> {
  const { rowCount } = await client.query("SELECT FROM pg_extension WHERE extname = 'citus'");
  if (rowCount === 0)
    throw new NotDistributable(
      "This database has no extension citus. On the coordinator and on each node, make the database and run CREATE EXTENSION citus; " +
        "then name the nodes on the coordinator with citus_add_node. See docs/operate/distributed.md.",
    );
  const nodes = await client.query("SELECT FROM pg_dist_node WHERE isactive AND shouldhaveshards");
  if (nodes.rowCount === 0)
    throw new NotDistributable(
      "The cluster has no node that takes shards. Name the nodes on the coordinator: SELECT citus_add_node('host', 5432).",
    );
}

/** A process that serves would keep statements that were planned for tables of one PostgreSQL. */
async function requireNobodyConnected(client: Client): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND application_name LIKE 'kassa %' AND application_name <> 'kassa owner'`,
  );
  if (rowCount)
    throw new NotDistributable(
      `${rowCount} connections of Kassa are open. Stop all its processes, distribute the tables, and start them again.`,
    );
}

/** Tables of tenants that are only on the coordinator, those that others refer to first. */
async function undistributedTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; parents: string[] }>(
    `SELECT c.relname AS name, ARRAY(SELECT p.relname::text FROM pg_constraint f JOIN pg_class p ON p.oid = f.confrelid
         WHERE f.conrelid = c.oid AND f.contype = 'f' AND p.oid <> c.oid) AS parents
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> ALL ($1)
       AND NOT EXISTS (SELECT FROM pg_dist_partition d WHERE d.logicalrelid = c.oid)
     ORDER BY c.relname <> $2, c.relname`,
    [localTables, firstTable],
  );
  const ordered: string[] = [];
  for (let rest = rows; rest.length > 0; rest = rest.filter(({ name }) => !ordered.includes(name))) {
    const names = rest.map(({ name }) => name);
    const next = rest.find(({ parents }) => !parents.some((parent) => names.includes(parent)));
    if (!next) throw new Error(`The foreign keys of ${names.join(", ")} go in a circle`);
    ordered.push(next.name);
  }
  return ordered;
}

/** What Citus says of the cluster; undefined where the tables are all in one PostgreSQL. */
export async function inspectCitus(settings: ConnectionSettings): Promise<CitusFacts | undefined> {
  const client = await connectAs(settings, lookingRole(settings));
  try {
    const installed = await client.query<{ version: string }>(
      "SELECT extversion AS version FROM pg_extension WHERE extname = 'citus'",
    );
    const version = installed.rows[0]?.version;
    if (version === undefined) return undefined;
    const tables = await client.query<{ name: string }>(
      "SELECT logicalrelid::text AS name FROM pg_dist_partition WHERE partmethod = 'h' ORDER BY 1",
    );
    if (tables.rows.length === 0) return undefined;
    const nodes = await client.query<{ address: string; active: boolean; shards: number }>(
      `SELECT n.nodename || ':' || n.nodeport AS address, n.isactive AS active, count(s.shardid)::int AS shards
       FROM pg_dist_node n
         LEFT JOIN pg_dist_placement p ON p.groupid = n.groupid
         LEFT JOIN pg_dist_shard s ON s.shardid = p.shardid AND s.logicalrelid = $1::regclass
       WHERE n.shouldhaveshards GROUP BY 1, 2 ORDER BY 1`,
      [firstTable],
    );
    return {
      version,
      nodes: nodes.rows,
      shards: nodes.rows.reduce((sum, { shards }) => sum + shards, 0),
      tables: tables.rows.map(({ name }) => name),
    };
  } finally {
    await client.end();
  }
}
