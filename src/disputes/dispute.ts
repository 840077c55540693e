import { assert } from "../kernel/assert.ts";
import type { Dispute } from "../payments/dispute.ts";
import { type DisputeState, stateOf } from "./state.ts";

/** What a merchant can have a PSP do about a dispute. */
export type DisputeAction = "evidence" | "accept";

/** A dispute with what only its operations need to know. */
export type StoredDispute = Dispute & {
  /** Whose charge is disputed. Null of disputes from before it was kept, which are of the payment's own money. */
  readonly attemptId: string | null;
  readonly connectorAccount: string;
  readonly pspReference: string;
  /** What was asked of the PSP and isn't confirmed yet. Meanwhile the evidence doesn't change. */
  readonly pendingAction: DisputeAction | null;
  /** The PSP's idempotency key of the pending action. */
  readonly actionKey: string | null;
  /** How many actions there have been; the next one's key is made of it. */
  readonly actionCount: number;
  /** Why the PSP refused actions, by their keys. */
  readonly refusedActions: Readonly<Record<string, string>>;
  /** Which of its files the evidence is made of; null for all. */
  readonly evidenceFiles: readonly string[] | null;
  /** How often the PSP has been asked since the last change. */
  readonly checks: number;
};

/** Where a stored dispute stands; the database holds stage and status to the states that exist. */
export function stateOfStored(dispute: Pick<Dispute, "stage" | "status">): DisputeState {
  const state = stateOf(dispute);
  assert(state !== undefined, "a stored dispute is in a state that doesn't exist");
  return state;
}
