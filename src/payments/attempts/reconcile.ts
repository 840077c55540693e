import type { AuthorizeOutcome, ChargeRef, FindChargeOutcome } from "../../connectors/contract.ts";
import type { ConnectorRoute } from "../../connectors/registry.ts";
import { patientRounds } from "../../database/leased-rounds.ts";
import type { Lease } from "../../database/leases.ts";
import type { TenantScope, TenantTransaction } from "../../database/transaction.ts";
import { present } from "../../kernel/assert.ts";
import { crashPoint } from "../../kernel/crash-point.ts";
import { idTimeMs } from "../../kernel/id.ts";
import { readChargeRef } from "../charge-ref.ts";
import { callMarginMs, leaseMsFor, type PaymentDeps } from "../deps.ts";
import { reportUnknownDisputes } from "../dispute-reports/report-dispute.ts";
import type { Attempt, Payment } from "../payment.ts";
import {
  attemptAgeMs,
  attemptLeases,
  checkWithin,
  enterTimeOfAttempt,
  getAttempt,
  type NextCheck,
  noFurtherCheck,
  releaseLease,
} from "../queries/attempts.ts";
import { allowFinish, setReturnedWith } from "../queries/finishing.ts";
import { isHeld } from "../queries/holds.ts";
import { getPayment, getPaymentOfAttempt } from "../queries/payments.ts";
import { isFinal, isLive } from "../state.ts";
import { type Applied, applyOutcome, isFinalOutcome } from "./apply-outcome.ts";
import { neverShown } from "./begin-at-psp.ts";
import { releaseAttempt } from "./call-off-attempt.ts";
import { actionTimeoutMs, nextCheckMs, transferTimeoutMs, unansweredCheckMs } from "./check-schedule.ts";
import { finishAttempt } from "./finish-attempt.ts";

/**
 * Asks the PSPs about the attempts that are due: those of processes that died, those whose call timed out, and those that
 * wait for a customer or a bank. Attempts are leased, so several processes share the work, and the attempts of a dead one are
 * taken over when its leases end. Returns whether there may be more.
 */
export function reconcileDueAttempts(deps: PaymentDeps, rounds = patientRounds()): Promise<boolean> {
  const leaseMs = leaseMsFor(deps.pspTimeoutMs);
  return rounds.round(
    (limit, leaveOut) =>
      deps.database.inWorker((trx) => attemptLeases.takeDue(trx, limit, leaseMs, leaveOut)),
    (lease) => {
      crashPoint("reconcile:leased");
      // A failure must not delay the queries about other attempts.
      return reconcileLeased(deps, lease).catch((error) =>
        deps.log.error(
          { err: error, attempt: lease.id },
          "an attempt could not be reconciled; it will be tried again",
        ),
      );
    },
  );
}

/**
 * Asks the PSP about one attempt right now. False when another worker holds its lease, or got it from a notification before
 * the answer was written.
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
  const { attempt, payment, ageMs, realAgeMs, isHeld } = await readLeased(deps, lease);
  crashPoint("reconcile:asking");
  if (!attempt || !payment || isFinal(attempt.status)) {
    await deps.database.inTenant(scope, async (trx) => releaseLease(trx, lease, noFurtherCheck));
    crashPoint("reconcile:released");
    return true;
  }
  const found = await findOutcome(deps, scope, { attempt, payment }, realAgeMs);
  crashPoint("reconcile:psp-answered");
  const isUnseen = !isHeld && wasNeverShown(deps, attempt, realAgeMs);
  const outcome = isUnseen && found.kind === "unknown" ? neverShown : found;
  const applied = await applyOutcome(deps, scope, lease.id, outcome, { lease, whenAsked: attempt });
  crashPoint("reconcile:outcome-applied");
  // The lease was released with the decision.
  if (applied === "moved" && isFinalOutcome(outcome)) return true;
  if (applied !== "fenced_off" && isTimedOut(outcome, attempt, ageMs))
    await releaseAttempt(deps, scope, lease.id);
  crashPoint("reconcile:called-off");
  const mayAnswer = (await deps.connectors.routeForAccount(scope, attempt.connectorAccount)) !== undefined;
  const next = nextCheckAfter(applied, attempt, outcome, mayAnswer);
  await deps.database.inTenant(scope, async (trx) => {
    // A PSP that didn't answer is asked again in real time, whatever the session's clock shows.
    if (outcome.kind !== "unknown") await enterTimeOfAttempt(trx, lease.id);
    releaseLease(trx, lease, next);
  });
  crashPoint("reconcile:released");
  return applied !== "fenced_off";
}

/**
 * The attempt with its payment, and its age by its session's clock and in real time; of an attempt whose hosted page has no
 * reference, also whether its account is held.
 */
