import type { TenantTransaction } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";
import { notFound } from "../kernel/not-found.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { lockSession } from "../sessions/find-session.ts";
import { type StoredDispute, stateOfStored } from "./dispute.ts";
import { findDispute } from "./find-dispute.ts";
import { getDispute } from "./queries.ts";
import { awaitsResponse, isOver } from "./state.ts";

/** Locks the session of a dispute and returns the dispute, or a problem if there is none. */
export async function lockDispute(
  trx: TenantTransaction,
  id: string,
): Promise<Result<StoredDispute, Problem>> {
  const found = await findDispute(trx, id);
  if (!found) return failed(notFound);
  await lockSession(trx, found.sessionId);
  // Read again: the row may have changed while the transaction waited for the lock.
  return success(present(await getDispute(trx, id), "the dispute"));
}

/**
 * The same, with a problem unless the merchant can respond: the bank waits for a response, and none is on its way.
 */
export async function lockRespondable(
  trx: TenantTransaction,
  id: string,
): Promise<Result<StoredDispute, Problem>> {
  const locked = await lockDispute(trx, id);
  if (!locked.ok) return locked;
  const fault = notRespondableBecause(locked.value);
  return fault ? failed(fault) : locked;
}

/** Why the merchant can't respond to a dispute, or not right now; undefined if they can. */
export function notRespondableBecause(dispute: StoredDispute): Problem | undefined {
  const state = stateOfStored(dispute);
  if (isOver(state)) return problem("dispute_closed", `The dispute is ${dispute.status}.`);
  if (!awaitsResponse(state))
    return problem("dispute_not_respondable", "The bank is reviewing the evidence that was sent.");
  if (dispute.pendingAction === null) return undefined;
  const what = dispute.pendingAction === "accept" ? "The acceptance" : "The evidence";
  return problem(
    "dispute_not_respondable",
    `${what} was sent to the bank; it isn't known yet whether it arrived.`,
  );
}
