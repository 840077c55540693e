import type { KnownCardBrand } from "../kernel/card-brand.ts";
import type { PaymentMethodType } from "../kernel/payment-method.ts";
import type { CallOptions } from "./call-options.ts";
import type { CapabilitiesOf } from "./capabilities.ts";
import type { ConnectorAccount } from "./connector-account.ts";
import type { CustomerDetails } from "./customer-details.ts";
import type { Disputes } from "./disputes.ts";
import type { Proof, PspFact } from "./facts.ts";
import type { NotificationOutcome, NotificationRequest } from "./notifications.ts";
import type {
  AuthorizeOutcome,
  BankAccountSummary,
  CardSummary,
  FindChargeOutcome,
  FindMovementOutcome,
  MovementOutcome,
} from "./outcomes.ts";
import type { ClockReading, PspClocks } from "./psp-clocks.ts";
import type { DeclineReason } from "./reasons.ts";
import type { SettlementReports, Settlements } from "./settlements.ts";

/**
 * The operations that Kassa needs from a payment service provider (PSP). A connector translates: it makes one HTTP call
 * with a deadline and returns its outcome in Kassa's terms. It never decides, never retries and never touches the
 * database. An uncertain outcome (a timeout, a broken connection, a 5xx, an unreadable answer) is `unknown`. The
 * payments room then looks it up until it is certain. Every call about a charge names the whole charge, because PSPs
 * differ in what they find it by.
 */
export type Connector = {
  readonly name: string;
  /** The PSP's name as customers know it. */
  readonly title: string;
  /** How Kassa learns of a charge's state for certain. */
  readonly proof: Proof;
  readonly capabilities: CapabilitiesOf;
  /** Payments whose details Kassa's own page asks for. Missing if the PSP takes none of those. */
  readonly direct?: DirectPayments;
  /** The PSP's own payment page. Missing if it has none. */
  readonly hosted?: HostedPages;
  /** Captures all or part of an authorization. A final capture releases the rest. */
  capture(request: CaptureRequest, call: CallOptions): Promise<MovementOutcome>;
  /** Releases the uncaptured part of an authorization, or abandons a charge that waits for the customer. */
  void(request: VoidRequest, call: CallOptions): Promise<MovementOutcome>;
  refund(request: RefundRequest, call: CallOptions): Promise<MovementOutcome>;
  /** Looks up a charge that was begun earlier. */
  findCharge(charge: ChargeRef, call: CallOptions): Promise<FindChargeOutcome>;
  /** Looks up an earlier capture, void or refund call. */
  findMovement(request: FindMovementRequest, call: CallOptions): Promise<FindMovementOutcome>;
  /**
   * Lists the charges that changed since a time, in order of change. After a restore they tell what the backup lacks. Missing if
   * the PSP has no such list: then an operator has to compare by hand.
   */
  readonly listCharges?: (request: ListChargesRequest, call: CallOptions) => Promise<ListChargesOutcome>;
  /** Missing if the PSP doesn't tell of disputes. */
  readonly disputes?: Disputes;
  /** Missing if the connector can't read the PSP's bookings and payouts. */
  readonly settlements?: Settlements;
  /** Missing if the PSP makes no files of them that the connector can read. */
  readonly settlementReports?: SettlementReports;
  /** Verifies who sent a notification, over the raw bytes, before it parses them. */
  parseNotification(request: NotificationRequest): Promise<NotificationOutcome>;
  /** The sandbox clocks; only a simulated PSP has them. */
  readonly clocks?: PspClocks;
};

/** Payments whose details the customer enters on Kassa's own page. */
export type DirectPayments = {
  readonly methods: readonly PaymentMethodType[];
  /** The brands of cards that it takes; the page shows them in this order. Missing if it takes no cards. */
  readonly cardBrands?: readonly KnownCardBrand[];
  /** Authorizes an amount, and captures it at once if `capture` is "automatic". */
  authorize(request: AuthorizeRequest, call: CallOptions): Promise<AuthorizeOutcome>;
};

export { type PaymentMethodType, paymentMethodTypes } from "../kernel/payment-method.ts";
export type { CallOptions } from "./call-options.ts";
export type { Proof, PspFact } from "./facts.ts";
export type {
  ChargeName,
  NotificationOutcome,
  NotificationRequest,
  NotificationSubject,
} from "./notifications.ts";
export type {
  AuthorizeOutcome,
  BankAccountSummary,
  CardChecks,
  CardSummary,
  ChargeFacts,
  FindChargeOutcome,
  FindMovementOutcome,
  MovementOutcome,
  PaidWith,
  ReportedAmount,
} from "./outcomes.ts";
export type { TransferInstructions } from "./transfer-instructions.ts";

