import { matchReversal, type PostedLine, settlementPostings } from "../settlement-postings.ts";
import { type Difference, describeEntries } from "./audit-payment.ts";
import type { FoundTransaction } from "./facts.ts";

/** A settlement line with the transactions that it has posted. */
export type LineFacts = PostedLine & {
  readonly pspReference: string;
  /** Whether it was unmatched first. */
  readonly matchedLater: boolean;
  readonly transactions: readonly FoundTransaction[];
};

type Expected = Pick<FoundTransaction, "kind" | "currency" | "entries"> & {
  readonly paymentId: string | null;
  readonly reversesKind: string | null;
};

/** All differences between the ledger and a settlement line. */
export function auditSettlementLine(line: LineFacts): Difference[] {
  const unexpected = new Map(line.transactions.map((found) => [found.kind, found]));
  const faults = expectedOf(line).flatMap((expected) => {
    const found = unexpected.get(expected.kind);
    unexpected.delete(expected.kind);
    return found ? compare(line, expected, found) : [`${expected.kind} is missing for ${nameOf(line)}.`];
  });
  for (const { id, kind } of unexpected.values())
    faults.push(`Transaction ${id} posts ${kind} for ${nameOf(line)}, but the line doesn't explain it.`);
  return faults.map((text) => ({ about: "posting", text }));
}

const nameOf = ({ id, pspReference }: LineFacts): string => `settlement line ${id} (${pspReference})`;

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

function compare(line: LineFacts, expected: Expected, found: FoundTransaction): string[] {
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
