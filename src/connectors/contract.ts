import type { Mode } from "../kernel/mode.ts";
import type { PaymentMethodType } from "../kernel/payment-method.ts";

/**
 * What Kassa asks of a payment service provider (PSP), in the verbs of the field. A connector translates: it makes one
 * HTTP call with a deadline and says in Kassa's words what came of it. It never decides, never retries, never touches
 * the database. Whatever isn't certain, a timeout, a broken connection, a 5xx, an answer that can't be read, is
 * `unknown`; payments then asks again by key until it is certain.
 */
export type Connector = {
  readonly name: string;
  readonly methods: readonly PaymentMethodType[];
  /** Asks for the money. Captures at once when `capture` is "automatic". */
  authorize(request: AuthorizeRequest, call: CallOptions): Promise<AuthorizeOutcome>;
  /** Takes a part of an authorization; a final capture releases what is left of it. */
  capture(request: CaptureRequest, call: CallOptions): Promise<MovementOutcome>;
  /** Releases what has not been captured of an authorization, or calls off one that waits for the customer. */
  void(request: VoidRequest, call: CallOptions): Promise<MovementOutcome>;
  refund(request: RefundRequest, call: CallOptions): Promise<MovementOutcome>;
  /** What the PSP knows about an earlier authorize call with this idempotency key. */
  findByKey(request: FindRequest, call: CallOptions): Promise<FindOutcome>;
  /** What the PSP knows about an earlier capture, void or refund call with this idempotency key. */
  findMovement(request: FindMovementRequest, call: CallOptions): Promise<FindMovementOutcome>;
  /** Charges that changed since a time, in the order of their changes: how a restored backup learns what it has forgotten. */
  listCharges(request: ListChargesRequest, call: CallOptions): Promise<ListChargesOutcome>;
  findDispute(request: DisputeRequest, call: CallOptions): Promise<DisputeOutcome>;
  submitEvidence(request: EvidenceRequest, call: CallOptions): Promise<DisputeOutcome>;
  acceptDispute(
    request: DisputeRequest & { readonly idempotencyKey: string },
    call: CallOptions,
  ): Promise<DisputeOutcome>;
  /** Verifies a notification's signature over the raw bytes, and only then reads it. */
  parseNotification(request: NotificationRequest): NotificationOutcome;
  /** The time of sandbox objects that live on a clock; only a simulated PSP has it. */
  readonly clocks?: PspClocks;
};

export { type PaymentMethodType, paymentMethodTypes } from "../kernel/payment-method.ts";

/** How the customer pays. What is in here lives only in memory, from the form to the connector's request. */
export type PaymentMethod =
  | CardDetails
  /** Redirects to the wallet's own page. */
  | { readonly type: "wallet" }
  /** Approved or declined days later. */
  | { readonly type: "bank_debit"; readonly iban: string; readonly accountHolder: string }
  /** The customer sends the money from their bank; the PSP says where to. */
  | { readonly type: "bank_transfer" };

/** A tenant's credentials at a PSP. `settings` is the connector's own, decrypted for the call. */
export type ConnectorAccount = {
  readonly id: string;
  readonly tenantId: number;
  readonly mode: Mode;
  readonly settings: Readonly<Record<string, string>>;
};

export type CallOptions = { readonly timeoutMs: number };

/** A card as typed by the consumer. Lives only in memory, from the form to the connector's request. */
export type CardDetails = {
  readonly type: "card";
  readonly number: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly cvc: string;
};

export type AuthorizeRequest = {
  readonly account: ConnectorAccount;
  /** The attempt's id: stored before the call, and kept until the outcome is known. */
  readonly idempotencyKey: string;
  readonly session: string;
  /** Minor units; a safe integer. */
  readonly amount: number;
  readonly currency: string;
  readonly capture: "automatic" | "manual";
  readonly method: PaymentMethod;
  /** The clock that the session lives by, in the sandbox. */
  readonly clock: ClockReading | null;
  /** Where the PSP sends the consumer back to after an action such as 3-D Secure. */
  readonly returnUrl: string;
  /** BCP 47 tag of the language that the consumer reads, for the pages that the PSP shows; null when it isn't known. */
  readonly locale: string | null;
  readonly description: string | null;
};

export type CaptureRequest = MovementRequest & {
  /** Nothing will be captured after it: what is left is released. */
  readonly final: boolean;
};
export type VoidRequest = Omit<MovementRequest, "amount" | "currency">;
export type RefundRequest = MovementRequest;

type MovementRequest = {
  readonly account: ConnectorAccount;
  /** The movement's key: stored before the call, and kept. */
  readonly idempotencyKey: string;
  /** The movement's id, for the PSP to keep: a restored backup gives the movement its id again. */
  readonly reference?: string;
  readonly pspReference: string;
  readonly amount: number;
  readonly currency: string;
};

