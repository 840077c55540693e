import type { DeclineReason, PaymentMethodType, TransferInstructions } from "../connectors/contract.ts";
import type { Mode } from "../kernel/mode.ts";
import type { Receipt } from "../receipts/schemas.ts";
import type { Locale } from "./locale.ts";

/**
 * Everything the payment page shows, as plain data. Routes decide which state a session is in and fill one of these in;
 * `renderPage` turns it into HTML and decides nothing about money.
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
  | AttemptsUsedUpPage
  | UnavailablePage
  | NotFoundPage
  | ErrorPage;

export type PageState = PageView["state"];

/** The customer can pay, in each of `methods`. */
export type OpenPage = SessionPage & {
  readonly state: "open";
  /** What to choose from, in this order; at least one. With one there is no choice to show. */
  readonly methods: readonly PaymentMethodType[];
  /** Whose form is open at first; null when none of them was chosen though one had to be. */
  readonly method: PaymentMethodType | null;
  /** When the session stops taking payments, RFC 3339 in UTC. */
  readonly expiresAt: string;
  /** The clock that decides about `expiresAt`, now: the page counts down from it, not from the customer's clock. */
  readonly now: string;
  /** Where the form is posted to: a path on this origin, with the language in its query. */
  readonly submitUrl: string;
  /** Guards the form against cross-site posts; posted back in the field `token`. */
  readonly formToken: string;
  /**
   * Where "Cancel" leads: the merchant's cancelUrl with its template replaced, or our own page that says
   * "cancelled" when the merchant gave none.
   */
  readonly cancelUrl: string;
  /** Faults of the form that was just posted, from `parsePaymentForm`. */
  readonly fieldErrors?: FieldErrors;
  /** Why the last attempt was declined, and how it was to be paid; shown above the form. */
  readonly declined?: Declined;
  /** Whether the next try is taken a little later than it could be, after so many that were declined. */
  readonly slower?: boolean;
  /** What the form gives back after a fault. Never a card's number, never its CVC. */
  readonly values?: FormValues;
  /** Shown in the sandbox drawer, in this order; ignored in live mode. */
  readonly testCards: readonly TestCard[];
  /** The same for direct debits. */
  readonly testAccounts: readonly TestAccount[];
};

export type Declined = { readonly reason: DeclineReason; readonly method: PaymentMethodType };

/** An attempt is running, or its outcome isn't known yet. The page asks again by itself. */
export type ProcessingPage = SessionPage & {
  readonly state: "processing";
  /** Answers `{"state": PageState}`; the script polls it and loads `pageUrl` once the state is another. */
  readonly statusUrl: string;
  /** False only while the customer must come back to this page by themselves to finish, such as before a challenge. */
  readonly canBeClosed: boolean;
};

/** The bank or the wallet asks the customer to confirm, and the customer is here rather than there. */
export type ChallengePage = SessionPage & {
  readonly state: "challenge";
  readonly confirmedBy: "bank" | "wallet";
  /** The page of the bank or the wallet. */
  readonly continueUrl: string;
  /** Where to post that this attempt is given up: a path on this origin, with the language in its query. */
  readonly callOffUrl: string;
  readonly statusUrl: string;
  readonly formToken: string;
};

/** The customer has to send the money from their bank; the page waits for it and can be left. */
export type TransferPage = SessionPage & {
  readonly state: "transfer";
  readonly instructions: TransferInstructions;
  /** What has come so far, in minor units of the order's currency; less than the order. */
  readonly receivedMinor: number;
  readonly statusUrl: string;
  /** The merchant's successUrl with its template replaced. */
  readonly successUrl: string;
};

