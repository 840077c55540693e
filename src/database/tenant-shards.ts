import type { Database } from "./database.ts";
import { readShard } from "./distribution.ts";

/** In which shard of a distributed PostgreSQL each tenant's rows lie. Asked once for each tenant: shards are made once. */
export class TenantShards {
  readonly #database: Database;
  readonly #known = new Map<number, number>();
  readonly #asked = new Set<number>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** What is equal for tenants of one shard. Until the shard is known, the tenant is a group by itself. */
  of(tenantId: number): string | number {
    const shard = this.#known.get(tenantId);
    if (shard !== undefined) return shard;
    if (!this.#asked.has(tenantId)) void this.#ask(tenantId);
    return `tenant ${tenantId}`;
  }

  async #ask(tenantId: number): Promise<void> {
    this.#asked.add(tenantId);
    try {
      const shard = await this.#database.inWorker((trx) => readShard(trx, tenantId));
      if (shard !== undefined) this.#known.set(tenantId, shard);
    } catch {
      // Its rows are written all the same. The next one asks again.
      this.#asked.delete(tenantId);
    }
  }
}
