import type { DeclineReason, Refusal } from "./errors.ts";
import type { Fault } from "./faults.ts";

/** The issuer's checks of the entered details, besides its decision. */
export type Checks = {
  readonly cvc: "pass" | "fail" | "unchecked";
  readonly postcode: "pass" | "fail" | "unchecked";
  readonly threeDSecure: "challenged" | "frictionless" | "attempted" | "none";
};

export type DisputePlan = {
  readonly stage: "inquiry" | "chargeback";
  readonly reason: "fraudulent" | "product_not_received" | "duplicate" | "general";
};

/** The first status of a refund, and its later result: a refusal, or null for success. `afterAll`: it succeeds after it has failed. */
export type RefundPlan =
  | { readonly first: "pending"; readonly end: Refusal | null; readonly afterAll?: true }
  | { readonly first: "succeeded"; readonly end: Refusal }
  | { readonly first: "refused"; readonly reason: Refusal };

/**
 * Why a capture of an authorization, or a charge that was captured with its approval, fails after it has succeeded. `afterAll`: it
 * succeeds once more after that.
 */
export type CapturePlan = { readonly end: Refusal & DeclineReason; readonly afterAll?: true };

/** How the simulated PSP treats a test card, test IBAN or other method. */
export type Behaviour = {
  /** `challenge` waits for the customer, `later` for a delay; `end` is the decline that follows, null for an approval. */
  readonly answer:
    | { readonly kind: "approve" }
    | { readonly kind: "decline"; readonly reason: DeclineReason }
    | { readonly kind: "challenge" | "later"; readonly end: DeclineReason | null };
  readonly checks?: Partial<Checks>;
  /** Why it is declined instead if the customer has entered a postcode. */
  readonly postalCodeDecline?: DeclineReason;
  readonly dispute?: DisputePlan;
  readonly capture?: CapturePlan;
  readonly refund?: RefundPlan;
  /** The fault of the authorize call. */
  readonly fault?: Fault;
  /** The fault of the first answer to each capture, void and refund. */
  readonly movementFault?: Fault;
};

const approve = { kind: "approve" } as const;
const approvedLater = { kind: "later", end: null } as const;
const decline = (reason: DeclineReason): Behaviour => ({ answer: { kind: "decline", reason } });
const declineLater = (end: DeclineReason): Behaviour => ({ answer: { kind: "later", end } });
const challenge = (end: DeclineReason | null): Behaviour => ({ answer: { kind: "challenge", end } });

/** By the outcome's name. The PSP stores this name with a charge, never the card's number. */
export const behaviours = {
  approve: { answer: approve },
  cvc_check_fails: { answer: approve, checks: { cvc: "fail" } },
  postcode_check_fails: { answer: approve, checks: { postcode: "fail" } },
  postcode_mismatch: { answer: approve, postalCodeDecline: "incorrect_postal_code" },

  generic_decline: decline("generic_decline"),
  insufficient_funds: decline("insufficient_funds"),
  expired_card: decline("expired_card"),
  incorrect_cvc: decline("incorrect_cvc"),
  incorrect_number: decline("incorrect_number"),
  lost_card: decline("lost_card"),
  stolen_card: decline("stolen_card"),
  fraudulent: decline("fraudulent"),
  card_velocity_exceeded: decline("card_velocity_exceeded"),
  do_not_honor: decline("do_not_honor"),
  card_not_supported: decline("card_not_supported"),
  currency_not_supported: decline("currency_not_supported"),
  withdrawal_limit_exceeded: decline("withdrawal_limit_exceeded"),
  processing_error: decline("processing_error"),

  challenge: challenge(null),
  challenge_then_generic_decline: challenge("generic_decline"),
  challenge_then_insufficient_funds: challenge("insufficient_funds"),
  challenge_fails: challenge("authentication_failed"),
  frictionless: { answer: approve, checks: { threeDSecure: "frictionless" } },
  authentication_attempted: { answer: approve, checks: { threeDSecure: "attempted" } },
  authentication_failed: decline("authentication_failed"),
  authentication_required: decline("authentication_required"),

  approve_later: { answer: approvedLater },
  decline_later: declineLater("generic_decline"),

  dispute_fraudulent: { answer: approve, dispute: { stage: "chargeback", reason: "fraudulent" } },
  dispute_not_received: { answer: approve, dispute: { stage: "chargeback", reason: "product_not_received" } },
  inquiry: { answer: approve, dispute: { stage: "inquiry", reason: "general" } },

  capture_fails_later: { answer: approve, capture: { end: "expired_card" } },
  capture_fails_then_succeeds: { answer: approve, capture: { end: "expired_card", afterAll: true } },

  refund_later: { answer: approve, refund: { first: "pending", end: null } },
  refund_comes_back: { answer: approve, refund: { first: "succeeded", end: "expired_card" } },
  refund_fails_later: { answer: approve, refund: { first: "pending", end: "lost_or_stolen_card" } },
  refund_fails_then_succeeds: {
    answer: approve,
    refund: { first: "pending", end: "account_closed", afterAll: true },
  },
  refund_refused: { answer: approve, refund: { first: "refused", reason: "insufficient_balance" } },

  approve_then_time_out: { answer: approve, fault: "timeout_after_charge" },
  time_out_before_charge: { answer: approve, fault: "timeout_before_charge" },
  approve_then_500: { answer: approve, fault: "status_500_after_charge" },
  too_many_requests: { answer: approve, fault: "status_429" },
  movements_time_out: { answer: approve, movementFault: "timeout_after_charge" },
  movements_answer_500: { answer: approve, movementFault: "status_500_after_charge" },

  debit_succeeds: { answer: approvedLater },
  debit_not_authorized: declineLater("debit_not_authorized"),
  debit_account_closed: declineLater("account_closed"),
  debit_insufficient_funds: declineLater("insufficient_funds"),
  debit_comes_back: { answer: approvedLater, capture: { end: "account_closed" } },
  debit_disputed: { answer: approvedLater, dispute: { stage: "chargeback", reason: "general" } },

  wallet: challenge(null),
  /** The customer hasn't chosen yet what to pay with. */
  hosted_page: challenge(null),
  bank_transfer: { answer: approvedLater },
} satisfies Readonly<Record<string, Behaviour>>;
export type TestOutcome = keyof typeof behaviours;

export function behaviourOf(outcome: TestOutcome): Behaviour {
  return behaviours[outcome];
}
