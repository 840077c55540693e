import type { DisputeFacts } from "../connectors/disputes.ts";
import type { Fence } from "../database/leases.ts";
import type { TenantScope, TenantTransaction, Transaction } from "../database/transaction.ts";
import type { EventType } from "../events/event-types.ts";
import { present } from "../kernel/assert.ts";
import { Counter } from "../kernel/counter.ts";
import { crashPoint } from "../kernel/crash-point.ts";
import { toApiDispute } from "../payments/dispute.ts";
import {
  type DisputedCharge,
  findDisputedCharge,
  isDeclineUnconfirmed,
} from "../payments/dispute-reports/disputed-charge.ts";
import { reportDispute } from "../payments/dispute-reports/report-dispute.ts";
import { returnAfterDispute } from "../payments/late-funds/return-late-funds.ts";
import type { Begun } from "../payments/movements/begin-movement.ts";
import { carryOut } from "../payments/movements/move-money.ts";
import { lockSession } from "../sessions/find-session.ts";
import { recordNumberedEvent } from "../sessions/transition-session.ts";
import { openDispute, updateDispute } from "./change-dispute.ts";
import type { DisputeDeps } from "./deps.ts";
import { type StoredDispute, stateOfStored } from "./dispute.ts";
import { matchFacts, type QuarantineReason, quarantineReasons, type Verdict } from "./match-facts.ts";
import { findByReference } from "./queries.ts";
import { eventsOf, isOver } from "./state.ts";

/** The result of applying what a PSP reports about a dispute. */
export type Applied =
  | { readonly kind: "moved" | "no_change"; readonly dispute: StoredDispute }
  /** The dispute has ended since the PSP was asked, and the answer says something else. It is reported, so that the PSP is asked again. */
  | { readonly kind: "outdated"; readonly dispute: StoredDispute }
  | { readonly kind: "too_early" }
  | { readonly kind: "quarantined"; readonly reason: QuarantineReason }
  /** The job had lost its lease. */
  | { readonly kind: "fenced_off" };

/** The lease of a job that asks a PSP. Both functions run under the session's lock, in the transaction of the change. */
export type Guard = {
  readonly holds: Fence;
  /** Releases the lease and sets the time of the next check. */
  readonly settle: (trx: Transaction, applied: Applied) => Promise<void>;
};

/** What of a dispute shows whether it has changed. */
export type Standing = Pick<StoredDispute, "stage" | "status" | "revision">;

export type ApplyOptions = {
  readonly guard?: Guard;
  /**
   * The dispute as it was stored when the PSP was asked; undefined if it wasn't. Only if it is still the same, an answer may change a
   * dispute that is over: two answers can arrive in the wrong order, and the one that says "won" may be older than the loss.
   */
  readonly whenAsked?: Standing | undefined;
  /** Key of the action that the PSP has confirmed with these facts. */
  readonly confirmed?: string;
};

/** Reports of PSPs that were not applied, by reason. */
export const disputesQuarantined = new Counter<QuarantineReason>(quarantineReasons);

/**
 * Applies what a PSP reports about a dispute: writes the dispute, the payment's disputed amount, the ledger's postings and the
 * events in one transaction. Reports, checks and the merchant's own actions all end here. Each change happens once, however
 * often and in whatever order they arrive, because the state table decides under the session's lock.
 *
 * @param account id of the connector account that was asked
 */
export async function applyFacts(
  deps: DisputeDeps,
  scope: TenantScope,
  account: string,
  facts: DisputeFacts,
  options: ApplyOptions = {},
): Promise<Applied> {
  const decided = await deps.database.inTenant(scope, async (trx): Promise<Decided> => {
    const known = await readKnown(trx, account, facts);
    const { guard } = options;
    if (guard && !(await guard.holds(trx))) return { applied: { kind: "fenced_off" } };
    const result = await decide(deps, trx, { account, facts, known, options });
    await guard?.settle(trx, result.applied);
    crashPoint("apply-dispute:before-commit");
    return result;
  });
  crashPoint("apply-dispute:committed");
  const { applied } = decided;
  if (applied.kind === "quarantined") logQuarantine(deps, facts.pspReference, applied.reason);
  if (decided.return) await carryOut(deps, scope, decided.return);
  return applied;
}

