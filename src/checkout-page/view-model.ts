import type { PaymentMethodType, TransferInstructions } from "../connectors/contract.ts";
import type { DeclineReason } from "../connectors/reasons.ts";
import type { KnownCardBrand } from "../kernel/card-brand.ts";
import type { Mode } from "../kernel/mode.ts";
import type { ClosedReason } from "../payment-links/payment-link.ts";
import type { Receipt } from "../receipts/schemas.ts";
import type { AmountForm } from "./amounts/amount-form.ts";
import type { DetailGroup } from "./details/detail-field.ts";
import type { FieldErrors, FormValues } from "./form-faults.ts";
import type { Locale } from "./locale.ts";
import type { Merchant } from "./merchant.ts";
import type { Order } from "./order.ts";

/**
 * Everything that the payment page shows, as plain data. Routes choose the state and build its view; `renderPage` turns the
 * view into HTML and decides nothing about money.
 */
export type PageView =
  | OpenPage
  | ProcessingPage
  | ChallengePage
  | TransferPage
  | PaidPage
  | ReceiptPage
  | NoReceiptPage
  | ProcessingAsyncPage
  | PaymentFailedPage
  | ReleasedPage
  | ExpiredPage
  | LatePage
  | CancelledPage
  | LinkPage
  | LinkClosedPage
  | AttemptsUsedUpPage
  | UnavailablePage
  | NotFoundPage
  | ErrorPage;

export type PageState = PageView["state"];

/** The customer can pay with any of `methods`. */
export type OpenPage = SessionPage & {
  readonly state: "open";
  /** The offered methods in their order; at least one. The page shows a single method without a choice. */
  readonly methods: readonly PaymentMethodType[];
  readonly providers: Providers;
  readonly brands: Brands;
  readonly cardBrands: readonly KnownCardBrand[];
  /** The method whose form is open at first; null when the posted form had no valid method. */
  readonly method: PaymentMethodType | null;
  /** When the session stops taking payments, RFC 3339 in UTC. */
  readonly expiresAt: string;
  /** The current time by the session's clock. The page counts down from it instead of from the customer's clock. */
  readonly now: string;
  /** The form that extends the session; null if the customer can't extend it. */
  readonly moreTime: MoreTime | null;
  /** The path to which the form is posted, with the language in its query. */
  readonly submitUrl: string;
  /** Protects the form against cross-site posts; sent in the field `token`. */
  readonly formToken: string;
  /**
   * The target of the link back: the merchant's cancelUrl with its template replaced, or Kassa's own page for cancelled sessions
   * when the merchant gave none.
   */
  readonly cancelUrl: string;
  /** What the merchant lets the page ask for beside the payment method, with what is filled in and its faults. Mostly empty. */
  readonly details: readonly DetailGroup[];
  /** The form by which the customer changes the amount; missing if they can't, or not any more. */
  readonly amounts?: AmountForm;
  /** Whether the form wasn't processed, because it was sent from a page with another amount. */
  readonly totalChanged?: boolean;
  /** Faults of the posted form, from `parsePaymentForm`. */
  readonly fieldErrors?: FieldErrors;
  /** The reason and the method of the last declined attempt; shown above the form. */
  readonly declined?: Declined;
  /** Whether the next attempt will be delayed, after many declines. */
  readonly slower?: boolean;
  /** The values to fill in again after a fault or a decline. Never a card number or CVC. */
  readonly values?: FormValues;
  /** How many attempts were made before. The script compares it when an answer was lost. */
  readonly attempts: number;
  /** Shown in the sandbox drawer, in this order; ignored in live mode. */
  readonly testCards: readonly TestCard[];
  /** The same for direct debits. */
  readonly testAccounts: readonly TestAccount[];
  /** Test numbers with a wrong check digit on purpose. */
  readonly wrongTestNumbers: readonly string[];
  /** The merchant's own sentence above the button. */
  readonly note?: MerchantNote;
};

export type MoreTime = {
  /** The path to which the form is posted, with the language in its query. */
  readonly url: string;
  /** Whether the session's last hour has begun, in which customers can extend it. Before, the form is hidden. */
  readonly isDue: boolean;
};

/** A sentence of the merchant's own, and its language, which may be another than the page's. */
export type MerchantNote = { readonly text: string; readonly locale: string };