function readLeased(deps: PaymentDeps, lease: Lease) {
  return deps.database.inTenant(lease, async (trx) => {
    const clock = await enterTimeOfAttempt(trx, lease.id);
    const [ageMs, attempt, payment] = await Promise.all([
      attemptAgeMs(trx, lease.id),
      getAttempt(trx, lease.id),
      getPaymentOfAttempt(trx, lease.id),
    ]);
    const realAgeMs = clock ? deps.clock.nowMs() - idTimeMs(lease.id) : ageMs;
    return {
      attempt,
      payment,
      ageMs,
      realAgeMs,
      isHeld: attempt && (await isAccountHeld(deps, trx, attempt)),
    };
  });
}

/**
 * A new status starts its own schedule; otherwise the current one goes on. A notification may make an attempt due that is
 * decided or under review: it is asked about until the PSP answers, as long as the tenant has an account there.
 *
 * @param mayAnswer whether the tenant still has the attempt's account
 */
function nextCheckAfter(
  applied: Applied,
  attempt: Attempt,
  outcome: AuthorizeOutcome,
  mayAnswer: boolean,
): NextCheck {
  const isNew = applied === "moved" || applied === "needs_review";
  const isDecided = !isLive(attempt.status);
  if (mayAnswer && outcome.kind === "unknown" && (isDecided || attempt.status === "needs_review"))
    return { checks: attempt.checks, nextCheckAfterMs: unansweredCheckMs, evenIfDecided: isDecided };
  const checks = isNew ? 0 : attempt.checks + 1;
  const status = applied === "moved" ? outcome.kind : isNew ? "needs_review" : attempt.status;
  return { checks, nextCheckAfterMs: nextCheckMs(status, checks), evenIfDecided: false };
}

/**
 * Asks the PSP about one attempt right now: the customer is back from their bank and waits. The intent to ask is committed
 * first. If this process dies before it has applied the answer, the reconcile job asks once the call's deadline is over,
 * and not only when the customer's time at the bank is.
 *
 * @param query what the customer's browser brought back in the address
 */
export async function reconcileNow(
  deps: PaymentDeps,
  scope: TenantScope,
  attempt: Attempt,
  query: Readonly<Record<string, unknown>> = {},
): Promise<Applied> {
  const withinMs = deps.pspTimeoutMs + callMarginMs;
  const route = await deps.connectors.routeForAccount(scope, attempt.connectorAccount);
  const returnedWith = returnParameters(route, query) ?? attempt.returnedWith;
  const payment = await deps.database.inTenant(scope, async (trx) => {
    if (returnedWith !== attempt.returnedWith) setReturnedWith(trx, attempt.id, returnedWith ?? {});
    allowFinish(trx, attempt.id);
    await checkWithin(trx, attempt.id, withinMs);
    return present(await getPayment(trx, attempt.paymentId), "the payment of an attempt");
  });
  crashPoint("return:intent-committed");
  const returned = { ...attempt, returnedWith };
  const outcome = await findOutcome(deps, scope, { attempt: returned, payment }, 0);
  crashPoint("return:psp-answered");
  return applyOutcome(deps, scope, attempt.id, outcome, { whenAsked: attempt });
}

/** More than any PSP's value needs. */
const returnValueMax = 4_000;

