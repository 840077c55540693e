import { connectAs } from "./connect-as.ts";
import type { ConnectionSettings } from "./database.ts";
import { lookingRole } from "./looking-role.ts";

export type ServerFacts = {
  readonly version: string;
  readonly major: number;
  readonly fsync: boolean;
  readonly synchronousCommit: boolean;
  /** This machine's time minus the database's, in milliseconds. */
  readonly clockSkewMs: number;
};

/** What PostgreSQL says of itself. */
export async function inspectServer(settings: ConnectionSettings): Promise<ServerFacts> {
  const client = await connectAs(settings, lookingRole(settings));
  try {
    const result = await client.query<{
      version: string;
      number: string;
      fsync: string;
      synchronous: string;
      nowMs: number;
    }>(
      `SELECT current_setting('server_version') AS version, current_setting('server_version_num') AS number,
         current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS synchronous,
         extract(epoch FROM clock_timestamp())::float8 * 1000 AS "nowMs"`,
    );
    const [row] = result.rows;
    if (!row) throw new Error("PostgreSQL gave no answer about itself");
    return {
      version: row.version,
      major: Math.floor(Number(row.number) / 10_000),
      fsync: row.fsync === "on",
      synchronousCommit: row.synchronous !== "off",
      clockSkewMs: Date.now() - row.nowMs,
    };
  } finally {
    await client.end();
  }
}
