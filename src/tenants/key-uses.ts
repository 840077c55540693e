import type { Database } from "../database/database.ts";
import { touchKeys } from "./queries.ts";

/** A key and when it was last used. */
export type KeyUse = { readonly tenantId: number; readonly keyId: string; readonly lastUsedMs: number };

/** When keys were last used, until it is written down. */
export class KeyUses {
  readonly #unwritten = new Map<string, KeyUse>();

  note({ tenantId, keyId, lastUsedMs }: KeyUse): void {
    this.#unwritten.set(keyId, { tenantId, keyId, lastUsedMs });
  }

  /** Writes all down, in one statement. What can't be written is kept for the next time. */
  async write(database: Database): Promise<void> {
    const uses = [...this.#unwritten.values()];
    if (uses.length === 0) return;
    await database.inControl((trx) => touchKeys(trx, uses));
    for (const use of uses) if (this.#unwritten.get(use.keyId) === use) this.#unwritten.delete(use.keyId);
  }
}
