import { Pool, type PoolClient } from "pg";
import { type DatabaseRole, settingsFor } from "../../src/database/database.ts";
import { type TenantScope, TenantTransaction, tenantSettings } from "../../src/database/transaction.ts";
import type { TestDatabase } from "./database.ts";

/** A look into an index, as PostgreSQL plans it: which one, and by what it finds rows rather than walking all of them. */
export type IndexLook = { readonly index: string; readonly condition: string };

type Plan = {
  readonly "Shared Hit Blocks"?: number;
  readonly "Shared Read Blocks"?: number;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
  readonly Plans?: readonly Plan[];
};

/** Asks for the plan of each statement instead of running it. */
class PlanReader extends TenantTransaction {
  readonly looks: IndexLook[] = [];
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
    this.#collect(rows[0]["QUERY PLAN"][0].Plan);
    return 0;
  }

  #collect(plan: Plan): void {
    const { "Index Name": index, "Index Cond": condition = "", Plans = [] } = plan;
    if (index !== undefined) this.looks.push({ index, condition });
    for (const part of Plans) this.#collect(part);
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
    // Once more, for what the next statement is asked with.
    return (await this.#client.query(text, [...values])).rows;
  }
}

/** How many pages the statements of `work` read when this tenant's request, or another role, runs them. */
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

/** A plan depends on no values. */
const anyScope: TenantScope = { tenantId: 1, mode: "sandbox" };

/** The looks into indexes that the statements of `work` take as this role, by what is in the database now. */
export async function explain(
  db: TestDatabase,
  role: DatabaseRole,
  work: (trx: TenantTransaction) => Promise<unknown>,
): Promise<readonly IndexLook[]> {
  const pool = openPool(db, role);
  const client = await pool.connect();
  try {
    const reader = new PlanReader(client, anyScope);
    await work(reader);
    return reader.looks;
  } finally {
    client.release();
    await pool.end();
  }
}

/** The test may drop its database while the server is still closing the connection that has just been ended. */
function openPool(db: TestDatabase, role: DatabaseRole): Pool {
  const pool = new Pool({ ...settingsFor(db.settings, role), max: 1, pipeline: true });
  pool.on("connect", (client) => client.on("error", () => {}));
  pool.on("error", () => {});
  return pool;
}
