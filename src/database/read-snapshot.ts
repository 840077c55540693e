import { Pool } from "pg";
import { type ConnectionSettings, settingsFor } from "./database.ts";
import { type TenantScope, TenantTransaction, tenantSettings } from "./transaction.ts";

/** Reads rows of one tenant and mode as they were when the snapshot was taken. */
export type SnapshotReader = <Value>(
  scope: TenantScope,
  read: (trx: TenantTransaction) => Promise<Value>,
) => Promise<Value>;

/**
 * Reads across tenants and modes, all of it as it was at one moment, while everybody goes on writing. It is one
 * read-only transaction of the role that serves requests, for as long as `work` takes: PostgreSQL can't clean up behind
 * changes meanwhile, so it is for checks that people ask for, not for requests.
 */
export async function readSnapshot<Value>(
  settings: ConnectionSettings,
  work: (inTenant: SnapshotReader) => Promise<Value>,
): Promise<Value> {
  const pool = new Pool({ ...settingsFor(settings, "request"), max: 1, pipeline: true });
  pool.on("error", () => {});
  try {
    const client = await pool.connect();
    try {
      await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
      // Nobody who could be answered 503 waits for this. A message of its own: Citus hands all of it on to the nodes.
      await client.query("SET LOCAL statement_timeout=0");
      return await work(async (scope, read) => {
        await client.query(tenantSettings(scope));
        return read(new TenantTransaction(client, scope));
      });
    } finally {
      // Nothing was written; the connection's end is the transaction's.
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}