export type AuthorizeOutcome =
  | (PspEvidence & {
      readonly kind: "approved";
      readonly captured: boolean;
      /**
       * What a transfer brought beyond `amount`, in minor units; 0 of every other method. Final, like the approval: what
       * comes later is another charge. Transfers can't be charged back, so no dispute is about it.
       */
      readonly surplus: number;
      /** RFC 3339; until when an authorization can be captured: a time that is past, of one that has lapsed untouched. */
      readonly captureBefore: string | null;
      readonly card: CardChecks | null;
    })
  | { readonly kind: "declined"; readonly pspReference: string | null; readonly reason: DeclineReason }
  | { readonly kind: "action_required"; readonly pspReference: string; readonly redirectUrl: string }
  | {
      readonly kind: "pending";
      readonly pspReference: string;
      /** Where the customer sends a bank transfer. */
      readonly instructions: TransferInstructions | null;
      /** What of a transfer has come so far, in minor units; less than what was asked for. 0 of every other method. */
      readonly amountReceived: number;
    }
  | { readonly kind: "unknown"; readonly detail: string };

/** What the PSP says it took, held against the session before it counts (invariant 11). */
export type PspEvidence = {
  readonly pspReference: string;
  readonly amount: number;
  readonly currency: string;
};

/** What the issuer said of the details that were typed. */
export type CardChecks = {
  readonly cvc: "pass" | "fail" | "unchecked";
  readonly postcode: "pass" | "fail" | "unchecked";
  readonly threeDSecure: "challenged" | "frictionless" | "attempted" | "none";
};

export type TransferInstructions = {
  readonly iban: string;
  readonly bic: string;
  readonly accountHolder: string;
  readonly reference: string;
  /** The simulated bank's page, where a transfer can be made up; null outside the sandbox. */
  readonly simulatorUrl: string | null;
};

export type MovementOutcome =
  | {
      readonly kind: "succeeded";
      readonly pspReference: string;
      /** Of a void: what it released, in minor units, where the PSP says so. */
      readonly released?: number;
    }
  | { readonly kind: "pending"; readonly pspReference: string }
  /** Final: it wasn't done and won't be. Of a refund that had succeeded: the money came back. */
  | { readonly kind: "refused"; readonly reason: MovementRefusal }
  | { readonly kind: "unknown"; readonly detail: string };

/** Why a capture, void or refund wasn't done, one word for every PSP. */
export const movementRefusals = [
  "amount_too_large",
  "authorization_lapsed",
  "already_captured",
  "already_voided",
  "charge_disputed",
  "insufficient_balance",
  "account_closed",
  "expired_card",
  "lost_or_stolen_card",
  "refused_by_psp",
] as const;
export type MovementRefusal = (typeof movementRefusals)[number];

export type FindRequest = { readonly account: ConnectorAccount; readonly idempotencyKey: string };

/**
 * What was asked for. An answer about another amount, charge or `final` is `key_reused`, unless that was refused: then nothing
 * was moved under the key, and nothing will be. `amount`: minor units; null of a void.
 */
export type FindMovementRequest = FindRequest & {
  readonly kind: "capture" | "void" | "refund";
  readonly amount: number | null;
  /** Of a capture: whether nothing was to be captured after it. Unsaid: false. */
  readonly final?: boolean;
  /** The charge that it is of, by the PSP's reference. */
  readonly pspReference?: string | null;
};

export type FindOutcome =
  | {
      readonly kind: "found";
      /** A charge that was voided before anything was captured is declined as `abandoned`: it brings no money. */
      readonly outcome: Exclude<AuthorizeOutcome, { kind: "unknown" }>;
      readonly charge: ChargeFacts;
    }
  | { readonly kind: "not_found" }
  | { readonly kind: "unknown"; readonly detail: string };

/** What became of an approved charge since. Minor units. */
export type ChargeFacts = {
  readonly amountCaptured: number;
  readonly amountRefunded: number;
  /** Nothing of the authorization is left to capture: it was voided, captured finally, or has lapsed. */
  readonly released: boolean;
  /** The PSP's references of its disputes. */
  readonly disputes: readonly string[];
};

export type FindMovementOutcome =
  | { readonly kind: "found"; readonly outcome: Exclude<MovementOutcome, { kind: "unknown" }> }
  /** The key stands for another request: another amount, charge or `final`. This one wasn't done and won't be. */
  | { readonly kind: "key_reused" }
  | { readonly kind: "not_found" }
  | { readonly kind: "unknown"; readonly detail: string };

export type ListChargesRequest = {
  readonly account: ConnectorAccount;
  /** RFC 3339. Charges that were made later, and those with which something was done later. */
  readonly changedAfter: string;
  /** `next` of the page before. */
  readonly cursor: string | null;
};

export type ListChargesOutcome =
  | { readonly kind: "page"; readonly charges: readonly ListedCharge[]; readonly next: string | null }
  | { readonly kind: "unknown"; readonly detail: string };

/** What is kept of a card, to know it again by. */
export type ShownCard = { readonly brand: string; readonly last4: string };

