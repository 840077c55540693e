import { assert } from "../kernel/assert.ts";
import type { Account } from "./accounts.ts";
import type { EntryOf, Posting, Reversal } from "./postings.ts";
import type { SettlementKind } from "./settlement-kinds.ts";

/** A settlement line, as far as its postings depend on it. Amounts are minor units; what the merchant gets is positive. */
export type PostedLine = {
  readonly id: string;
  readonly connectorAccount: string;
  readonly type: string;
  readonly currency: string;
  readonly gross: number;
  /** What the PSP keeps. */
  readonly fee: number;
  readonly net: number;
  /** The amount before the PSP exchanged it; null if it exchanged nothing. */
  readonly exchangedCurrency: string | null;
  readonly exchangedAmount: number | null;
  /** The payment that it settles; null for fees, reserves and payouts, and for what Kassa can't explain. */
  readonly settles: string | null;
};

/** The transactions that a line posts, without entries of zero. None if it moves nothing. */
export function settlementPostings(line: PostedLine): Posting[] {
  assert(line.gross - line.fee === line.net, `the amounts of ${line.id} don't add up`);
  switch (line.type) {
    case "charge":
    case "charge_failure":
    case "refund":
    case "refund_failure":
    case "dispute":
    case "dispute_reversal":
      return line.settles === null ? unmatched(line) : settled(line);
    case "fee":
      return posting(line, "settlement_fee", { psp_receivable: line.net, processing_fees: -line.net });
    case "exchange":
      return posting(line, "settlement_exchange", {
        psp_receivable: line.net,
        processing_fees: line.fee,
        fx: -line.gross,
      });
    case "reserve":
      return posting(line, "settlement_reserve", { psp_receivable: line.net, reserves: -line.net });
    case "payout":
    case "payout_failure":
      return posting(line, "paid_out", {
        psp_receivable: line.net,
        processing_fees: line.fee,
        in_transit: -line.gross,
      });
    default:
      return unmatched(line);
  }
}

/** A payout, as far as its posting depends on it. */
export type PostedBatch = {
  readonly id: string;
  readonly connectorAccount: string;
  readonly currency: string;
  /** Minor units, above zero. */
  readonly amount: number;
};

/** The transaction of a payout that was found on a bank statement. */
export const arrivalPosting = ({ id, connectorAccount, currency, amount }: PostedBatch): Posting => ({
  kind: "payout_arrived",
  sourceId: id,
  paymentId: null,
  connectorAccount,
  currency,
  entries: [
    ["bank", amount],
    ["in_transit", -amount],
  ],
});

/** The transaction that undoes the posting of an unmatched line, once it is matched. */
export const matchReversal = (id: string): Reversal => ({
  kind: "settlement_matched",
  sourceId: id,
  paymentId: null,
  reversesKind: "settlement_unmatched",
});

function unmatched(line: PostedLine): Posting[] {
  const { net, fee, gross } = line;
  return posting(line, "settlement_unmatched", {
    psp_receivable: net,
    processing_fees: fee,
    adjustments: -gross,
  });
}

function settled(line: PostedLine): Posting[] {
  const { net, fee, gross, exchangedCurrency, exchangedAmount } = line;
  const isDispute = line.type === "dispute" || line.type === "dispute_reversal";
  if (exchangedCurrency !== null && exchangedAmount !== null) {
    // The dispute itself reports no fee in another currency, so it is posted here.
    const feeAccount: Account = isDispute ? "fees" : "processing_fees";
    return [
      ...posting(line, "settled", { psp_receivable: net, [feeAccount]: fee, fx: -gross }),
      ...posting({ ...line, currency: exchangedCurrency }, "exchanged", {
        fx: exchangedAmount,
        psp_clearing: -exchangedAmount,
      }),
    ];
  }
  // The dispute reports its fee, which was posted through psp_clearing.
  if (isDispute) return posting(line, "settled", { psp_receivable: net, psp_clearing: -net });
  return posting(line, "settled", { psp_receivable: net, processing_fees: fee, psp_clearing: -gross });
}

function posting(
  { id: sourceId, connectorAccount, currency, settles: paymentId }: PostedLine,
  kind: SettlementKind,
  amounts: Readonly<Partial<Record<Account, number>>>,
): Posting[] {
  const entries = (Object.entries(amounts) as EntryOf[]).filter(([, amount]) => amount !== 0);
  return entries.length === 0 ? [] : [{ kind, sourceId, paymentId, connectorAccount, currency, entries }];
}
