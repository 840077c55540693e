import type { AuthorizeOutcome, FindOutcome } from "../../connectors/contract.ts";
import type { ConnectorRoute } from "../../connectors/registry.ts";
import { patientRounds } from "../../database/leased-rounds.ts";
import type { Lease } from "../../database/leases.ts";
import type { TenantScope, Transaction } from "../../database/transaction.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { idTimeMs } from "../../kernel/id.ts";
import { callMarginMs, leaseMsFor, type PaymentDeps } from "../deps.ts";
import { reportUnheardOf } from "../disputed/report-dispute.ts";
import type { Attempt } from "../payment.ts";
import {
  attemptAgeMs,
  attemptLeases,
  enterTimeOfAttempt,
  getAttempt,
  type NextCheck,
  releaseLease,
} from "../queries/attempts.ts";
import { isFinal } from "../state.ts";
import { type Applied, applyOutcome } from "./apply-outcome.ts";
import { releaseAttempt } from "./call-off-attempt.ts";
import { actionTimeoutMs, nextCheckMs, transferTimeoutMs, unansweredCheckMs } from "./check-schedule.ts";
import { expectOutcome } from "./expect-outcome.ts";

/**
 * Asks the PSPs what became of the attempts whose outcome is due: those of processes that died, those that timed out,
 * those that wait for a consumer or a bank. Returns whether there may be more. Attempts are leased, so that several
 * processes share the work and a dead one's is taken over when its lease runs out.
 */
export function reconcileDueAttempts(deps: PaymentDeps, rounds = patientRounds()): Promise<boolean> {
  const leaseMs = leaseMsFor(deps.pspTimeoutMs);
  return rounds.round(
    (limit, leaveOut) =>
      deps.database.inWorker((trx) => attemptLeases.takeDue(trx, limit, leaseMs, leaveOut)),
    (lease) => {
      crashPoint("reconcile:leased");
      return reconcileLeased(deps, lease).catch((error) => giveUp(deps, lease, error));
    },
  );
}

/**
 * Asks about one attempt right now; false while somebody else does, also when a notification has given it to somebody
 * else before the answer could be written.
 */
export async function checkAttempt(deps: PaymentDeps, scope: TenantScope, id: string): Promise<boolean> {
  const leaseMs = leaseMsFor(deps.pspTimeoutMs);
  const lease = await deps.database.inTenant(scope, (trx) => attemptLeases.take(trx, id, leaseMs));
  crashPoint("reconcile:leased");
  return lease !== undefined && (await reconcileLeased(deps, lease));
}

/** False when the lease was lost meanwhile. */
async function reconcileLeased(deps: PaymentDeps, lease: Lease): Promise<boolean> {
  const scope: TenantScope = lease;
  const known = await deps.database.inTenant(scope, async (trx) => {
    const clock = await enterTimeOfAttempt(trx, lease.id);
    const ageMs = await attemptAgeMs(trx, lease.id);
    const realAgeMs = clock ? deps.clock.nowMs() - idTimeMs(lease.id) : ageMs;
    return { attempt: await getAttempt(trx, lease.id), age: { ageMs, realAgeMs } };
  });
  crashPoint("reconcile:asking");
  if (!known.attempt || isFinal(known.attempt.status)) {
    await deps.database.inTenant(scope, (trx) => releaseLease(trx, lease, nothingMore));
    crashPoint("reconcile:released");
    return true;
  }
  const outcome = await askWhatBecame(deps, scope, known.attempt, known.age.realAgeMs);
  crashPoint("reconcile:psp-answered");
  const fence = (trx: Transaction) => attemptLeases.holds(trx, lease);
  const applied = await applyOutcome(deps, scope, lease.id, outcome, fence);
  crashPoint("reconcile:outcome-applied");
  if (applied !== "fenced_off" && isTimedOut(outcome, known.age.ageMs))
    await releaseAttempt(deps, scope, lease.id);
  crashPoint("reconcile:called-off");
  const mayAnswer = deps.connectors.routeTo(scope, known.attempt.connectorAccount) !== undefined;
  const next = nextCheckAfter(applied, known.attempt, outcome, mayAnswer);
  await deps.database.inTenant(scope, async (trx) => {
    // A PSP that didn't answer is asked again in real time, whatever clock the session lives by.
    if (outcome.kind !== "unknown") await enterTimeOfAttempt(trx, lease.id);
    await releaseLease(trx, lease, next);
  });
  crashPoint("reconcile:released");
  return applied !== "fenced_off";
}

