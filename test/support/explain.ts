import { Pool, type PoolClient } from "pg";
import { type DatabaseRole, settingsFor } from "../../src/database/database.ts";
import { type TenantScope, TenantTransaction, tenantSettings } from "../../src/database/transaction.ts";
import { citusNodes, skipOnCitus } from "./citus-databases.ts";
import type { TestDatabase } from "./database.ts";

/**
 * A use of an index in PostgreSQL's plan: which index, and the condition by which it finds rows instead of scanning
 * all.
 */
export type IndexUse = { readonly index: string; readonly condition: string };

type Plan = {
  readonly "Shared Hit Blocks"?: number;
  readonly "Shared Read Blocks"?: number;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
};

/** Records the plan of each statement instead of running it. */
class PlanReader extends TenantTransaction {
  readonly indexUses: IndexUse[] = [];
  readonly #client: PoolClient;

  constructor(client: PoolClient, scope: TenantScope) {
    super(client, scope);
    this.#client = client;
  }

  override async query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    await this.run(text, values);
    return [];
  }

  override async run(text: string, values: readonly unknown[] = []): Promise<number> {
    const { rows } = await this.#client.query(`EXPLAIN (FORMAT JSON) ${text}`, [...values]);
    this.#collect(rows[0]["QUERY PLAN"]);
    return 0;
  }

  /** On Citus the nodes' plans are inside the coordinator's, and each shard's index has the shard's number after its name. */
  #collect(part: unknown): void {
    if (typeof part !== "object" || part === null) return;
    const { "Index Name": index, "Index Cond": condition = "" }: Plan = part;
    if (index !== undefined)
      this.indexUses.push({ index: citusNodes.length > 0 ? index.replace(/_\d+$/, "") : index, condition });
    for (const inner of Object.values(part)) this.#collect(inner);
  }
}

/** Runs each statement and counts the pages of the database that it reads. */
class PageCounter extends TenantTransaction {
  pages = 0;
  readonly #client: PoolClient;

  constructor(client: PoolClient, scope: TenantScope) {
    super(client, scope);
    this.#client = client;
  }

  override async query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const { rows } = await this.#client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, [...values]);
    const { "Shared Hit Blocks": hit = 0, "Shared Read Blocks": read = 0 }: Plan =
      rows[0]["QUERY PLAN"][0].Plan;
    this.pages += hit + read;
    // Run it again for its rows: the next statement may depend on them.
    return (await this.#client.query(text, [...values])).rows;
  }
}

/** Why no pages are counted on Citus; false elsewhere. */
export const noPageCount = skipOnCitus(
  "Citus' EXPLAIN ANALYZE plans a node's statement without its values, so it reads other pages than the statement itself",
);

/** How many pages the statements of `work` read when a request of this tenant runs them. */
export async function countPages(
  db: TestDatabase,
  scope: TenantScope,
  work: (trx: TenantTransaction) => Promise<unknown>,
  role: DatabaseRole = "request",
): Promise<number> {
  const pool = openPool(db, role);
  const client = await pool.connect();
  try {
    await client.query(`BEGIN;${tenantSettings(scope)}`);
    const counter = new PageCounter(client, scope);
    await work(counter);
    await client.query("ROLLBACK");
    return counter.pages;
  } finally {
    client.release();
    await pool.end();
  }
}

/** The plans depend on no values. */
const anyScope: TenantScope = { tenantId: 1, mode: "sandbox" };

/** The index uses in the plans of `work`'s statements, as this role and with the data now in the database. */
export async function explain(
  db: TestDatabase,
  role: DatabaseRole,
  work: (trx: TenantTransaction) => Promise<unknown>,
): Promise<readonly IndexUse[]> {
  const pool = openPool(db, role);
  const client = await pool.connect();
  try {
    // Rows of one tenant are in one of the shards.
    if (citusNodes.length > 0) await client.query("SET citus.explain_all_tasks = on");
    const reader = new PlanReader(client, anyScope);
    await work(reader);
    return reader.indexUses;
  } finally {
    client.release();
    await pool.end();
  }
}

/** The test may drop its database while the server is still closing a connection that has just ended. */
function openPool(db: TestDatabase, role: DatabaseRole): Pool {
  const pool = new Pool({ ...settingsFor(db.settings, role), max: 1, pipeline: true });
  pool.on("connect", (client) => client.on("error", () => {}));
  pool.on("error", () => {});
  return pool;
}