/** The payment methods that a session offers. */
export type Offer = {
  readonly methods: readonly PaymentMethodType[];
  readonly providers: Providers;
  readonly brands: Brands;
  /** The brands of cards that are certainly taken, in their order on the page; empty if that isn't known. */
  readonly cardBrands: readonly KnownCardBrand[];
};

/** The names of methods that have one of their own at their PSP, such as PayPal for the wallet. */
export type Brands = ReadonlyMap<PaymentMethodType, string>;

/** The PSP on whose own page customers pay with a method; null if Kassa's page asks for the details. */
export type Providers = ReadonlyMap<PaymentMethodType, string | null>;

export type Declined = {
  readonly reason: DeclineReason;
  readonly method: PaymentMethodType;
  /** The PSP on whose own page the customer was; null if it was this page. */
  readonly provider: string | null;
};

/** An attempt is running, or its outcome isn't known yet. The page polls for it. */
export type ProcessingPage = SessionPage & {
  readonly state: "processing";
  /** Returns `{"state": PageState}`. The script polls it, and loads `pageUrl` once the state has changed. */
  readonly statusUrl: string;
  /** False only while the customer needs this page to finish, such as before a challenge. */
  readonly canBeClosed: boolean;
};

/** The customer has to confirm at their bank or wallet, or to pay on the PSP's page, but has returned to this page. */
export type ChallengePage = SessionPage & {
  readonly state: "challenge";
  readonly confirmedBy: "bank" | "wallet";
  /** The PSP on whose own page the customer pays; null if they were on the bank's or the wallet's. */
  readonly provider: string | null;
  /** The URL of the bank's or the wallet's page. */
  readonly continueUrl: string;
  /** The path to post to for giving up this attempt, with the language in its query. */
  readonly callOffUrl: string;
  readonly statusUrl: string;
  readonly formToken: string;
};

/** The customer has to make a bank transfer. The page waits for the money and can be closed. */
export type TransferPage = SessionPage & {
  readonly state: "transfer";
  readonly instructions: TransferInstructions;
  /** The amount received so far, in minor units of the order's currency; less than the order's amount. */
  readonly receivedMinor: number;
  readonly statusUrl: string;
  /** The path to post to for giving up the transfer, with the language in its query. */
  readonly callOffUrl: string;
  readonly formToken: string;
  /** The merchant's successUrl with its template replaced; null if the customer stays here. */
  readonly successUrl: string | null;
};

/** Paid or authorized: the customer has nothing left to pay. */
export type PaidPage = SessionPage & {
  readonly state: "paid";
  /** Minor units of the order's currency; less than the order's amount after a partial capture. */
  readonly paidMinor: number;
  /** The refunded amount; 0 without refunds. */
  readonly refundedMinor: number;
  /** A second payment, from an attempt that had been given up. */
  readonly second?: LateFunds;
  /** The part of a transfer above the order's amount. */
  readonly surplus?: LateFunds;
  /** The path of the receipt, with the language in its query. Missing while more may be captured. */
  readonly receiptUrl?: string;
  /** The merchant's own sentence. */
  readonly note?: MerchantNote;
  /** The merchant's successUrl with its template replaced; null if the customer stays here. */
  readonly successUrl: string | null;
};

/** The receipt, without the order beside it: the receipt contains the order. */
export type ReceiptPage = {
  readonly state: "receipt";
  readonly mode: Mode;
  readonly locale: Locale;
  readonly merchantLocale?: MerchantLocale;
  /** The path of the receipt's page, without a query. */
  readonly pageUrl: string;
  /** The payment's page, with the language in its query. */
  readonly paymentUrl: string;
  /** The path of the signed receipt. */
  readonly downloadUrl: string;
  /** The merchant's current settings, for the logo and the contact. */
  readonly merchant: Merchant;
  /** The receipt as it was signed. */
  readonly receipt: Receipt;
  /** The amount refunded since then, in minor units; 0 without refunds. */
  readonly refundedMinor: number;
};

/** There is no receipt yet. */
export type NoReceiptPage = SessionPage & {
  readonly state: "no_receipt";
  /** The payment's page, with the language in its query. */
  readonly paymentUrl: string;
};

/** A payment with a delayed method was accepted. It succeeds or fails later. */
export type ProcessingAsyncPage = SessionPage & {
  readonly state: "processing_async";
  readonly successUrl: string | null;
};