/** Those parameters of the return address that the PSP's look-ups need; undefined if there are none. */
function returnParameters(
  route: ConnectorRoute | undefined,
  query: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> | undefined {
  const values = (route?.connector.hosted?.returnParameters ?? []).flatMap((name) => {
    const value = query[name];
    return typeof value === "string" && value.length <= returnValueMax ? [[name, value] as const] : [];
  });
  return values.length === 0 ? undefined : Object.fromEntries(values);
}

type AttemptOfPayment = { readonly attempt: Attempt; readonly payment: Payment };

/** The attempt's outcome as the PSP reports it now. */
async function findOutcome(
  deps: PaymentDeps,
  scope: TenantScope,
  { attempt, payment }: AttemptOfPayment,
  realAgeMs: number,
): Promise<AuthorizeOutcome> {
  const route = await deps.connectors.routeForAccount(scope, attempt.connectorAccount);
  if (!route) return { kind: "unknown", detail: `no account ${attempt.connectorAccount}` };
  const ref = await readChargeRef(deps, scope, route, { attempt, payment });
  const found = await findCharge(deps, scope, route, attempt, ref);
  switch (found.kind) {
    case "found":
      return found.outcome;
    case "awaits_finish":
      return finishAttempt(deps, scope, route, ref, attempt);
    case "not_charged":
      return outcomeWhenNotCharged(deps, attempt, realAgeMs);
    case "unknown":
      return found;
  }
}

/**
 * Whether nobody can have seen the attempt's hosted page: its reference was never stored, and the process that asked for it has
 * stopped waiting. While the account is held, the database may be a restored backup that lacks the reference.
 */
const wasNeverShown = (deps: PaymentDeps, attempt: Attempt, realAgeMs: number): boolean =>
  lacksReference(attempt) && realAgeMs >= deps.pspTimeoutMs + callMarginMs;

const lacksReference = ({ hosted, hostedReference }: Attempt): boolean => hosted && hostedReference === null;

async function isAccountHeld(deps: PaymentDeps, trx: TenantTransaction, attempt: Attempt): Promise<boolean> {
  if (!lacksReference(attempt)) return false;
  return isHeld(trx, [attempt.connectorAccount], deps.databaseWatch?.beatsSeen ?? 0);
}

/** Whether the customer's time for the action at their bank, for the hosted page, or for their transfer, is over. */
function isTimedOut(outcome: AuthorizeOutcome, { startedAt }: Attempt, ageMs: number): boolean {
  if (outcome.kind === "action_required") {
    const { expiresAt } = outcome;
    return expiresAt === null ? ageMs > actionTimeoutMs : startedAt.getTime() + ageMs > Date.parse(expiresAt);
  }
  if (outcome.kind !== "pending" || outcome.instructions === null) return false;
  const { payBefore } = outcome.instructions;
  return payBefore === null
    ? ageMs >= transferTimeoutMs
    : startedAt.getTime() + ageMs >= Date.parse(payBefore);
}

/** Asks the PSP for an attempt's charge. New disputes that it lists with the charge are reported to the disputes' job. */
async function findCharge(
  deps: PaymentDeps,
  scope: TenantScope,
  { connector, account }: ConnectorRoute,
  attempt: Attempt,
  ref: ChargeRef,
): Promise<FindChargeOutcome> {
  const found = await connector.findCharge(ref, { timeoutMs: deps.pspTimeoutMs });
  crashPoint("reconcile:psp-found");
  if (found.kind !== "found" || found.charge.disputes.length === 0) return found;
  const charge = { connectorAccount: account.id, attemptId: attempt.id };
  await deps.database.inTenant(scope, (trx) => reportUnknownDisputes(trx, charge, found.charge.disputes));
  return found;
}

/**
 * The outcome when the PSP has charged nothing. While the call may still be on its way it is unknown. After that no
 * money has moved, and none will.
 */
function outcomeWhenNotCharged(deps: PaymentDeps, attempt: Attempt, ageMs: number): AuthorizeOutcome {
  if (ageMs < deps.pspTimeoutMs + callMarginMs)
    return { kind: "unknown", detail: "the PSP doesn't know the attempt yet" };
  return { kind: "declined", pspReference: attempt.pspReference, reason: "abandoned" };
}
