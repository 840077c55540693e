import { unreachable } from "../kernel/assert.ts";
import type { ExceptionReason, LineToMatch, Match } from "./line.ts";

/** What a line may settle: something that Kassa has under the line's reference. */
export type Candidate = {
  /** The attempt, capture, refund or dispute. */
  readonly sourceId: string;
  /** Which of the source's postings it is, as the PSP may change its decision; of a dispute, how many lines of the type are before it. */
  readonly version: number;
  readonly paymentId: string;
  readonly currency: string;
  /** Minor units, above zero. */
  readonly amount: number;
  /** Whether another line of the same type has settled it. */
  readonly isSettled: boolean;
};

const nothing = { sourceId: null, sourceVersion: null } as const;
const booked: Match = { ...nothing, status: "booked", exceptionReason: null, paymentId: null };

/** Finds out what a line settles. A candidate of another amount is never taken: the difference has to be seen. */
export function matchLine(line: LineToMatch, candidates: readonly Candidate[]): Match {
  switch (line.type) {
    case "fee":
    case "exchange":
    case "reserve":
    case "payout":
    case "payout_failure":
      return booked;
    case "adjustment":
      return exception("unexplained", candidates);
    case "charge":
    case "charge_failure":
    case "refund":
    case "refund_failure":
    case "dispute":
    case "dispute_reversal":
      return settle(line, candidates);
    default:
      return unreachable(line.type);
  }
}

function settle(line: LineToMatch, candidates: readonly Candidate[]): Match {
  const [currency, amount] = [line.exchangedCurrency ?? line.currency, line.exchangedAmount ?? line.gross];
  const takesMoney = line.type === "charge_failure" || line.type === "refund" || line.type === "dispute";
  if (candidates.length === 0) return exception("unknown_reference", candidates);
  const sameCurrency = candidates.filter((candidate) => candidate.currency === currency);
  if (sameCurrency.length === 0) return exception("currency_differs", candidates);
  const open = sameCurrency.filter(({ isSettled }) => !isSettled);
  if (open.length === 0) return exception("settled_before", candidates);
  const found = open.find((candidate) => candidate.amount === (takesMoney ? -amount : amount));
  if (!found) return exception("amount_differs", candidates);
  const { sourceId, version: sourceVersion, paymentId } = found;
  return { status: "matched", exceptionReason: null, sourceId, sourceVersion, paymentId };
}

const exception = (reason: ExceptionReason, candidates: readonly Candidate[]): Match => ({
  ...nothing,
  status: "exception",
  exceptionReason: reason,
  paymentId: candidates[0]?.paymentId ?? null,
});