type Decided = {
  readonly applied: Applied;
  /** The return of late funds that the dispute had delayed. It is recorded, and is carried out after the commit. */
  readonly return?: Begun | undefined;
};

/** Counts and logs a quarantined report. Its content isn't stored; it can be read at the PSP. */
export function logQuarantine(deps: DisputeDeps, pspReference: string, reason: QuarantineReason): void {
  disputesQuarantined.add(reason);
  deps.log.error(
    { dispute: pspReference, reason },
    "a PSP's report of a dispute doesn't match and was not applied",
  );
}

type Known = {
  readonly dispute: StoredDispute | undefined;
  readonly charge: DisputedCharge | undefined;
  readonly clockId: string | null;
};

/** Locks the session first, then reads what belongs to it: all locks are taken in this order. */
async function readKnown(trx: TenantTransaction, account: string, facts: DisputeFacts): Promise<Known> {
  const read = async () => ({
    dispute: await findByReference(trx, account, facts.pspReference),
    charge: await findDisputedCharge(trx, facts.chargeKey),
  });
  const found = await read();
  const sessionId = found.dispute?.sessionId ?? found.charge?.payment.sessionId;
  if (sessionId === undefined) return { ...found, clockId: null };
  const session = present(await lockSession(trx, sessionId), "the session of a dispute");
  // Read again: the rows may have changed while the transaction waited for the lock.
  return { ...(await read()), clockId: session.clockId };
}

type DecisionInput = {
  readonly account: string;
  readonly facts: DisputeFacts;
  readonly known: Known;
  readonly options: ApplyOptions;
};

async function decide(
  deps: DisputeDeps,
  trx: TenantTransaction,
  { account, facts, known, options }: DecisionInput,
): Promise<Decided> {
  const isNewer = isSame(known.dispute, options.whenAsked);
  const verdict = matchFacts(facts, known.charge, known.dispute, { account, isNewer });
  // After a restore, a mismatch may be about data that the comparison has yet to restore.
  if (verdict.kind === "quarantined" && (await deps.mayBeMissingPayments(trx)))
    return { applied: { kind: "too_early" } };
  if (verdict.kind === "quarantined" && verdict.reason === "charge_not_captured") {
    const { attempt } = present(known.charge, "the charge that took no money");
    if (await isDeclineUnconfirmed(trx, attempt, facts.pspReference))
      return { applied: { kind: "too_early" } };
  }
  if (verdict.kind === "outdated") {
    const { pspReference, chargeKey: attemptId } = facts;
    await reportDispute(trx, { connectorAccount: account, pspReference, attemptId });
    return { applied: { ...verdict, dispute: present(known.dispute, "the dispute of an older report") } };
  }
  if (verdict.kind !== "fits") return { applied: verdict };
  const change = { facts, verdict, charge: present(known.charge, "the charge of matching facts") };
  const dispute = known.dispute
    ? await updateDispute(trx, known.dispute, change, options.confirmed)
    : await openDispute(trx, {
        ...change,
        account,
        clockId: known.clockId,
        nowMs: deps.clock.nowMs(),
      });
  if (!dispute) {
    const unchanged = present(known.dispute, "the unchanged dispute");
    return { applied: { kind: "no_change", dispute: unchanged } };
  }
  for (const type of eventsFor(verdict)) {
    await recordNumberedEvent(deps, trx, type, dispute.sessionId, toApiDispute(dispute));
  }
  return { applied: { kind: "moved", dispute }, return: await returnLate(deps, trx, dispute) };
}

const isSame = (dispute: Standing | undefined, before: Standing | undefined): boolean =>
  dispute?.stage === before?.stage &&
  dispute?.status === before?.status &&
  dispute?.revision === before?.revision;

/** Returns late funds that waited for the end of its dispute, unless the customer got it through the dispute. */
async function returnLate(
  deps: DisputeDeps,
  trx: TenantTransaction,
  dispute: StoredDispute,
): Promise<Begun | undefined> {
  const { late, attemptId, paymentId } = dispute;
  if (!late || attemptId === null || !isOver(stateOfStored(dispute))) return undefined;
  return returnAfterDispute(deps, trx, { paymentId, attemptId });
}

/** A change of the evidence or the fee alone is an event, too. */
function eventsFor({ from, to }: Extract<Verdict, { kind: "fits" }>): EventType[] {
  return to === "no_change" ? ["dispute.updated"] : eventsOf(from, to);
}
