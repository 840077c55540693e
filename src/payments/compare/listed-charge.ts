import type { ListedCharge, ListedMovement } from "../../connectors/contract.ts";
import type { ConnectorRoute } from "../../connectors/registry.ts";
import { Counter } from "../../kernel/counter.ts";
import { attemptCalledOffBy, attemptReturnedBy } from "../movements/psp-keys.ts";
import type { MovementKind } from "../movements/state.ts";
import type { Attempt } from "../payment.ts";

/** A charge that gets no attempt: it is quarantined already, or took no money and its session expects none. */
export type NotOurs = "not_ours";

/** The attempt of a charge, as it was when the page was read. */
export type KnownAttempt = Pick<Attempt, "status" | "amountReceived" | "connectorAccount"> & {
  /** The payment's currency. */
  readonly currency: string;
};

/** The result of comparing one listed charge or movement with the database. */
export type Compared =
  /** Nothing new. */
  | "known"
  /** The database was missing it or its outcome, and has it now. */
  | "learned"
  /** It matches nothing in the database; stored for a person to look at. */
  | "quarantined"
  /** It can't be applied yet. The list is read again once what it waits for is decided, or by the next comparison. */
  | "postponed"
  /** It belongs to a payment that needs a review. The list is read again from this charge once the review is over. */
  | "awaits_review";

/** The results of comparisons since the process started. For the metrics. */
export const comparisons = new Counter<Compared>([
  "known",
  "learned",
  "quarantined",
  "postponed",
  "awaits_review",
]);

/**
 * A charge in a PSP's list, the account whose list it is, and when the PSP was asked for the list, in milliseconds since 1970 by
 * the database's clock.
 */
export type Listed = {
  readonly route: ConnectorRoute;
  readonly charge: ListedCharge;
  readonly askedMs: number;
};

/**
 * The outcome of a listed charge. A call-off that released an authorization makes it declined: PSPs list such a charge with
 * its approval. A call-off that released nothing came before the approval: the charge is approved, and its money is late.
 */
export function outcomeOf(charge: ListedCharge): ListedCharge["outcome"] {
  const calledOff = charge.movements.some(
    ({ idempotencyKey, amount, outcome }) =>
      isCallOff(idempotencyKey) && outcome.kind === "succeeded" && amount !== null,
  );
  if (!calledOff || charge.outcome.kind === "declined" || charge.outcome.kind === "failed")
    return charge.outcome;
  return { kind: "declined", pspReference: charge.outcome.pspReference, reason: "abandoned" };
}

/**
 * Whether a charge in another currency than its payment's was refunded or released completely at the PSP. It then holds no money,
 * and its amounts can't be counted among the payment's.
 */
export function isReturnedInOtherCurrency({ outcome, movements }: ListedCharge, currency: string): boolean {
  if (outcome.kind !== "approved" || outcome.currency === currency) return false;
  const back = movements.filter(({ kind, outcome: done }) => kind !== "capture" && done.kind === "succeeded");
  const sum = back.reduce((total, { amount }) => total + (amount ?? 0), 0);
  return sum >= outcome.amount + outcome.surplus;
}

/**
 * Whether Kassa has returned more of a charge than its surplus: it had treated the charge as late funds. It does so again, even
 * if the session is open in the restored backup.
 */
export function wasReturnedAsLate({ outcome, movements, idempotencyKey }: ListedCharge): boolean {
  if (outcome.kind !== "approved") return false;
  const returns = movements.filter(
    (movement) => attemptReturnedBy(movement.idempotencyKey) === idempotencyKey,
  );
  return returns.some(({ amount }) => (amount ?? 0) > outcome.surplus);
}

/** The kind of a listed movement in Kassa. PSPs list call-offs as voids. */
export const kindOf = ({ idempotencyKey, kind }: ListedMovement): MovementKind =>
  isCallOff(idempotencyKey) ? "call_off" : kind;

const isCallOff = (key: string): boolean => attemptCalledOffBy(key) !== undefined;
