import type { DeclineReason, MovementRefusal } from "./reasons.ts";
import type { ThreeDSecure } from "./three-d-secure.ts";
import type { TransferInstructions } from "./transfer-instructions.ts";

/**
 * What a PSP answered, in Kassa's terms. `unknown` is every answer that isn't certain: a timeout, a broken connection, a 5xx, an unreadable
 * answer. Amounts are minor units.
 */

export type AuthorizeOutcome =
  | (ReportedAmount & {
      readonly kind: "approved";
      readonly captured: boolean;
      /**
       * The part of a transfer beyond `amount`, in minor units; 0 for every other method. It is final like the approval:
       * money that arrives later is another charge. Transfers can't be charged back, so it can't be disputed.
       */
      readonly surplus: number;
      /**
       * The merchant's own rules accept another amount than was requested, such as a transfer that lacks a few cents: `amount`
       * is captured as it is. Missing for every other approval.
       */
      readonly amountAccepted?: true;
      /** RFC 3339; until when the authorization can be captured. A past time if it lapsed without any capture. */
      readonly captureBefore: string | null;
      readonly card: CardChecks | null;
      /** What the customer paid with on the hosted page. Missing if Kassa's own page asked for it. */
      readonly paidWith?: PaidWith;
    })
  | { readonly kind: "declined"; readonly pspReference: string | null; readonly reason: DeclineReason }
  /**
   * The PSP had captured the whole charge with its approval, and has taken that back since: the money never came, or went back. It is
   * `approved` again if the money comes after all. Of a charge with manual capture, the capture fails instead.
   */
  | { readonly kind: "failed"; readonly pspReference: string; readonly reason: DeclineReason }
  | {
      readonly kind: "action_required";
      readonly pspReference: string | null;
      /** The PSP's reference of its hosted page; null if the action isn't on it, such as 3-D Secure. */
      readonly hostedReference: string | null;
      readonly redirectUrl: string;
      /** RFC 3339; when the PSP ends the action. Null if Kassa's own limit applies. */
      readonly expiresAt: string | null;
    }
  | {
      readonly kind: "pending";
      readonly pspReference: string;
      /** The account to which the customer sends a bank transfer. */
      readonly instructions: TransferInstructions | null;
      /** The part of a transfer received so far, in minor units; less than the amount. 0 for every other method. */
      readonly amountReceived: number;
      readonly paidWith?: PaidWith;
    }
  | { readonly kind: "unknown"; readonly detail: string };

/** The amount that the PSP reports. It must match the session before it counts (invariant 11). */
export type ReportedAmount = {
  readonly pspReference: string;
  readonly amount: number;
  readonly currency: string;
};

/** The issuer's checks of the entered details. */
export type CardChecks = {
  readonly cvc: "pass" | "fail" | "unchecked";
  readonly postcode: "pass" | "fail" | "unchecked";
  readonly threeDSecure: ThreeDSecure;
};

export type MovementOutcome =
  | {
      readonly kind: "succeeded";
      readonly pspReference: string;
      /** For a void: the released amount in minor units, if the PSP reports it. */
      readonly released?: number;
    }
  | { readonly kind: "pending"; readonly pspReference: string }
  /** Final: it wasn't done and won't be. For a refund that had succeeded: the money came back. */
  | { readonly kind: "refused"; readonly reason: MovementRefusal }
  /** With `delayedUntil`: nothing has moved, and the PSP refuses the call until then. It is repeated once that time has come. */
  | { readonly kind: "unknown"; readonly detail: string; readonly delayedUntil?: Date };

export type FindChargeOutcome =
  | {
      readonly kind: "found";
      /** A charge that was voided before any capture is declined as `abandoned`. */
      readonly outcome: Exclude<AuthorizeOutcome, { kind: "unknown" }>;
      readonly charge: ChargeFacts;
    }
  /**
   * Nothing was charged. It can only be wrong while the call that begins the charge is still on its way. A connector
   * that can't know returns `unknown`.
   */
  | { readonly kind: "not_charged" }
  /** The customer has approved on the hosted page, and nothing is charged before `HostedPages.finish`. */
  | { readonly kind: "awaits_finish" }
  | { readonly kind: "unknown"; readonly detail: string };

/** The movements and disputes of an approved charge. Amounts are minor units. */
export type ChargeFacts = {
  readonly amountCaptured: number;
  readonly amountRefunded: number;
  /** Whether the rest of the authorization was released, by a void, a final capture or a lapse. */
  readonly released: boolean;
  /** The PSP's dispute references. */
  readonly disputes: readonly string[];
};

export type FindMovementOutcome =
  | { readonly kind: "found"; readonly outcome: Exclude<MovementOutcome, { kind: "unknown" }> }
  /** The key was used for another amount, charge or `final`. The requested movement wasn't done and won't be. */
  | { readonly kind: "key_reused" }
  | { readonly kind: "not_found" }
  | { readonly kind: "unknown"; readonly detail: string };

/** The stored part of a card, by which people recognise it. */
export type CardSummary = { readonly brand: string; readonly last4: string };

/** The stored part of a debited bank account. */
export type BankAccountSummary = { readonly last4: string };

/** The card or account that the customer entered on the PSP's hosted page; both null for other methods. */
export type PaidWith = { readonly card: CardSummary | null; readonly bankAccount: BankAccountSummary | null };
