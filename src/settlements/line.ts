import type { SettlementLine, SettlementType } from "../connectors/settlements.ts";
import type { Mode } from "../kernel/mode.ts";

/**
 * - matched: Kassa has the charge, refund or dispute, of the same amount
 * - booked: there is nothing to match, as with fees, reserves and payouts
 * - exception: Kassa can't explain it; it is in the account `adjustments`
 */
export const lineStatuses = ["matched", "booked", "exception"] as const;
export type LineStatus = (typeof lineStatuses)[number];

/**
 * - unknown_reference: Kassa has nothing with this reference at the account
 * - amount_differs, currency_differs: it has, but of another amount or currency
 * - settled_before: another line has settled it
 * - unexplained: the PSP booked something of a type that belongs to no payment
 */
export const exceptionReasons = [
  "unknown_reference",
  "amount_differs",
  "currency_differs",
  "settled_before",
  "unexplained",
] as const;
export type ExceptionReason = (typeof exceptionReasons)[number];

/** What was found for a line. */
export type Match = {
  readonly status: LineStatus;
  readonly exceptionReason: ExceptionReason | null;
  /** The attempt, capture, refund or dispute whose money it settles; null unless matched. */
  readonly sourceId: string | null;
  /** The version of the source's posting that it settles; null unless matched. */
  readonly sourceVersion: number | null;
  /** An exception may have it, too. */
  readonly paymentId: string | null;
};

/** What of a line decides what it matches. */
export type LineToMatch = Pick<SettlementLine, "type" | "about" | "currency" | "gross"> & {
  readonly exchangedCurrency: string | null;
  readonly exchangedAmount: number | null;
};

/** A line as it is stored. Amounts are minor units; what the merchant gets is positive. */
export type StoredLine = Omit<LineToMatch, "type"> &
  Match & {
    readonly id: string;
    readonly mode: Mode;
    readonly type: SettlementType;
    readonly category: string;
    readonly connectorAccount: string;
    readonly pspReference: string;
    readonly batch: string | null;
    readonly fee: number;
    readonly net: number;
    readonly exchangeRate: string | null;
    readonly bookedAt: Date;
    readonly availableAt: Date | null;
    /** `clientReferenceId` of the payment's session. */
    readonly orderReference: string | null;
  };

/** The API's object `settlement.line`. */
export function toApiLine(line: StoredLine) {
  const { exchangedCurrency: currency, exchangedAmount: amount, exchangeRate: rate } = line;
  return {
    object: "settlement.line",
    id: line.id,
    mode: line.mode,
    connectorAccount: line.connectorAccount,
    pspReference: line.pspReference,
    type: line.type,
    category: line.category,
    about: line.about,
    batch: line.batch,
    payment: line.paymentId,
    source: line.sourceId,
    orderReference: line.orderReference,
    currency: line.currency,
    gross: line.gross,
    fee: line.fee,
    net: line.net,
    exchanged: currency === null ? null : { currency, amount, rate },
    status: line.status,
    exceptionReason: line.exceptionReason,
    bookedAt: line.bookedAt.toISOString(),
    availableAt: line.availableAt?.toISOString() ?? null,
  };
}