/** A payment with a delayed method was accepted and failed later. The session is over. */
export type PaymentFailedPage = SessionPage & {
  readonly state: "payment_failed";
  /** The reason, if the PSP gave one. */
  readonly declined?: Declined;
  /** The received part of an incomplete transfer, in minor units of the order's currency. It is returned. */
  readonly partMinor?: number;
  /** The merchant's own cancelUrl: the way back to the shop. Null when there is none. */
  readonly cancelUrl: string | null;
};

/** The authorization was released before anything was captured. */
export type ReleasedPage = SessionPage & {
  readonly state: "released";
  /** The merchant's own cancelUrl: the way back to the shop. Null when there is none. */
  readonly cancelUrl: string | null;
};

/** Money arrived after the session had ended without a payment. */
export type LatePage = SessionPage & {
  readonly state: "late";
  readonly late: LateFunds;
  /** The merchant's own cancelUrl: the way back to the shop. Null when there is none. */
  readonly cancelUrl: string | null;
};

export type LateFunds = {
  /** Minor units of the order's currency. */
  readonly amountMinor: number;
  /** Whether it is refunded automatically. Otherwise the merchant keeps it. */
  readonly returned: boolean;
};

export type ExpiredPage = SessionPage & {
  readonly state: "expired";
  /** The merchant's own cancelUrl: the way back to the shop. Null when there is none. */
  readonly cancelUrl: string | null;
};

/** Shown only if the merchant gave no cancelUrl. The session is still open and can be paid. */
export type CancelledPage = SessionPage & { readonly state: "cancelled" };

/** The session takes no more attempts after many declines. This limit protects against card testing. */
export type AttemptsUsedUpPage = SessionPage & {
  readonly state: "attempts_used_up";
  /** The merchant's own cancelUrl: the way back to the shop. Null when there is none. */
  readonly cancelUrl: string | null;
};

/** A live session of a merchant who can't take live payments yet. */
export type UnavailablePage = SessionPage & {
  readonly state: "unavailable";
  /** The merchant's own cancelUrl: the way back to the shop. Null when there is none. */
  readonly cancelUrl: string | null;
};

/** A payment link's page: what is sold, and a button that starts a session. */
export type LinkPage = SessionPage & {
  readonly state: "link";
  /** The path to which the form is posted, with the language in its query. */
  readonly startUrl: string;
  /** Random digits of this delivery of the page. Its form starts one session, however often it is sent. */
  readonly visit: string;
  /** Protects the form against cross-site posts; sent in the field `token`. */
  readonly formToken: string;
  /** When the link closes, RFC 3339 in UTC; null if it doesn't. */
  readonly expiresAt: string | null;
  /** The current time. */
  readonly now: string;
};

/** Nobody can begin to pay by this link now. */
export type LinkClosedPage = SessionPage & {
  readonly state: "link_closed";
  readonly reason: ClosedReason;
};

/** There is no such session, or it may not be shown; the page is the same for both. */
export type NotFoundPage = { readonly state: "not_found"; readonly locale: Locale };

export type ErrorPage = {
  readonly state: "error";
  readonly locale: Locale;
  /** The mode of the session; null when it isn't known. */
  readonly mode: Mode | null;
  readonly reason: ErrorReason;
  /** The session's page, for the link back; null when it isn't known. */
  readonly pageUrl: string | null;
  /** The merchant; null when it could not be read. */
  readonly merchant: Merchant | null;
  /** Seconds until the next attempt is allowed, for `too_many_tries`. */
  readonly retryAfterSeconds?: number;
};

/**
 * - `temporarily_unavailable`: the database can't be used now (503).
 * - `too_many_tries`: there were too many declines from this IP address or for this card (429). No attempt was made.
 * - `form_refused`: the form's token is missing, expired or from another page (403). No attempt was made.
 */
export const errorReasons = ["temporarily_unavailable", "too_many_tries", "form_refused"] as const;
export type ErrorReason = (typeof errorReasons)[number];

/** What every page of a known session shows. */
type SessionPage = {
  readonly mode: Mode;
  readonly locale: Locale;
  readonly merchantLocale?: MerchantLocale;
  /** The path of the session's page, without a query: the target of reloads and language links. */
  readonly pageUrl: string;
  readonly merchant: Merchant;
  readonly order: Order;
};

/** The BCP 47 tag that the merchant gave the session. Its region decides how the page writes amounts. */
export type MerchantLocale = string;

/** A published test number and its effect, such as "Declined: insufficient funds", in English. */
export type TestCard = { readonly number: string; readonly title: string; readonly group: string };
export type TestAccount = { readonly iban: string; readonly title: string };
