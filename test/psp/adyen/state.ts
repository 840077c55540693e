import { randomBytes } from "node:crypto";

/** What the fake remembers. Amounts are Adyen's minor units, times seconds since 1970. */
export type Amount = { readonly value: number; readonly currency: string };

export type Session = {
  readonly id: string;
  readonly created: number;
  readonly expiresAt: number;
  readonly request: SessionRequest;
  status: SessionStatus;
  /** How many payments were refused in it. */
  refusals: number;
  readonly payments: Payment[];
  /** What `GET /sessions/{id}` shows for each `sessionResult`; fixed when the customer is sent back. */
  readonly results: Map<string, SessionResult>;
};
export type SessionStatus = "active" | "canceled" | "completed" | "expired" | "paymentPending" | "refused";
export type SessionResult = { readonly status: SessionStatus; readonly payments: readonly object[] };

export type SessionRequest = {
  readonly merchantAccount: string;
  readonly reference: string;
  readonly amount: Amount;
  readonly returnUrl: string;
  readonly mode?: string;
  readonly expiresAt?: string;
  readonly captureDelayHours?: number;
  readonly additionalData?: Readonly<Record<string, string>>;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly shopperEmail?: string;
};

export type Payment = {
  readonly pspReference: string;
  readonly session: Session;
  readonly amount: Amount;
  readonly method: string;
  readonly created: number;
  status: "pending" | "refused" | "offer_closed" | "authorised" | "cancelled" | "expired";
  captured: number;
  /** The part of the authorization that was given back without a capture. */
  released: number;
  refunded: number;
};

export type ModificationKind = "capture" | "cancel" | "refund" | "reversal";

export type Modification = {
  readonly pspReference: string;
  readonly kind: ModificationKind;
  readonly payment: Payment;
  /** Of a reversal, known when it is decided. */
  amount: Amount;
  /** The merchant's own; null if none was sent. */
  readonly reference: string | null;
  /** Of the request; null for captures that Adyen makes by itself. */
  readonly idempotencyKey: string | null;
  status: "received" | "succeeded" | "refused" | "failed";
};

export type Dispute = {
  readonly pspReference: string;
  readonly payment: Payment;
  readonly capture: Modification;
  readonly amount: Amount;
  readonly reasonCode: string;
  readonly defensePeriodEndsAt: number;
  status: DisputeStatus;
  /** Whether its amount was taken, which may be later than the dispute opens. */
  charged: boolean;
  readonly defenseReasons: DefenseReasons;
  /** Why the next defence is refused. */
  defenseRefusal: string | null;
  /** The documents that were supplied, by their types. */
  readonly documents: Map<string, DefenseDocument>;
};
export type RequirementLevel = "Required" | "OneOrMore" | "AlternativeRequired" | "Optional";

/** The types of documents of each reason to defend. */
export type DefenseReasons = Readonly<Record<string, Readonly<Record<string, RequirementLevel>>>>;

export type DefenseDocument = { readonly contentType: string; readonly content: Buffer };
export type DisputeStatus = "Undefended" | "Accepted" | "Expired" | "Pending" | "Lost" | "Won";

/** Everything of one fake, in memory. */
export class State {
  readonly sessions = new Map<string, Session>();
  readonly payments = new Map<string, Payment>();
  readonly modifications = new Map<string, Modification>();
  readonly disputes = new Map<string, Dispute>();
  readonly reports = new Map<string, string>();
}

export function remaining(payment: Payment): number {
  return payment.amount.value - payment.captured - payment.released;
}

const symbols = "BCDFGHJKLMNPQRSTVWXZ23456789";

/** Adyen's PSP references have 16 characters. */
export function makePspReference(): string {
  return Array.from(randomBytes(16), (byte) => symbols[byte % symbols.length]).join("");
}
