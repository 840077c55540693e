import type { Account } from "../accounts.ts";
import { type EntryOf, makePosting, postingTable } from "../postings.ts";
import { auditRevisedDispute, isOfRevisedDispute } from "./audit-dispute.ts";
import { type ExpectedPosting, expectedPostings } from "./expected-postings.ts";
import type { FoundTransaction, PaymentFacts } from "./facts.ts";
import { money } from "./money.ts";

/** A difference between the ledger and a payment's records. */
export type Difference = {
  readonly about: "transaction" | "posting" | "amount";
  /** One sentence. */
  readonly text: string;
};

/** All differences between the ledger and the records of one payment. */
export function auditPayment(payment: PaymentFacts): Difference[] {
  const invalid = payment.transactions.flatMap((transaction) => auditTransaction(payment, transaction));
  return [
    ...invalid.map((text) => ({ about: "transaction", text }) as const),
    ...auditPostings(payment).map((text) => ({ about: "posting", text }) as const),
    ...auditAmounts(payment).map((text) => ({ about: "amount", text }) as const),
  ];
}

/** Checks one transaction: it must balance and be in the payment's currency. */
function auditTransaction({ currency }: PaymentFacts, transaction: FoundTransaction): string[] {
  const { entries, currency: posted } = transaction;
  const name = `Transaction ${transaction.id} (${transaction.kind})`;
  const sum = sumOf(entries);
  return [
    ...(entries.length < 2 ? [`${name} has fewer than two entries.`] : []),
    ...(sum === 0n ? [] : [`${name} sums to ${money(sum, posted)} instead of zero.`]),
    ...(posted === currency ? [] : [`${name} has entries in ${posted}, but the payment is in ${currency}.`]),
  ];
}

/** Checks that each expected posting exists once, with the right entries, and that there are no others. */
function auditPostings(payment: PaymentFacts): string[] {
  const expected = expectedPostings(payment);
  const unexpected = new Map(payment.transactions.map((found) => [keyOf(found, found.kind), found]));
  const faults: string[] = [];
  for (const posting of expected) {
    const kind = kindOf(posting);
    const found = unexpected.get(keyOf(posting, kind));
    unexpected.delete(keyOf(posting, kind));
    if (found) faults.push(...comparePosting(payment, posting, found));
    else {
      const amount = money(posting.amount, payment.currency);
      faults.push(`${kind} of ${amount} is missing for ${posting.sourceId}, although ${posting.because}.`);
    }
  }
  for (const found of unexpected.values()) {
    const { id, kind, sourceId } = found;
    if (!isOfRevisedDispute(payment, found))
      faults.push(`Transaction ${id} posts ${kind} for ${sourceId}, but no record explains it.`);
  }
  return [...faults, ...payment.disputes.flatMap((dispute) => auditRevisedDispute(payment, dispute))];
}

const keyOf = (
  { sourceId, version = 0 }: { readonly sourceId: string; readonly version?: number },
  kind: string,
): string => `${sourceId} ${kind} ${version}`;
const kindOf = (posting: ExpectedPosting): string =>
  "reverse" in posting ? posting.reverse : postingTable[posting.post].kind;

function comparePosting(payment: PaymentFacts, posting: ExpectedPosting, found: FoundTransaction): string[] {
  const name = `Transaction ${found.id} (${found.kind})`;
  const actual = found.entries.map((entry) => describe(entry, found.currency));
  const expected = entriesOf(payment, posting).map((entry) => describe(entry, payment.currency));
  const faults: string[] = [];
  if (actual.toSorted().join() !== expected.toSorted().join())
    faults.push(`${name} has the entries ${actual.join(", ")} instead of ${expected.join(", ")}.`);
  const account = accountOf(payment, posting.sourceId);
  if (found.connectorAccount !== account)
    faults.push(
      `${name} is of connector account ${found.connectorAccount} instead of ${account ?? "an approved attempt's"}.`,
    );
  const reverses = reversedBy(payment, posting);
  if (found.reverses !== reverses)
    faults.push(`${name} reverses ${found.reverses ?? "nothing"} instead of ${reverses ?? "nothing"}.`);
  return faults;
}

/** The connector account of what caused a posting; undefined if its attempt has taken no money. */
function accountOf({ attempts, movements, disputes }: PaymentFacts, sourceId: string): string | undefined {
  const attemptId = movements.find(({ id }) => id === sourceId)?.attemptId ?? sourceId;
  return [...attempts, ...disputes].find(({ id }) => id === attemptId)?.connectorAccount;
}

