import type { TenantTransaction } from "../database/transaction.ts";
import type { Collected } from "./collect/collect.ts";
import { selectCollected } from "./queries/sessions.ts";

/** What the customers of these sessions entered, by session; null where nothing was stored. */
export async function collectedOf(
  trx: TenantTransaction,
  sessions: readonly string[],
): Promise<ReadonlyMap<string, Collected | null>> {
  const found = await selectCollected(trx, sessions);
  return new Map(found.map(({ id, collected }) => [id, collected]));
}
