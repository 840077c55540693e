import { findCurrency } from "../../kernel/currency.ts";
import { toDecimalString } from "../../kernel/money.ts";
import type { Account } from "../accounts.ts";
import { type EntryOf, makePosting, postingTable } from "../postings.ts";
import { type ExpectedPosting, expectedPostings } from "./expected-postings.ts";
import type { FoundTransaction, PaymentFacts } from "./facts.ts";

/** A difference between the ledger and a payment's records. */
export type Difference = {
  readonly about: "transaction" | "posting" | "amount";
  /** One sentence. */
  readonly text: string;
};

/** All differences between the ledger and the records of one payment. */
export function auditPayment(payment: PaymentFacts): Difference[] {
  const broken = payment.transactions.flatMap((transaction) => auditTransaction(payment, transaction));
  return [
    ...broken.map((text) => ({ about: "transaction", text }) as const),
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
    ...(sum === 0n ? [] : [`${name} does not sum to zero: ${money(sum, posted)} is left over.`]),
    ...(posted === currency ? [] : [`${name} has entries in ${posted}, but the payment is in ${currency}.`]),
  ];
}

/** Checks that each expected posting exists once, with the right entries, and that there are no others. */
function auditPostings(payment: PaymentFacts): string[] {
  const expected = expectedPostings(payment);
  const unclaimed = new Map(payment.transactions.map((found) => [keyOf(found.sourceId, found.kind), found]));
  const faults: string[] = [];
  for (const posting of expected) {
    const kind = kindOf(posting);
    const found = unclaimed.get(keyOf(posting.sourceId, kind));
    unclaimed.delete(keyOf(posting.sourceId, kind));
    if (found) faults.push(...comparePosting(payment, posting, found));
    else {
      const amount = money(posting.amount, payment.currency);
      faults.push(`${kind} of ${amount} is missing for ${posting.sourceId}, though ${posting.because}.`);
    }
  }
  for (const { id, kind, sourceId } of unclaimed.values())
    faults.push(`Transaction ${id} posts ${kind} for ${sourceId}, which has no reason to be there.`);
  return faults;
}

const keyOf = (sourceId: string, kind: string): string => `${sourceId} ${kind}`;
const kindOf = (posting: ExpectedPosting): string =>
  "reverse" in posting ? posting.reverse : postingTable[posting.post].kind;

function comparePosting(payment: PaymentFacts, posting: ExpectedPosting, found: FoundTransaction): string[] {
  const name = `Transaction ${found.id} (${found.kind})`;
  const expected = entriesOf(payment, posting);
  const booked = found.entries.map((entry) => describe(entry, found.currency));
  const right = expected.map((entry) => describe(entry, payment.currency));
  const faults: string[] = [];
  if (booked.toSorted().join() !== right.toSorted().join())
    faults.push(`${name} is booked as ${booked.join(", ")}; right is ${right.join(", ")}.`);
  if (found.reverses !== reversedBy(payment, posting))
    faults.push(`${name} names ${found.reverses ?? "nothing"} as what it reverses, which is wrong.`);
  return faults;
}

function entriesOf(payment: PaymentFacts, posting: ExpectedPosting): readonly EntryOf[] {
  const { post, sourceId, amount } = posting;
  if (amount === 0) return [];
  const { entries } = makePosting(post, {
    sourceId,
    amount,
    paymentId: payment.id,
    currency: payment.currency,
  });
  return "reverse" in posting ? entries.map(([account, value]): EntryOf => [account, -value]) : entries;
}

function reversedBy({ transactions }: PaymentFacts, posting: ExpectedPosting): string | null {
  if (!("reverse" in posting)) return null;
  const { kind } = postingTable[posting.post];
  const original = transactions.find((found) => found.sourceId === posting.sourceId && found.kind === kind);
  return original?.id ?? null;
}

const describe = ([account, amount]: EntryOf, currency: string): string =>
  `${account} ${money(amount, currency)}`;

/** Compares the payment's amounts with those recomputed from the entries. */
function auditAmounts(payment: PaymentFacts): string[] {
  const { amountCapturePending: pending } = payment;
  const differences = amountsOf(payment)
    .filter(([, books, record]) => books !== BigInt(record))
    .map(([what, books, record]) => {
      const [said, known] = [money(books, payment.currency), money(record, payment.currency)];
      return `The books have ${said} ${what}; the payment has ${known}.`;
    });
  const capturing = payment.movements
    .filter(({ kind, late, status }) => kind === "capture" && !late && !isDecided(status))
    .reduce((sum, { amount }) => sum + amount, 0);
  if (capturing === pending) return differences;
  const [said, known] = [money(capturing, payment.currency), money(pending, payment.currency)];
  return [...differences, `Captures under way come to ${said}; the payment has ${known}.`];
}

type Compared = readonly [what: string, books: bigint, record: number];

function amountsOf(payment: PaymentFacts): readonly Compared[] {
  const { amountAuthorized, amountCaptured, amountReleased } = payment;
  const outstanding =
    payment.captureMethod === "manual" ? amountAuthorized - amountCaptured - amountReleased : 0;
  const booked = bookedTo(payment.transactions);
  const returned = ["late_returned", "late_refund_returned"];
  return [
    ["authorized and neither captured nor released", booked("customer_funds_receivable"), outstanding],
    ["that can be captured", -booked("authorized_funds"), outstanding],
    ["captured", -booked("merchant_payable", ["captured"]), amountCaptured],
    ["released", booked("authorized_funds", ["released"]), amountReleased],
    ["refunded", booked("refunds", ["refund_succeeded", "refund_returned"]), payment.amountRefunded],
    ["in refunds on their way", -booked("refunds"), payment.amountRefundPending],
    ["disputed", disputed(payment, false), payment.amountDisputed],
    ["received late", -booked("surplus", ["late_received"]), payment.amountLate],
    ["returned of late funds", booked("surplus", returned), payment.amountLateReturned],
    ["disputed of late funds", disputed(payment, true), payment.amountLateDisputed],
  ];
}

/** The amount that banks hold or have kept, of late funds or of the payment's own money. */
function disputed({ disputes, transactions }: PaymentFacts, late: boolean): bigint {
  const ofLate = new Set(disputes.filter((dispute) => dispute.late).map(({ id }) => id));
  const those = transactions.filter(({ sourceId }) => ofLate.has(sourceId) === late);
  return bookedTo(those)("disputes", ["dispute_opened", "dispute_won"]);
}

/** The sum posted to an account, by transactions of the given kinds or all kinds. */
const bookedTo =
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

/** "-12.50 EUR"; in minor units for a currency that ISO has withdrawn. */
export function money(amount: bigint | number, currency: string): string {
  const known = findCurrency(currency);
  return known
    ? `${toDecimalString(amount, known.exponent)} ${currency}`
    : `${amount} minor units of ${currency}`;
}
