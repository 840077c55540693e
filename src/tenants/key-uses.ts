import type { Database } from "../database/database.ts";
import { touchKeys } from "./queries.ts";

/** A key and when it was last used. */
export type KeyUse = { readonly tenantId: number; readonly keyId: string; readonly lastUsedMs: number };

/** When keys were last used. Kept in memory until it is stored. */
export class KeyUses {
  readonly #unwritten = new Map<string, KeyUse>();

  note({ tenantId, keyId, lastUsedMs }: KeyUse): void {
    this.#unwritten.set(keyId, { tenantId, keyId, lastUsedMs });
  }

  /** Stores all uses in one statement. After an error it keeps them for the next call. */
  async write(database: Database): Promise<void> {
    const uses = [...this.#unwritten.values()];
    if (uses.length === 0) return;
    await database.inControl((trx) => touchKeys(trx, uses));
    for (const use of uses) if (this.#unwritten.get(use.keyId) === use) this.#unwritten.delete(use.keyId);
  }
}
