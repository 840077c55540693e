import type { Mode } from "../kernel/mode.ts";

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
  capture(request: CaptureRequest, call: CallOptions): Promise<MovementOutcome>;
  /** Releases an authorization that has not been captured. */
  void(request: VoidRequest, call: CallOptions): Promise<MovementOutcome>;
  refund(request: RefundRequest, call: CallOptions): Promise<MovementOutcome>;
  /** What the PSP knows about an earlier authorize call with this idempotency key. */
  findByKey(request: FindRequest, call: CallOptions): Promise<FindOutcome>;
  /** Verifies a notification's signature over the raw bytes, and only then reads it. */
  parseNotification(request: NotificationRequest): NotificationOutcome;
};

export type PaymentMethodType = "card";

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
  readonly method: CardDetails;
  /** Where the PSP sends the consumer back to after an action such as 3-D Secure. */
  readonly returnUrl: string;
  /** BCP 47 tag of the language that the consumer reads, for the pages that the PSP shows; null when it isn't known. */
  readonly locale: string | null;
  readonly description: string | null;
};

export type CaptureRequest = MovementRequest;
export type VoidRequest = Omit<MovementRequest, "amount" | "currency">;
export type RefundRequest = MovementRequest;

type MovementRequest = {
  readonly account: ConnectorAccount;
  readonly idempotencyKey: string;
  readonly pspReference: string;
  readonly amount: number;
  readonly currency: string;
};

export type AuthorizeOutcome =
  | (PspEvidence & { readonly kind: "approved"; readonly captured: boolean })
  | { readonly kind: "declined"; readonly pspReference: string | null; readonly reason: DeclineReason }
  | { readonly kind: "action_required"; readonly pspReference: string; readonly redirectUrl: string }
  | { readonly kind: "pending"; readonly pspReference: string }
  | { readonly kind: "unknown"; readonly detail: string };

/** What the PSP says it took, held against the session before it counts (invariant 11). */
export type PspEvidence = {
  readonly pspReference: string;
  readonly amount: number;
  readonly currency: string;
};

export type MovementOutcome =
  | { readonly kind: "succeeded"; readonly pspReference: string }
  | { readonly kind: "pending"; readonly pspReference: string }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "unknown"; readonly detail: string };

export type FindRequest = { readonly account: ConnectorAccount; readonly idempotencyKey: string };

export type FindOutcome =
  | { readonly kind: "found"; readonly outcome: Exclude<AuthorizeOutcome, { kind: "unknown" }> }
  | { readonly kind: "not_found" }
  | { readonly kind: "unknown"; readonly detail: string };

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
      readonly idempotencyKey: string;
      readonly mode: Mode;
      readonly outcome: Exclude<AuthorizeOutcome, { kind: "unknown" }>;
    };

/** Why a payment was declined, one word for every PSP; the page has a text for each. */
export const declineReasons = [
  "generic_decline",
  "insufficient_funds",
  "expired_card",
  "incorrect_cvc",
  "processing_error",
  "authentication_failed",
  "abandoned",
] as const;
export type DeclineReason = (typeof declineReasons)[number];