/** Paid or authorized: the money part is over. */
export type PaidPage = SessionPage & {
  readonly state: "paid";
  /** Minor units of the order's currency: less than the order when the merchant took only a part. */
  readonly paidMinor: number;
  /** What has been given back since; 0 for nothing. */
  readonly refundedMinor: number;
  /** Money that came a second time, from an attempt that had been given up. */
  readonly second?: LateMoney;
  /** What a transfer brought beyond the order. */
  readonly surplus?: LateMoney;
  /** Where the receipt is: a path on this origin, with the language in its query. Unsaid while more may be captured. */
  readonly receiptUrl?: string;
  /** The merchant's successUrl with its template replaced. */
  readonly successUrl: string;
};

/** A document of its own, without the order beside it: the receipt says what was ordered. */
export type ReceiptPage = {
  readonly state: "receipt";
  readonly mode: Mode;
  readonly locale: Locale;
  /** The receipt's own page, without a query. */
  readonly pageUrl: string;
  /** The payment's page, with the language in its query. */
  readonly paymentUrl: string;
  /** Where the signed receipt is downloaded from. */
  readonly downloadUrl: string;
  /** As it is today, for its logo and its contact. */
  readonly merchant: Merchant;
  /** As it was signed. */
  readonly receipt: Receipt;
  /** What has been given back since, in minor units; 0 for nothing. */
  readonly refundedMinor: number;
};

/** The receipt was asked for before there was one. */
export type NoReceiptPage = SessionPage & {
  readonly state: "no_receipt";
  /** The payment's page, with the language in its query. */
  readonly paymentUrl: string;
};

/** A delayed method was accepted; the money comes, or fails, later. */
export type ProcessingAsyncPage = SessionPage & {
  readonly state: "processing_async";
  readonly successUrl: string;
};

/** A delayed method was accepted, and then the money didn't come. The session is over. */
export type PaymentFailedPage = SessionPage & {
  readonly state: "payment_failed";
  /** Why, where the PSP said so. */
  readonly declined?: Declined;
  /** What came of a transfer whose rest didn't, in minor units of the order's currency: it goes back. */
  readonly partMinor?: number;
  /** The merchant's own cancelUrl: the way back to the shop. Null when there is none. */
  readonly cancelUrl: string | null;
};

/** It was authorized, and let go of before anything was taken. */
export type ReleasedPage = SessionPage & {
  readonly state: "released";
  /** The merchant's own cancelUrl: the way back to the shop. Null when there is none. */
  readonly cancelUrl: string | null;
};

/** The session was over without a payment, and then money came all the same. */
export type LatePage = SessionPage & {
  readonly state: "late";
  readonly late: LateMoney;
  /** The merchant's own cancelUrl: the way back to the shop. Null when there is none. */
  readonly cancelUrl: string | null;
};

export type LateMoney = {
  /** Minor units of the order's currency. */
  readonly amountMinor: number;
  /** Whether it goes back by itself; else the merchant has it. */
  readonly returned: boolean;
};

export type ExpiredPage = SessionPage & {
  readonly state: "expired";
  /** The merchant's own cancelUrl: the way back to the shop. Null when there is none. */
  readonly cancelUrl: string | null;
};

/** Shown only where the merchant gave no cancelUrl. The session is still open, so it can be paid after all. */
export type CancelledPage = SessionPage & { readonly state: "cancelled" };

/** So many cards were declined that the session takes no more: the limit against card testing. */
export type AttemptsUsedUpPage = SessionPage & {
  readonly state: "attempts_used_up";
  /** The merchant's own cancelUrl: the way back to the shop. Null when there is none. */
  readonly cancelUrl: string | null;
};

/** A live session of a merchant that has no way to take live money yet. */
export type UnavailablePage = SessionPage & {
  readonly state: "unavailable";
  /** The merchant's own cancelUrl: the way back to the shop. Null when there is none. */
  readonly cancelUrl: string | null;
};

/** No such session, or not one that may be shown: both look the same. */
export type NotFoundPage = { readonly state: "not_found"; readonly locale: Locale };

