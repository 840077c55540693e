import type { AuthorizeOutcome } from "../../connectors/contract.ts";
import type { Lease } from "../../database/leases.ts";
import type { TenantScope, TenantTransaction } from "../../database/transaction.ts";
import { committed, present } from "../../kernel/assert.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { lockSession } from "../../sessions/find-session.ts";
import type { PaymentDeps } from "../deps.ts";
import { carryOut } from "../movements/move-money.ts";
import {
  attemptLeases,
  findParentsOfAttempt,
  getAttempt,
  noFurtherCheck,
  releaseLease,
} from "../queries/attempts.ts";
import { getPayment } from "../queries/payments.ts";
import { decideOutcome, type WhenAsked } from "./decide-outcome.ts";
import type { KnownAttempt } from "./transition-attempt.ts";
import { type Applied, type Written, writeDecision } from "./write-decision.ts";

export type { Applied } from "./write-decision.ts";

/**
 * Applies a PSP's outcome to an attempt: commits the new states of attempt, payment and session, the ledger entries and the
 * events in one transaction. Submit, return from the bank, notification and reconcile job all end here. Outcomes may arrive
 * repeatedly and in any order: the state table decides under the session's lock, so each transition happens once.
 *
 * @param options.lease under which the PSP was asked; when another worker has taken it over, nothing is written. A decision releases it
 * @param options.whenAsked the attempt when the PSP was asked; without it, the answer doesn't change an approval that Kassa knows of
 */
export async function applyOutcome(
  deps: PaymentDeps,
  scope: TenantScope,
  attemptId: string,
  outcome: AuthorizeOutcome,
  { lease, whenAsked }: { readonly lease?: Lease; readonly whenAsked?: WhenAsked } = {},
): Promise<Applied> {
  const written = await deps.database.inTenant(scope, async (trx): Promise<Written> => {
    const known = await readAttempt(trx, attemptId);
    if (lease && !(await attemptLeases.holds(trx, lease))) return { applied: "fenced_off" };
    const decision = decideOutcome(known, outcome, whenAsked);
    const result = await writeDecision(deps, trx, known, decision);
    if (lease && result.applied === "moved" && isFinalOutcome(outcome))
      releaseLease(trx, lease, noFurtherCheck);
    crashPoint("apply-outcome:before-commit");
    return result;
  });
  crashPoint("apply-outcome:committed");
  logApplied(deps, attemptId, written.applied, outcome);
  if (written.return) await carryOut(deps, scope, written.return);
  return written.applied;
}

/** Whether the PSP needs no further query. */
export const isFinalOutcome = ({ kind }: AuthorizeOutcome): boolean =>
  kind === "approved" || kind === "declined" || kind === "failed";

/** Locks are always taken in this order: the session, then what belongs to it. */
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

function logApplied(deps: PaymentDeps, attempt: string, applied: Applied, outcome: AuthorizeOutcome): void {
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
  if (applied === "contradiction") {
    deps.log.error(
      { attempt },
      "the PSP says that money has failed which Kassa can't take out of its books by itself; nothing was applied",
    );
  }
  if (applied === "evidence_mismatch") {
    deps.log.error(
      { attempt },
      "the PSP reports another amount, currency or capture than was asked for; nothing was applied",
    );
  }
}