function entriesOf(payment: PaymentFacts, posting: ExpectedPosting): readonly EntryOf[] {
  const { post, sourceId, amount } = posting;
  if (amount === 0) return [];
  const { entries } = makePosting(post, {
    sourceId,
    amount,
    paymentId: payment.id,
    currency: payment.currency,
    connectorAccount: accountOf(payment, posting.sourceId) ?? "",
  });
  return "reverse" in posting ? entries.map(([account, value]): EntryOf => [account, -value]) : entries;
}

function reversedBy({ transactions }: PaymentFacts, posting: ExpectedPosting): string | null {
  if (!("reverse" in posting)) return null;
  const { kind } = postingTable[posting.post];
  const original = transactions.find(
    ({ sourceId, kind: of, version }) =>
      sourceId === posting.sourceId && of === kind && version === posting.ofVersion,
  );
  return original?.id ?? null;
}

/** The entries in any order, as a text to compare and to show. */
export const describeEntries = ({
  entries,
  currency,
}: Pick<FoundTransaction, "entries" | "currency">): string =>
  entries
    .map((entry) => describe(entry, currency))
    .toSorted()
    .join(", ");

const describe = ([account, amount]: EntryOf, currency: string): string =>
  `${account} ${money(amount, currency)}`;

/** Compares the payment's amounts with those recomputed from the entries. */
function auditAmounts(payment: PaymentFacts): string[] {
  const { amountCapturePending: pending } = payment;
  const differences = amountsOf(payment)
    .filter(([, ledger, record]) => ledger !== BigInt(record))
    .map(([what, ledger, record]) => {
      const [posted, recorded] = [money(ledger, payment.currency), money(record, payment.currency)];
      return `The ledger has ${posted} ${what}; the payment has ${recorded}.`;
    });
  const capturing = payment.movements
    .filter(({ kind, late, status }) => kind === "capture" && !late && !isDecided(status))
    .reduce((sum, { amount }) => sum + amount, 0);
  if (capturing === pending) return differences;
  const [sum, recorded] = [money(capturing, payment.currency), money(pending, payment.currency)];
  return [...differences, `Captures in progress sum to ${sum}; the payment has ${recorded}.`];
}

type Compared = readonly [what: string, ledger: bigint, record: number];

function amountsOf(payment: PaymentFacts): readonly Compared[] {
  const { amountAuthorized, amountCaptured, amountReleased } = payment;
  const outstanding =
    payment.captureMethod === "manual" ? amountAuthorized - amountCaptured - amountReleased : 0;
  const posted = postedTo(payment.transactions);
  const returned = ["late_returned", "late_refund_returned"];
  return [
    ["authorized and neither captured nor released", posted("customer_funds_receivable"), outstanding],
    ["that can be captured", -posted("authorized_funds"), outstanding],
    ["captured", -posted("merchant_payable", ["captured", "capture_failed"]), amountCaptured],
    ["released", posted("authorized_funds", ["released"]), amountReleased],
    ["refunded", posted("refunds", ["refund_succeeded", "refund_returned"]), payment.amountRefunded],
    ["in pending refunds", -posted("refunds"), payment.amountRefundPending],
    ["disputed", disputed(payment, false), payment.amountDisputed],
    ["received late", -posted("surplus", ["late_received"]), payment.amountLate],
    ["returned of late funds", posted("surplus", returned), payment.amountLateReturned],
    ["disputed of late funds", disputed(payment, true), payment.amountLateDisputed],
  ];
}

/** The amount that banks hold or have kept, of late funds or of the payment's own money. */
function disputed({ disputes, transactions }: PaymentFacts, late: boolean): bigint {
  const lateIds = new Set(disputes.filter((dispute) => dispute.late).map(({ id }) => id));
  const postings = transactions.filter(({ sourceId }) => lateIds.has(sourceId) === late);
  // What the bank has taken comes from psp_clearing. The fee isn't part of it.
  return -postedTo(postings)("psp_clearing", ["dispute_opened", "dispute_won"]);
}

/** The sum posted to an account, by transactions of the given kinds or all kinds. */
const postedTo =
  (transactions: readonly FoundTransaction[]) =>
  (account: Account, kinds?: readonly string[]): bigint =>
    sumOf(
      transactions
        .filter(({ kind }) => kinds?.includes(kind) ?? true)
        .flatMap(({ entries }) => entries.filter(([name]) => name === account)),
    );

const isDecided = (status: string): boolean => status === "succeeded" || status === "failed";

function sumOf(entries: readonly EntryOf[]): bigint {
  return entries.reduce((sum, [, amount]) => sum + BigInt(amount), 0n);
}
