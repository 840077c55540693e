import type { Problem } from "../kernel/problem.ts";
import { failed, type Result } from "../kernel/result.ts";
import type { Database } from "./database.ts";
import type { TenantScope, TenantTransaction, Transaction } from "./transaction.ts";

/**
 * The Idempotency-Key of a request. It stands for what the request makes, from the transaction on that records the intent.
 */
export type RequestClaim = {
  /** Names the request: its operation and its Idempotency-Key. Unique in its tenant and mode. */
  readonly request: string;
  /** Binds the key to the object of this id; a problem when it stands for one already, for which the transaction is undone. */
  stake(trx: Transaction, resourceId: string): Promise<Problem | undefined>;
};

/**
 * Runs `work` in a transaction that a failure undoes as well: an Idempotency-Key must not outlive the refusal of its request.
 */
export async function undoOnFailure<Value>(
  database: Database,
  scope: TenantScope,
  work: (trx: TenantTransaction) => Promise<Result<Value, Problem>>,
): Promise<Result<Value, Problem>> {
  try {
    return await database.inTenant(scope, async (trx) => {
      const result = await work(trx);
      if (!result.ok) throw new Undo(result.failure);
      return result;
    });
  } catch (error) {
    if (error instanceof Undo) return failed(error.failure);
    throw error;
  }
}

class Undo extends Error {
  readonly failure: Problem;
  constructor(failure: Problem) {
    super(failure.detail);
    this.failure = failure;
  }
}
