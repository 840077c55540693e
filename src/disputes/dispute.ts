import { assert } from "../kernel/assert.ts";
import type { Dispute } from "../payments/dispute.ts";
import { type DisputeMoney, type DisputeState, stateOf } from "./state.ts";

/** The actions that a merchant can take: send evidence, or accept the dispute. */
export type DisputeAction = "evidence" | "accept";

/** A dispute with its internal fields. */
export type StoredDispute = Dispute & {
  /** The attempt whose charge is disputed. Null for old disputes, which are about the payment's own money. */
  readonly attemptId: string | null;
  readonly connectorAccount: string;
  readonly pspReference: string;
  /** The action that was sent to the PSP and isn't confirmed yet. Until then the evidence doesn't change. */
  readonly pendingAction: DisputeAction | null;
  /** The PSP's idempotency key of the pending action. */
  readonly actionKey: string | null;
  /** The number of actions so far, from which the next action's key is made. */
  readonly actionCount: number;
  /** The PSP's reasons for refused actions, by action key. */
  readonly refusedActions: Readonly<Record<string, string>>;
  /** The ids of the files that are part of the evidence; null for all files. */
  readonly evidenceFiles: readonly string[] | null;
  /**
   * How often the PSP has changed its decision: the changes of state or lost amount after the first decision. The dispute's postings
   * have it as their version.
   */
  readonly revision: number;
  /** The number of checks at the PSP since the last change. */
  readonly checks: number;
};

/** The state of a stored dispute. The database only allows stage and status that make one. */
export function stateOfStored(dispute: Pick<Dispute, "stage" | "status">): DisputeState {
  const state = stateOf(dispute);
  assert(state !== undefined, "a stored dispute has an impossible state");
  return state;
}

/** Where the money of a stored dispute is. */
export const moneyOf = (
  dispute: Pick<Dispute, "stage" | "status" | "amount" | "amountLost">,
): DisputeMoney => ({
  state: stateOfStored(dispute),
  amount: dispute.amount,
  amountLost: dispute.amountLost,
});
