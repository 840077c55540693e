import { accessSync, constants } from "node:fs";
import { Client } from "pg";
import { type ConnectionSettings, type DatabaseRole, settingsFor } from "./database.ts";

/** A PostgreSQL that Kassa can't use as it is. The message says what to change. */
export class DatabaseRefused extends Error {
  override name = "DatabaseRefused";
}

const oldestMajor = 15;
const connectWithinMs = 10_000;

/** A setting of our own: PostgreSQL takes any name with a dot, so it tells whether start-up options arrive. */
const probe = "kassa.options_arrive";

/**
 * Connects once and makes sure that Kassa can work there, before anything else is done: the server is PostgreSQL 15 or
 * later, and start-up options reach it. A pooler that drops options would run every statement as the owner, and nothing
 * would keep tenants apart.
 *
 * @throws DatabaseRefused
 */
export async function verifyConnection(settings: ConnectionSettings, role: DatabaseRole): Promise<void> {
  checkTlsFiles(settings.connectionString);
  const server = settingsFor(settings, role);
  const options = [server.options, `-c ${probe}=yes`].filter(Boolean).join(" ");
  const client = new Client({ ...server, options, connectionTimeoutMillis: connectWithinMs });
  // A connection that breaks while it is closed fails nothing.
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ major: number; version: string; arrived: string | null }>(
      `SELECT current_setting('server_version_num')::int / 10000 AS major, current_setting('server_version') AS version,
         current_setting('${probe}', true) AS arrived`,
    );
    const [found] = rows;
    if (!found || found.major < oldestMajor)
      throw new DatabaseRefused(
        `Kassa needs PostgreSQL 15 or later, and DATABASE_URL leads to ${found?.version}.`,
      );
    if (found.arrived !== "yes") throw new DatabaseRefused(optionsDropped);
  } finally {
    // Also when connecting failed: the open socket would keep this process alive until the server gives up on it.
    await client.end().catch(() => undefined);
  }
}

/** node-postgres reads the files that the address names, and its error doesn't say which of them it was about. */
function checkTlsFiles(address: string | undefined): void {
  const given = address === undefined ? undefined : URL.parse(address)?.searchParams;
  for (const name of ["sslrootcert", "sslcert", "sslkey"]) {
    const file = given?.get(name);
    if (!file) continue;
    try {
      accessSync(file, constants.R_OK);
    } catch (error) {
      const missing = error instanceof Error && "code" in error && error.code === "ENOENT";
      const why = missing ? "it does not exist" : "this user may not read it";
      throw new DatabaseRefused(`DATABASE_URL names the file ${file} (${name}), and ${why}.`);
    }
  }
}

const optionsDropped =
  "Something between Kassa and PostgreSQL, such as PgBouncer with ignore_startup_parameters = options, drops the start-up " +
  "options of connections, and with them the role that keeps tenants apart. Point DATABASE_URL at PostgreSQL itself; see " +
  "docs/operate/database.md#poolers.";
