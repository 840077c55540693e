import type { Account } from "../accounts.ts";
import { postingTable } from "../postings.ts";
import type { DisputeFacts, FoundTransaction, PaymentFacts } from "./facts.ts";
import { money } from "./money.ts";

/** What a change of the PSP's decision may post. */
const kindsOfRevisions: readonly string[] = [
  postingTable.dispute_opened,
  postingTable.dispute_won,
  postingTable.dispute_lost,
  postingTable.dispute_loss_undone,
  postingTable.dispute_returned,
  { kind: "dispute_retaken" },
].map(({ kind }) => kind);

/** Whether a transaction may be of a dispute about which the PSP has changed its decision. */
export function isOfRevisedDispute(
  { disputes }: PaymentFacts,
  { sourceId, kind, version, entries, reverses }: FoundTransaction,
): boolean {
  const dispute = disputes.find(({ id, stage }) => id === sourceId && stage === "chargeback");
  if (!dispute || dispute.revision === 0 || version > dispute.revision) return false;
  const isPair = entries.length === 2 || kind === "dispute_loss_undone";
  const isReversal = kind === "dispute_retaken";
  return kindsOfRevisions.includes(kind) && isPair && (reverses !== null) === isReversal;
}

/**
 * Checks the sums of all postings of a dispute about which the PSP has changed its decision: what the bank holds, what it has kept, and
 * what it has taken.
 */
export function auditRevisedDispute(
  { transactions, currency }: PaymentFacts,
  dispute: DisputeFacts,
): string[] {
  const { id, status, amount, amountLost, amountReturned, revision } = dispute;
  if (revision === 0) return [];
  const entries = transactions
    .filter(({ sourceId, kind }) => sourceId === id && kindsOfRevisions.includes(kind))
    .flatMap((transaction) => transaction.entries);
  const sum = (...accounts: readonly Account[]): bigint =>
    entries
      .filter(([account]) => accounts.includes(account))
      .reduce((total, [, value]) => total + BigInt(value), 0n);
  const isOpen = status === "needs_response" || status === "under_review";
  const held = isOpen ? amount - (status === "under_review" ? amountReturned : 0) : 0;
  const expected: readonly (readonly [what: string, ledger: bigint, record: number])[] = [
    ["held by the bank", sum("disputes"), held],
    ["lost", sum("merchant_payable", "surplus"), amountLost],
    ["taken", -sum("psp_clearing"), held + amountLost],
  ];
  return expected
    .filter(([, ledger, record]) => ledger !== BigInt(record))
    .map(
      ([what, ledger, record]) =>
        `The ledger has ${money(ledger, currency)} ${what} for ${id}; the dispute has ${money(record, currency)}.`,
    );
}
