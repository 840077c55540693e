import { createHash } from "node:crypto";
import type { CardBrand } from "../kernel/card-brand.ts";
import { makeRfReference } from "../transfer-codes/rf-reference.ts";
import { checksOf } from "./checks.ts";
import type { DeclineReason } from "./errors.ts";
import type { TestOutcome } from "./test-outcomes.ts";

/** `failed`: the charge was approved and captured at once, and its money has come back or never came. */
export type ChargeStatus = "action_required" | "pending" | "approved" | "declined" | "voided" | "failed";
export type Method = "card" | "wallet" | "bank_debit" | "bank_transfer";
export type ReleasedBy = "void" | "final_capture" | "lapse";

/** A charge as the PSP keeps it. Amounts are minor units. */
export type Charge = {
  readonly id: string;
  readonly account: string;
  readonly idempotencyKey: string;
  readonly merchantReference: string;
  readonly status: ChargeStatus;
  readonly declineReason: DeclineReason | null;
  readonly amount: number;
  readonly amountCaptured: number;
  readonly amountReleased: number;
  readonly releasedBy: ReleasedBy | null;
  /** Refunds that have succeeded; `amountRefundPending` holds those still pending. */
  readonly amountRefunded: number;
  readonly amountRefundPending: number;
  /** Withdrawn by chargebacks that are open or lost. */
  readonly amountDisputed: number;
  /** Received by bank transfer; may be less or more than `amount`. */
  readonly amountReceived: number;
  readonly currency: string;
  readonly capture: "automatic" | "manual";
  readonly method: Method;
  /** Null unless the method is a card. */
  readonly brand: CardBrand | null;
  /** The last four characters of the card number or IBAN. */
  readonly last4: string | null;
  /** Whether the customer enters the card or account on the PSP's hosted page. */
  readonly hosted: boolean;
  /** `hosted_page` until the customer has paid on the hosted page. */
  readonly outcome: TestOutcome;
  readonly description: string | null;
  readonly returnUrl: string;
  /** BCP 47 tag of the language of the customer's pages; null when the caller sent none. */
  readonly locale: string | null;
  /** The unguessable part of the customer page's URL. */
  readonly pageId: string | null;
  /** Its sandbox clock; null for real time. */
  readonly clock: string | null;
  /** When it is decided, abandoned or decided otherwise automatically. */
  readonly dueAt: Date | null;
  /** Until when the rest can be captured; null when nothing can. */
  readonly captureBefore: Date | null;
  /** When the customer's bank will dispute it. */
  readonly disputeAt: Date | null;
  readonly createdAt: Date;
  /** Ids of its disputes, oldest first. */
  readonly disputes: readonly string[];
};

/** The amount of an approved charge that can still be captured, in minor units. */
export function capturable(charge: Pick<Charge, "status" | "amount" | "amountCaptured" | "amountReleased">) {
  return charge.status === "approved" ? charge.amount - charge.amountCaptured - charge.amountReleased : 0;
}

/** The amount by which a transfer exceeds the charge, in minor units. The account holds it like a captured amount. */
export function surplusOf({ status, amount, amountReceived }: Charge): number {
  return status === "approved" ? Math.max(0, amountReceived - amount) : 0;
}

/** The amount that can still be refunded, in minor units. Refunding a disputed amount would pay the customer twice. */
export function refundable(charge: Charge): number {
  const { amountCaptured, amountRefunded, amountRefundPending, amountDisputed } = charge;
  return amountCaptured + surplusOf(charge) - amountRefunded - amountRefundPending - amountDisputed;
}

/** A charge as the API and notifications represent it. */
export function toApiCharge(charge: Charge, publicUrl: string) {
  const isEntered = pageOf(charge) !== "hosted_page";
  const isWaiting = charge.status === "action_required";
  return {
    object: "charge",
    id: charge.id,
    mode: "sandbox",
    account: charge.account,
    idempotencyKey: charge.idempotencyKey,
    merchantReference: charge.merchantReference,
    status: charge.status,
    declineReason: charge.declineReason,
    amount: charge.amount,
    amountCaptured: charge.amountCaptured,
    amountRefunded: charge.amountRefunded,
    amountReleased: charge.amountReleased,
    amountReceived: charge.amountReceived,
    currency: charge.currency,
    capture: charge.capture,
    captureBefore: charge.captureBefore?.toISOString() ?? null,
    method: charge.method,
    hosted: charge.hosted,
    card: isEntered && charge.method === "card" ? { brand: charge.brand, last4: charge.last4 } : null,
    bankAccount: isEntered && charge.method === "bank_debit" ? { last4: charge.last4 } : null,
    checks:
      isEntered && charge.method === "card" ? checksOf(charge.outcome, charge.brand ?? "unknown") : null,
    actionUrl: isWaiting ? pageUrl(charge, publicUrl) : null,
    actionExpiresAt: isWaiting ? (charge.dueAt?.toISOString() ?? null) : null,
    transfer: charge.method === "bank_transfer" ? toApiTransfer(charge, publicUrl) : null,
    disputes: charge.disputes,
    createdAt: charge.createdAt.toISOString(),
  };
}

/** The page that a charge's customer is on: the PSP's hosted page, then the page of the method. */
export type Page = Method | "hosted_page";

export const pageOf = ({ outcome, method }: Pick<Charge, "outcome" | "method">): Page =>
  outcome === "hosted_page" ? outcome : method;

/** The first path segment of each page. */
export const pagePaths: Readonly<Record<Page, string>> = {
  hosted_page: "checkouts",
  card: "challenges",
  wallet: "wallets",
  bank_debit: "debits",
  bank_transfer: "transfers",
};

/** The account that bank transfers go to. No bank has this bank code. */
export const payee = {
  iban: "DE66000000000000000042",
  bic: "TESTDE00XXX",
  accountHolder: "Kassa Sandbox",
} as const;

/** The RF reference by which the PSP assigns a transfer to its charge: short enough to be typed. */
export function transferReference(charge: Pick<Charge, "id">): string {
  const digest = createHash("sha256").update(charge.id).digest();
  return makeRfReference((digest.readUInt32BE(0) % 100_000_000).toString().padStart(8, "0"));
}

function toApiTransfer(charge: Charge, publicUrl: string) {
  return { ...payee, reference: transferReference(charge), pageUrl: pageUrl(charge, publicUrl) };
}

export function pageUrl(charge: Charge, publicUrl: string): string {
  const { pageId, locale } = charge;
  return `${publicUrl}/${pagePaths[pageOf(charge)]}/${pageId}${locale === null ? "" : `?locale=${locale}`}`;
}
