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

/** The dispute under its session's lock; a problem when there is none. */
export async function lockDispute(
  trx: TenantTransaction,
  id: string,
): Promise<Result<StoredDispute, Problem>> {
  const found = await findDispute(trx, id);
  if (!found) return failed(notFound);
  await lockSession(trx, found.sessionId);
  // Read again: what was read before the lock may have changed while waiting for it.
  return success(present(await getDispute(trx, id), "the dispute"));
}

/**
 * The dispute under its session's lock, if the merchant can still say something to it: the bank waits for an answer,
 * and none is on its way.
 */
export async function lockChangeable(
  trx: TenantTransaction,
  id: string,
): Promise<Result<StoredDispute, Problem>> {
  const locked = await lockDispute(trx, id);
  if (!locked.ok) return locked;
  const fault = unchangeableBecause(locked.value);
  return fault ? failed(fault) : locked;
}

/** Why nothing can be said to a dispute any more, or right now; undefined when something can. */
export function unchangeableBecause(dispute: StoredDispute): Problem | undefined {
  const state = stateOfStored(dispute);
  if (isOver(state)) return problem("dispute_closed", `The dispute is ${dispute.status}.`);
  if (!awaitsResponse(state))
    return problem("dispute_not_respondable", "The bank has what was sent and is looking at it.");
  if (dispute.pendingAction === null) return undefined;
  const what = dispute.pendingAction === "accept" ? "The acceptance" : "The evidence";
  return problem(
    "dispute_not_respondable",
    `${what} is on its way to the bank; whether it arrived isn't known yet.`,
  );
}