/** The payment method that the customer entered. It exists only in memory, from the form to the connector's request. */
export type PaymentMethod =
  | CardDetails
  /** Redirects to the wallet's own page. */
  | { readonly type: "wallet" }
  /** Approved or declined days later. */
  | { readonly type: "bank_debit"; readonly iban: string; readonly accountHolder: string }
  /** The customer sends the money from their bank to an account that the PSP or the merchant names. */
  | { readonly type: "bank_transfer" };

/** A card as the customer typed it. */
export type CardDetails = {
  readonly type: "card";
  readonly number: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly cvc: string;
};

/** What Kassa asks a PSP to charge. It is stored before the call. */
export type RequestedCharge = {
  readonly account: ConnectorAccount;
  /** The attempt's id. */
  readonly idempotencyKey: string;
  readonly session: string;
  /** Minor units; a safe integer. */
  readonly amount: number;
  readonly currency: string;
  readonly capture: "automatic" | "manual";
};

/** A charge that was begun earlier: what was requested, and what is known of it since. */
export type ChargeRef = RequestedCharge & {
  /** When the attempt began, in real time. No charge of it is older at the PSP, apart from differences between clocks. */
  readonly startedAt: Date;
  /** The PSP's reference of its hosted page; null before it is known, and for other charges. */
  readonly hostedReference: string | null;
  /** The PSP's reference of the charge; null before it is known. */
  readonly pspReference: string | null;
  /**
   * What the customer's browser brought back from the hosted page, by the names in `HostedPages.returnParameters`. Anybody can send
   * it, so it proves nothing; it may serve to ask the PSP. Missing before the return.
   */
  readonly returnedWith?: Readonly<Record<string, string>>;
  /** The hosted page, as `begin` returned it. Missing before it is known, and for other charges. */
  readonly page?: {
    readonly url: string;
    /** RFC 3339; null if the PSP didn't say. */
    readonly expiresAt: string | null;
  };
  /** The facts of the PSP's verified notifications about the charge, in no order. Missing unless `proof` is "notifications". */
  readonly facts?: readonly PspFact[];
};

/** A charge whose reference at the PSP is known. */
export type ReferencedCharge = ChargeRef & { readonly pspReference: string };

export type AuthorizeRequest = RequestedCharge &
  CustomerVisit & {
    readonly method: PaymentMethod;
    /** The postcode of the customer's billing address, for the issuer's check (AVS). Missing if the page didn't ask for it. */
    readonly billingPostalCode?: string;
  };

/** Where the customer comes from and returns to. */
type CustomerVisit = {
  /** The session's sandbox clock; null for real time. */
  readonly clock: ClockReading | null;
  /** Where the PSP redirects the customer after an action such as 3-D Secure. */
  readonly returnUrl: string;
  /** BCP 47 tag of the customer's language, for the PSP's pages; null if unknown. */
  readonly locale: string | null;
  /** ISO 3166-1 alpha-2 of the country that the customer is in. Missing if it isn't known. */
  readonly country?: string;
  readonly description: string | null;
  /** What the customer's statement should call the purchase: 2 to 22 ASCII characters with a letter. Null for the account's own. */
  readonly statementDescriptor: string | null;
};

/**
 * A PSP's own payment page. The customer enters the details of the payment method there, and Kassa never sees them. Kassa
 * shows the page's address only after it has stored the page's reference. So a page whose `begin` wasn't answered is never
 * seen, and nothing is charged on it.
 */
export type HostedPages = {
  readonly methods: readonly PaymentMethodType[];
  /** The names by which customers know methods here, where those aren't the methods' own: the wallet is PayPal. */
  readonly brands?: Readonly<Partial<Record<PaymentMethodType, string>>>;
  /** The brands of cards that every account takes; the page shows them in this order. Missing if that depends on the account. */
  readonly cardBrands?: readonly KnownCardBrand[];
  /** Whether the PSP takes the method for a purchase. Missing if it takes its methods in every currency. */
  readonly takes?: (method: PaymentMethodType, purchase: Purchase) => boolean;
  /** Makes a page for one charge of one method. It charges nothing itself. */
  begin(request: HostedRequest, call: CallOptions): Promise<HostedOutcome>;
  /**
   * Charges what the customer has approved on the page. Missing if the PSP charges without this call. Kassa calls it when `findCharge`
   * says `awaits_finish`, and again under the same key until its outcome is certain. It isn't called any more once the attempt is
   * called off, and a call-off doesn't begin while it is under way.
   */
  finish?(charge: ChargeRef, call: CallOptions): Promise<AuthorizeOutcome>;
  /** The parameters that the PSP adds to the return address and needs for look-ups. Missing if it needs none. */
  readonly returnParameters?: readonly string[];
};

