import type { Database } from "../database/database.ts";
import type { TenantScope, TenantTransaction } from "../database/transaction.ts";

/** How long an import waits for others of its account. Each of their transactions stores a page of lines. */
const patienceMs = 3 * 60_000;

/**
 * A transaction of an import. Others of the same account, such as the server's own and an operator's command, hold the account's lock one
 * after the other, and with several of them it takes longer than PostgreSQL lets anybody wait for a lock. Then the transaction is begun again.
 *
 * @throws the last failure when others have held the lock for three minutes
 */
export async function inTurn<Value>(
  { inTenant }: Pick<Database, "inTenant">,
  scope: TenantScope,
  work: (trx: TenantTransaction) => Promise<Value>,
): Promise<Value> {
  const endMs = performance.now() + patienceMs;
  for (;;) {
    try {
      return await inTenant(scope, work);
    } catch (error) {
      if (!isLockTimeout(error) || performance.now() > endMs) throw error;
    }
  }
}

const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "55P03";