/** What is kept of the account that a debit was made from. */
export type ShownAccount = { readonly last4: string };

export type ListedCharge = {
  /** When it, a movement or a dispute of it changed last, by real time. The list is in this order. */
  readonly changedAt: Date;
  readonly idempotencyKey: string;
  readonly session: string;
  readonly method: PaymentMethodType;
  readonly card: ShownCard | null;
  readonly bankAccount: ShownAccount | null;
  /** What the authorization came to, whatever was done with it since: `movements` and `disputes` tell that. */
  readonly outcome: Exclude<AuthorizeOutcome, { kind: "unknown" }>;
  readonly movements: readonly ListedMovement[];
  readonly disputes: readonly string[];
};

export type ListedMovement = {
  /** The key that it was asked for under. Of one made at the PSP's own dashboard what `findMovement` finds it by. */
  readonly idempotencyKey: string;
  /** What was sent as its reference; null when the PSP has none. */
  readonly reference: string | null;
  readonly kind: "capture" | "void" | "refund";
  /** Minor units; of a void what it released: null when that was nothing, because the charge had lapsed or waited for its customer. */
  readonly amount: number | null;
  readonly final: boolean;
  readonly outcome: Exclude<MovementOutcome, { kind: "unknown" }>;
};

export type DisputeRequest = { readonly account: ConnectorAccount; readonly pspReference: string };

export type EvidenceRequest = DisputeRequest & {
  readonly idempotencyKey: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly files: readonly {
    readonly name: string;
    readonly mediaType: string;
    readonly content: Buffer;
  }[];
};

export type DisputeOutcome =
  | { readonly kind: "known"; readonly dispute: DisputeFacts }
  | { readonly kind: "refused"; readonly detail: string }
  | { readonly kind: "unknown"; readonly detail: string };

export type DisputeFacts = {
  readonly pspReference: string;
  /** The idempotency key of the disputed charge: the attempt's id. */
  readonly chargeKey: string;
  readonly stage: "inquiry" | "chargeback";
  readonly status: "needs_response" | "under_review" | "won" | "lost" | "closed";
  readonly reason: DisputeReason;
  readonly amount: number;
  readonly currency: string;
  /** What the PSP charges for a chargeback; minor units of the same currency. */
  readonly fee: number;
  /** RFC 3339. */
  readonly evidenceDueAt: string | null;
};

export const disputeReasons = ["fraudulent", "product_not_received", "duplicate", "general"] as const;
export type DisputeReason = (typeof disputeReasons)[number];

export type NotificationRequest = {
  readonly account: ConnectorAccount;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly rawBody: Buffer;
  /** Milliseconds since 1970, for the age of the signature. */
  readonly nowMs: number;
};

export type NotificationOutcome =
  | { readonly kind: "refused"; readonly detail: string }
  | {
      readonly kind: "accepted";
      /** The PSP's own id of the notification: a second one with it changes nothing. */
      readonly eventId: string;
      readonly mode: Mode;
      readonly about: NotificationSubject;
    };

/** What a notification gives a reason to ask about. */
export type NotificationSubject =
  | { readonly kind: "charge"; readonly idempotencyKey: string }
  /** `charge`: the PSP's reference of the charge that it is of. */
  | { readonly kind: "movement"; readonly idempotencyKey: string; readonly charge: string }
  | { readonly kind: "dispute"; readonly pspReference: string; readonly chargeKey: string };

export type ClockReading = {
  readonly id: string;
  /** RFC 3339. */
  readonly now: string;
};

export type PspClocks = {
  /** When something of this clock's is due at the PSP next, at or before a time; null when nothing is. RFC 3339. */
  nextDue(
    request: { readonly account: ConnectorAccount; readonly clock: string; readonly until: string },
    call: CallOptions,
  ): Promise<
    | { readonly kind: "due"; readonly at: string | null }
    | { readonly kind: "unknown"; readonly detail: string }
  >;
  /** Sets the clock, after which what fell due by then has happened and its notifications are on their way. */
  set(
    request: { readonly account: ConnectorAccount; readonly clock: ClockReading },
    call: CallOptions,
  ): Promise<{ readonly kind: "done" } | { readonly kind: "unknown"; readonly detail: string }>;
};

/** Why a payment was declined, one word for every PSP; the page has a text for each. */
export const declineReasons = [
  "generic_decline",
  "insufficient_funds",
  "expired_card",
  "incorrect_cvc",
  "incorrect_number",
  "lost_card",
  "stolen_card",
  "fraudulent",
  "card_velocity_exceeded",
  "do_not_honor",
  "card_not_supported",
  "currency_not_supported",
  "withdrawal_limit_exceeded",
  "debit_not_authorized",
  "account_closed",
  "processing_error",
  "authentication_failed",
  "authentication_required",
  "abandoned",
] as const;
export type DeclineReason = (typeof declineReasons)[number];
