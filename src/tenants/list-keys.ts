import type { Database } from "../database/database.ts";
import { type KeyRow, listKeys as select } from "./queries.ts";

/** A key without its secret. */
export type KeyFacts = KeyRow;

/** All keys of a tenant, oldest first. */
export function listKeys(database: Database, tenantId: number): Promise<KeyFacts[]> {
  return database.inControl((trx) => select(trx, tenantId));
}
