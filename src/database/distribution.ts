import type { Transaction } from "./transaction.ts";

/** `citus`: the tables of tenants are distributed over the nodes of a Citus cluster. `none`: all are in one PostgreSQL. */
export type Distribution = "none" | "citus";

/** How the database holds the tables of tenants. Changed by `kassa migrate --distribute citus` only, while no Kassa runs. */
export async function readDistribution(trx: Transaction): Promise<Distribution> {
  const citus = await trx.one<{ installed: boolean }>(
    `SELECT to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL AS installed`,
  );
  if (!citus?.installed) return "none";
  const row = await trx.one(
    "SELECT FROM pg_catalog.pg_dist_partition WHERE logicalrelid = 'checkout_sessions'::regclass",
  );
  return row ? "citus" : "none";
}

/** The shard of a tenant's rows, by Citus' number of those of checkout_sessions. */
export async function readShard(trx: Transaction, tenantId: number): Promise<number | undefined> {
  const row = await trx.one<{ shard: number }>(
    `SELECT shardid AS shard FROM pg_catalog.pg_dist_shard
     WHERE logicalrelid = 'checkout_sessions'::regclass
       AND hashint8($1) BETWEEN shardminvalue::integer AND shardmaxvalue::integer`,
    [tenantId],
  );
  return row?.shard;
}