export type ErrorPage = {
  readonly state: "error";
  readonly locale: Locale;
  /** The mode of the session; null when it isn't known. */
  readonly mode: Mode | null;
  readonly reason: ErrorReason;
  /** The session's page, to go back to; null when it isn't known. */
  readonly pageUrl: string | null;
  /** The merchant, where it could be read. */
  readonly merchant: Merchant | null;
  /** Seconds until trying again makes sense, for `too_many_tries`. */
  readonly retryAfterSeconds?: number;
};

/**
 * - `temporarily_unavailable`: we can't read or write now (503).
 * - `too_many_tries`: too many declines came from this address or for this card (429). No attempt was made.
 * - `form_refused`: the form's token is missing, old or another page's (403). No attempt was made.
 */
export const errorReasons = ["temporarily_unavailable", "too_many_tries", "form_refused"] as const;
export type ErrorReason = (typeof errorReasons)[number];

/** What every page of a known session shows. */
type SessionPage = {
  readonly mode: Mode;
  readonly locale: Locale;
  /** The session's own page, a path on this origin without a query: target of reloads and language links. */
  readonly pageUrl: string;
  readonly merchant: Merchant;
  readonly order: Order;
};

export type Merchant = {
  readonly name: string;
  readonly logo?: Logo;
  /** `#rrggbb` as the merchant gave it: the page makes a readable accent of it. */
  readonly brandColor?: string;
  readonly supportEmail?: string;
  /** An https or http address. Anything else is not linked. */
  readonly supportUrl?: string;
  readonly supportPhone?: string;
};

/** A picture on this origin. Width and height say how it is proportioned. */
export type Logo = { readonly url: string; readonly width: number; readonly height: number };

export type Order = {
  /** Minor units of `currency`. */
  readonly amountMinor: number;
  /** ISO 4217 code, upper case. */
  readonly currency: string;
  /** Empty when the merchant sent none. They add up to `amountMinor`, together with the adjustments. */
  readonly lineItems: readonly LineItem[];
  /** Discounts, shipping, tax and the like, in the merchant's order. */
  readonly adjustments: readonly Adjustment[];
  readonly description: string | null;
};

export type LineItem = {
  readonly name: string;
  readonly quantity: number;
  /** Price of one, in minor units of the order's currency. */
  readonly unitAmount: number;
  /** A path on this origin, for another origin would learn from being asked who pays. Without one, a monogram stands in. */
  readonly picture?: string;
};

/** `amount` in minor units of the order's currency; negative for a discount. */
export type Adjustment = { readonly name: string; readonly amount: number };

/** A published test number and what it does, such as "Declined: insufficient funds". In English, as developers read. */
export type TestCard = { readonly number: string; readonly title: string; readonly group: string };
export type TestAccount = { readonly iban: string; readonly title: string };

export type FormValues = { readonly expiry?: string; readonly holder?: string; readonly iban?: string };

/** What can be wrong with a form, in the order on the page; but for the method, names and ids of inputs. */
export const formFields = ["method", "number", "expiry", "cvc", "holder", "iban"] as const;
export type FormField = (typeof formFields)[number];
export type InputField = Exclude<FormField, "method">;

/** One fault a field at most. The codes are keys of the texts: `fault.number_missing` and so on. */
export type FieldErrors = {
  readonly method?: "method_missing";
  readonly number?: NumberFault;
  readonly expiry?: ExpiryFault;
  readonly cvc?: CvcFault;
  readonly holder?: HolderFault;
  readonly iban?: IbanFault;
};
/** `number_not_test`: a number that could be a real card's. The page says why it is refused. */
export type NumberFault = "number_missing" | "number_invalid" | "number_not_test";
export type ExpiryFault = "expiry_missing" | "expiry_invalid" | "expiry_past";
/** The code on the card has three digits, on American Express cards four. */
export type CvcFault = "cvc_missing" | "cvc_not_3_digits" | "cvc_not_4_digits";
export type HolderFault = "holder_missing";
/** `iban_not_test`: it could be a real account. The page says why it is refused. */
export type IbanFault = "iban_missing" | "iban_invalid" | "iban_not_test";