/** What decides which methods can pay. */
export type Purchase = {
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly captureMethod: "automatic" | "manual";
};

export type HostedRequest = RequestedCharge &
  CustomerVisit & {
    readonly method: PaymentMethodType;
    /** RFC 3339; when the session ends. The page should end then, too, if the PSP lets its time be set. */
    readonly sessionExpiresAt: string;
    readonly customerEmail: string | null;
    /** Missing if the payment page asked for nothing. */
    readonly customer?: CustomerDetails;
    /** What the customer buys. Empty if the merchant gave no items, or discounts and fees change their sum. */
    readonly lineItems: readonly ChargedItem[];
  };

/** The amounts of all items add up to the charge's amount. */
export type ChargedItem = {
  readonly name: string;
  readonly quantity: number;
  /** Minor units, for one. */
  readonly unitAmount: number;
};

export type HostedOutcome =
  | {
      readonly kind: "created";
      readonly hostedReference: string;
      /** The reference of the charge; null if the PSP makes the charge only when the customer pays. */
      readonly pspReference: string | null;
      readonly url: string;
      /** RFC 3339; nobody can pay on the page any more from then on. */
      readonly expiresAt: string;
    }
  /** The PSP made no page. `detail` is for the log; it quotes no credential. */
  | { readonly kind: "refused"; readonly reason: DeclineReason; readonly detail?: string }
  | { readonly kind: "unknown"; readonly detail: string };

export type CaptureRequest = MovementRequest & {
  /** Whether this is the last capture: it releases the rest. */
  readonly final: boolean;
};
/** `charge` has no reference at the PSP if the customer hasn't paid on the hosted page yet. */
export type VoidRequest = Omit<MovementRequest, "charge" | "amount" | "currency"> & {
  readonly charge: ChargeRef;
};
export type RefundRequest = MovementRequest;

type MovementRequest = {
  readonly charge: ReferencedCharge;
  /** The movement's idempotency key. It is stored before the call. */
  readonly idempotencyKey: string;
  /** The movement's id, which the PSP stores. It lets Kassa recreate the movement under its id after a restore. */
  readonly reference?: string;
  readonly amount: number;
  readonly currency: string;
};

/**
 * The movement that Kassa requested. If the PSP has a movement with another amount, charge or `final` under the key, the
 * outcome is `key_reused`, unless that movement was refused: then no money was moved under the key and none will be.
 * `amount` is in minor units; null for a void.
 */
export type FindMovementRequest = {
  /** Any charge matches if its PSP reference is null. */
  readonly charge: ChargeRef;
  readonly idempotencyKey: string;
  readonly kind: "capture" | "void" | "refund";
  readonly amount: number | null;
  /** For a capture: whether it was the last one. Any value matches if it is omitted. */
  readonly final?: boolean;
};

export type ListChargesRequest = {
  readonly account: ConnectorAccount;
  /** RFC 3339. Lists the charges that were created or changed later. */
  readonly changedAfter: string;
  /** `next` of the previous page. */
  readonly cursor: string | null;
};

export type ListChargesOutcome =
  | { readonly kind: "page"; readonly charges: readonly ListedCharge[]; readonly next: string | null }
  | { readonly kind: "unknown"; readonly detail: string };

export type ListedCharge = {
  /** When the charge or one of its movements or disputes last changed, in real time. The list is in this order. */
  readonly changedAt: Date;
  readonly idempotencyKey: string;
  readonly session: string;
  readonly method: PaymentMethodType;
  readonly card: CardSummary | null;
  readonly bankAccount: BankAccountSummary | null;
  /** The outcome of the authorization itself. Later changes are in `movements` and `disputes`. */
  readonly outcome: Exclude<AuthorizeOutcome, { kind: "unknown" }>;
  readonly movements: readonly ListedMovement[];
  readonly disputes: readonly string[];
};

export type ListedMovement = {
  /** Its idempotency key. For a movement made in the PSP's dashboard, the key by which `findMovement` finds it. */
  readonly idempotencyKey: string;
  /** The reference that Kassa sent; null if the PSP has none. */
  readonly reference: string | null;
  readonly kind: "capture" | "void" | "refund";
  /** Minor units. For a void, the released amount; null if it released nothing (a lapsed charge, or one not yet approved). */
  readonly amount: number | null;
  readonly final: boolean;
  readonly outcome: Exclude<MovementOutcome, { kind: "unknown" }>;
};
