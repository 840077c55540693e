import type { DisputeFacts } from "../connectors/contract.ts";
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
  recheckDeclined,
} from "../payments/dispute-reports/disputed-charge.ts";
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

/** What came of a PSP's word. */
export type Applied =
  | { readonly kind: "moved" | "no_change"; readonly dispute: StoredDispute }
  | { readonly kind: "too_early" }
  | { readonly kind: "quarantined"; readonly reason: QuarantineReason }
  /** The asker had lost the right to write. */
  | { readonly kind: "fenced_off" };

/** The right by which a job writes. Both are asked under the session's lock, in the transaction of the change. */
export type Guard = {
  readonly holds: Fence;
  /** Lets go of the right and says when to ask again. */
  readonly settle: (trx: Transaction, applied: Applied) => Promise<void>;
};

export type ApplyOptions = {
  readonly guard?: Guard;
  /** Key of the action that the PSP has confirmed with these facts. */
  readonly confirmed?: string;
};

/** What PSPs said that was not applied, by why. */
export const disputesQuarantined = new Counter<QuarantineReason>(quarantineReasons);

/**
 * Commits what a PSP says of a dispute: the dispute, the payment's disputed amount, the ledger's postings and the events,
 * in one transaction. Reports, checks and the merchant's own actions all end here. However often and in whatever order
 * they come, each change happens once, for the state table decides under the session's lock.
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
  if (applied.kind === "quarantined") reportQuarantine(deps, facts.pspReference, applied.reason);
  if (decided.return) await carryOut(deps, scope, decided.return);
  return applied;
}

type Decided = {
  readonly applied: Applied;
  /** The refund of late funds that the dispute had blocked: recorded, and to be carried out now. */
  readonly return?: Begun | undefined;
};

/** One line for the operator and one more in the count; the PSP's word itself stays at the PSP. */
export function reportQuarantine(deps: DisputeDeps, pspReference: string, reason: QuarantineReason): void {
  disputesQuarantined.add(reason);
  deps.log.error({ dispute: pspReference, reason }, "what a PSP says of a dispute doesn't fit; not applied");
}

type Known = {
  readonly dispute: StoredDispute | undefined;
  readonly charge: DisputedCharge | undefined;
  readonly clockId: string | null;
};

/** Locks are always taken in this order: session, then what belongs to it. */
async function readKnown(trx: TenantTransaction, account: string, facts: DisputeFacts): Promise<Known> {
  const read = async () => ({
    dispute: await findByReference(trx, account, facts.pspReference),
    charge: await findDisputedCharge(trx, facts.chargeKey),
  });
  const found = await read();
  const sessionId = found.dispute?.sessionId ?? found.charge?.payment.sessionId;
  if (sessionId === undefined) return { ...found, clockId: null };
  const session = present(await lockSession(trx, sessionId), "the session of a dispute");
  // Read again: what was read before the lock may have changed while waiting for it.
  return { ...(await read()), clockId: session.clockId };
}

type Question = {
  readonly account: string;
  readonly facts: DisputeFacts;
  readonly known: Known;
  readonly options: ApplyOptions;
};

async function decide(
  deps: DisputeDeps,
  trx: TenantTransaction,
  { account, facts, known, options }: Question,
): Promise<Decided> {
  const verdict = matchFacts(facts, known.charge, known.dispute, account);
  // After a restore, what doesn't fit may be about what the comparison is about to bring in.
  if (verdict.kind === "quarantined" && (await deps.mayBeMissingPayments(trx)))
    return { applied: { kind: "too_early" } };
  if (verdict.kind === "quarantined" && verdict.reason === "charge_not_captured")
    await recheckDeclined(trx, present(known.charge, "the charge that took nothing").attempt);
  if (verdict.kind !== "fits") return { applied: verdict };
  const change = { facts, verdict, charge: present(known.charge, "the charge of facts that fit it") };
  const dispute = known.dispute
    ? await updateDispute(trx, known.dispute, change, options.confirmed)
    : await openDispute(trx, {
        ...change,
        account,
        clockId: known.clockId,
        nowMs: deps.clock.nowMs(),
      });
  if (!dispute) {
    const unchanged = present(known.dispute, "the dispute without a change");
    return { applied: { kind: "no_change", dispute: unchanged } };
  }
  for (const type of eventsFor(verdict)) {
    await recordNumberedEvent(deps, trx, type, dispute.sessionId, toApiDispute(dispute));
  }
  return { applied: { kind: "moved", dispute }, return: await returnLate(deps, trx, dispute) };
}

/** Refunds late funds that waited for the end of their dispute, unless the dispute gave them to the customer. */
async function returnLate(
  deps: DisputeDeps,
  trx: TenantTransaction,
  dispute: StoredDispute,
): Promise<Begun | undefined> {
  const { late, attemptId, paymentId } = dispute;
  if (!late || attemptId === null || !isOver(stateOfStored(dispute))) return undefined;
  return returnAfterDispute(deps, trx, { paymentId, attemptId });
}

/** Evidence that arrived without changing anything else is told of, too. */
function eventsFor({ from, to }: Extract<Verdict, { kind: "fits" }>): EventType[] {
  return to === "no_change" ? ["dispute.updated"] : eventsOf(from, to);
}