/** One attempt's failure is no reason to leave the others alone. It is tried again when its lease is over. */
function giveUp(deps: PaymentDeps, lease: Lease, error: unknown): void {
  deps.log.error(
    { err: error, attempt: lease.id },
    "an attempt could not be reconciled; it will be tried again",
  );
}

const nothingMore: NextCheck = { checks: 0, nextCheckAfterMs: null, evenIfDeclined: false };

/**
 * A new state begins its own schedule; otherwise the schedule goes on. A declined attempt, or one that needs a review, may be
 * asked about because a notification has named it: until the PSP answers, as long as the tenant has an account there.
 */
function nextCheckAfter(
  applied: Applied,
  attempt: Attempt,
  outcome: AuthorizeOutcome,
  mayAnswer: boolean,
): NextCheck {
  const isNew = applied === "moved" || applied === "needs_review";
  const isDeclined = attempt.status === "declined";
  if (mayAnswer && outcome.kind === "unknown" && (isDeclined || attempt.status === "needs_review"))
    return { checks: attempt.checks, nextCheckAfterMs: unansweredCheckMs, evenIfDeclined: isDeclined };
  const checks = isNew ? 0 : attempt.checks + 1;
  const status = applied === "moved" ? outcome.kind : isNew ? "needs_review" : attempt.status;
  return { checks, nextCheckAfterMs: nextCheckMs(status, checks), evenIfDeclined: false };
}

/** Asks about one attempt right now: the consumer is back from their bank and waits. */
export async function reconcileNow(
  deps: PaymentDeps,
  scope: TenantScope,
  attempt: Attempt,
): Promise<Applied> {
  await expectOutcome(deps, scope, attempt.id);
  crashPoint("return:intent-committed");
  const outcome = await askWhatBecame(deps, scope, attempt, 0);
  crashPoint("return:psp-answered");
  return applyOutcome(deps, scope, attempt.id, outcome);
}

async function askWhatBecame(
  deps: PaymentDeps,
  scope: TenantScope,
  attempt: Attempt,
  realAgeMs: number,
): Promise<AuthorizeOutcome> {
  const route = deps.connectors.routeTo(scope, attempt.connectorAccount);
  if (!route) return { kind: "unknown", detail: `no account ${attempt.connectorAccount}` };
  const found = await findCharge(deps, scope, route, attempt);
  if (found.kind === "unknown") return found;
  if (found.kind === "not_found") return outcomeWhenNotFound(deps, attempt, realAgeMs);
  return found.outcome;
}

/** Whether the customer's time is up: for the action at their bank, or for their transfer. */
function isTimedOut(outcome: AuthorizeOutcome, ageMs: number): boolean {
  if (outcome.kind === "action_required") return ageMs > actionTimeoutMs;
  const isTransfer = outcome.kind === "pending" && outcome.instructions !== null;
  return isTransfer && ageMs >= transferTimeoutMs;
}

/** What the PSP knows of an attempt. Disputes that it names beside it are noted, to be asked about in turn. */
async function findCharge(
  deps: PaymentDeps,
  scope: TenantScope,
  { connector, account }: ConnectorRoute,
  attempt: Attempt,
): Promise<FindOutcome> {
  const found = await connector.findByKey(
    { account, idempotencyKey: attempt.id },
    { timeoutMs: deps.pspTimeoutMs },
  );
  crashPoint("reconcile:psp-found");
  if (found.kind !== "found" || found.charge.disputes.length === 0) return found;
  const charge = { connectorAccount: account.id, attemptId: attempt.id };
  await deps.database.inTenant(scope, (trx) => reportUnheardOf(trx, charge, found.charge.disputes));
  return found;
}

/**
 * The outcome when the PSP doesn't know the key. While the call may still be on its way it is unknown; afterwards no money has
 * moved, and none will.
 */
function outcomeWhenNotFound(deps: PaymentDeps, attempt: Attempt, ageMs: number): AuthorizeOutcome {
  if (ageMs < deps.pspTimeoutMs + callMarginMs)
    return { kind: "unknown", detail: "the PSP doesn't know the attempt yet" };
  return { kind: "declined", pspReference: attempt.pspReference, reason: "abandoned" };
}
