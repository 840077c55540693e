import {
  arrivalPosting,
  matchReversal,
  type PostedBatch,
  type PostedLine,
  settlementPostings,
} from "../settlement-postings.ts";
import { type Difference, describeEntries } from "./audit-payment.ts";
import type { FoundTransaction } from "./facts.ts";

/** A settlement line with the transactions that it has posted. */
export type LineFacts = PostedLine & {
  readonly pspReference: string;
  /** Whether it was unmatched first. */
  readonly matchedLater: boolean;
  readonly transactions: readonly FoundTransaction[];
};

/** A payout that has arrived, with the transactions that it has posted. */
export type BatchFacts = PostedBatch & {
  readonly pspReference: string;
  readonly transactions: readonly FoundTransaction[];
};

type Expected = Pick<FoundTransaction, "kind" | "currency" | "entries"> & {
  readonly paymentId: string | null;
  readonly reversesKind: string | null;
};

/** All differences between the ledger and a settlement line. */
export function auditSettlementLine(line: LineFacts): Difference[] {
  return audit(line, `settlement line ${line.id} (${line.pspReference})`, expectedOf(line));
}

/** All differences between the ledger and a payout that has arrived. */
export function auditArrival(batch: BatchFacts): Difference[] {
  const expected = { ...arrivalPosting(batch), reversesKind: null };
  return audit(batch, `payout ${batch.id} (${batch.pspReference})`, [expected]);
}

type Source = Pick<LineFacts, "connectorAccount" | "transactions">;

function audit(source: Source, name: string, all: readonly Expected[]): Difference[] {
  const unexpected = new Map(source.transactions.map((found) => [found.kind, found]));
  const faults = all.flatMap((expected) => {
    const found = unexpected.get(expected.kind);
    unexpected.delete(expected.kind);
    return found ? compare(source, expected, found) : [`${expected.kind} is missing for ${name}.`];
  });
  for (const { id, kind } of unexpected.values())
    faults.push(`Transaction ${id} posts ${kind} for ${name}, which doesn't explain it.`);
  return faults.map((text) => ({ about: "posting", text }));
}

function expectedOf(line: LineFacts): Expected[] {
  const own = settlementPostings(line).map((posting) => ({
    ...posting,
    kind: posting.kind as string,
    reversesKind: null,
  }));
  if (!line.matchedLater) return own;
  const [first] = settlementPostings({ ...line, settles: null });
  if (!first) return own;
  const { kind, reversesKind } = matchReversal(line.id);
  const entries = first.entries.map(([account, amount]) => [account, -amount] as const);
  return [...own, { ...first, reversesKind: null }, { ...first, kind, entries, reversesKind }];
}

function compare(line: Source, expected: Expected, found: FoundTransaction): string[] {
  const name = `Transaction ${found.id} (${found.kind})`;
  const [actual, right] = [describeEntries(found), describeEntries(expected)];
  const reverses = line.transactions.find(({ kind }) => kind === expected.reversesKind)?.id ?? null;
  return [
    ...(actual === right ? [] : [`${name} has the entries ${actual} instead of ${right}.`]),
    ...(found.connectorAccount === line.connectorAccount
      ? []
      : [`${name} is of connector account ${found.connectorAccount} instead of ${line.connectorAccount}.`]),
    ...(found.paymentId === expected.paymentId
      ? []
      : [`${name} is of payment ${found.paymentId ?? "none"} instead of ${expected.paymentId ?? "none"}.`]),
    ...(found.reverses === reverses
      ? []
      : [`${name} reverses ${found.reverses ?? "nothing"} instead of ${reverses ?? "nothing"}.`]),
  ];
}
