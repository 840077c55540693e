import type { AuthorizeOutcome } from "../../connectors/contract.ts";
import type { Fence } from "../../database/leases.ts";
import type { TenantScope, TenantTransaction } from "../../database/transaction.ts";
import { committed, present } from "../../kernel/assert.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { lockSession } from "../../sessions/find-session.ts";
import type { PaymentDeps } from "../deps.ts";
import { carryOut } from "../movements/move-money.ts";
import { findParentsOfAttempt, getAttempt } from "../queries/attempts.ts";
import { getPayment } from "../queries/payments.ts";
import { type Applied, type Decided, decideOutcome } from "./decide-outcome.ts";
import type { KnownAttempt } from "./transition-attempt.ts";

export type { Applied } from "./decide-outcome.ts";

/**
 * Commits what a PSP said of an attempt: the new states of attempt, payment and session, the ledger's entries and the
 * events that tell of it, in one transaction. Submit, return from an action, notification and reconcile job all end here.
 * However often and in whatever order they come, each transition happens once, for the state table decides under the
 * session's lock.
 */
export async function applyOutcome(
  deps: PaymentDeps,
  scope: TenantScope,
  attemptId: string,
  outcome: AuthorizeOutcome,
  fence?: Fence,
): Promise<Applied> {
  const decided = await deps.database.inTenant(scope, async (trx): Promise<Decided> => {
    const known = await readAttempt(trx, attemptId);
    if (fence && !(await fence(trx))) return { applied: "fenced_off" };
    const result = await decideOutcome(deps, trx, known, outcome);
    crashPoint("apply-outcome:before-commit");
    return result;
  });
  crashPoint("apply-outcome:committed");
  const { applied } = decided;
  report(deps, attemptId, applied, outcome);
  if (decided.return) await carryOut(deps, scope, decided.return);
  return applied;
}

/** Locks are always taken in this order: session, then what belongs to it. */
async function readAttempt(trx: TenantTransaction, attemptId: string): Promise<KnownAttempt> {
  const parents = committed(await findParentsOfAttempt(trx, attemptId), "the attempt of an outcome");
  const [session, attempt, payment] = await Promise.all([
    lockSession(trx, parents.sessionId),
    // Statements run in this order: these read what holds once the session is locked.
    getAttempt(trx, attemptId),
    getPayment(trx, parents.paymentId),
  ]);
  return {
    attempt: present(attempt, "the attempt of an outcome"),
    payment: present(payment, "the payment of an attempt"),
    session: present(session, "the session of a payment"),
  };
}

function report(deps: PaymentDeps, attempt: string, applied: Applied, outcome: AuthorizeOutcome): void {
  if (outcome.kind === "unknown")
    deps.log.warn({ attempt, detail: outcome.detail }, "outcome unknown; the PSP will be asked");
  if (applied === "late") deps.log.warn({ attempt }, "the PSP approved an attempt that had been given up");
  if (applied === "needs_review" && outcome.kind === "approved") {
    const { amount, currency, captured } = outcome;
    deps.log.error(
      { attempt, amount, currency, captured },
      "the PSP approved another amount, currency or capture than was asked for; the payment needs a review",
    );
  }
  if (applied === "evidence_mismatch") {
    deps.log.error(
      { attempt },
      "the PSP reports another amount, currency or capture than was asked for; nothing was applied",
    );
  }
}
