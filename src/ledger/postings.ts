import { assert } from "../kernel/assert.ts";
import type { Account } from "./accounts.ts";

/** An account and what is booked to it, in minor units: a debit is positive, a credit negative. */
export type EntryOf = readonly [account: Account, amount: number];

/** A balanced transaction that is to be posted. */
export type Posting = {
  readonly kind: PostingKind;
  /** The id of the attempt, movement or dispute that caused it; each causes each kind once. */
  readonly sourceId: string;
  readonly paymentId: string;
  readonly currency: string;
  readonly entries: readonly EntryOf[];
};

/** A transaction that undoes another of the same source. */
export type Reversal = {
  readonly kind: ReversalKind;
  readonly sourceId: string;
  readonly paymentId: string;
  readonly reversesKind: PostingKind;
};

/** Which of a payment's records causes a posting and gives it its source id. */
export type SourceKind = "attempt" | "movement" | "dispute";

export type PostingRow = {
  /** As it stands in the database. Differs from the row's name where one kind of event is booked in two ways. */
  readonly kind: string;
  readonly source: SourceKind;
  /** When it is posted, as a clause. */
  readonly when: string;
  readonly debits: readonly Account[];
  readonly credits: readonly Account[];
};

/**
 * What each movement of money posts: the amount to each of these accounts. Everything that money can do is a row here,
 * or a reversal of one; docs/ledger.md shows this table, and `kassa ledger verify` holds the books to it.
 */
export const postingTable = {
  authorized: {
    kind: "authorized",
    source: "attempt",
    when: "the customer's bank approved a payment that is captured by hand",
    debits: ["customer_funds_receivable"],
    credits: ["authorized_funds"],
  },
  captured: {
    kind: "captured",
    source: "movement",
    when: "the PSP captured an amount of an authorization",
    debits: ["authorized_funds", "psp_clearing"],
    credits: ["customer_funds_receivable", "merchant_payable"],
  },
  captured_at_once: {
    kind: "captured",
    source: "attempt",
    when: "the PSP took a payment that is captured automatically",
    debits: ["psp_clearing"],
    credits: ["merchant_payable"],
  },
  released: {
    kind: "released",
    source: "movement",
    when: "the rest of an authorization was given back: by a void, a call-off, a final capture, or because it lapsed",
    debits: ["authorized_funds"],
    credits: ["customer_funds_receivable"],
  },
  refund_created: {
    kind: "refund_created",
    source: "movement",
    when: "a refund was asked for, before the PSP is called",
    debits: ["merchant_payable"],
    credits: ["refunds"],
  },
  refund_succeeded: {
    kind: "refund_succeeded",
    source: "movement",
    when: "the PSP confirmed a refund",
    debits: ["refunds"],
    credits: ["psp_clearing"],
  },
  dispute_opened: {
    kind: "dispute_opened",
    source: "dispute",
    when: "a bank withdrew an amount in a chargeback; an inquiry moves nothing",
    debits: ["disputes"],
    credits: ["psp_clearing"],
  },
  dispute_fee: {
    kind: "dispute_fee",
    source: "dispute",
    when: "the PSP charged its fee for a dispute",
    debits: ["fees"],
    credits: ["psp_clearing"],
  },
  dispute_lost: {
    kind: "dispute_lost",
    source: "dispute",
    when: "a chargeback was decided for the customer",
    debits: ["merchant_payable"],
    credits: ["disputes"],
  },
  late_dispute_lost: {
    kind: "dispute_lost",
    source: "dispute",
    when: "the same about late funds that were neither kept nor returned",
    debits: ["surplus"],
    credits: ["disputes"],
  },
  late_received: {
    kind: "late_received",
    source: "attempt",
    when: "money came that nobody waited for: for an attempt that had been given up, or beyond what was asked for",
    debits: ["psp_clearing"],
    credits: ["surplus"],
  },
  late_returned: {
    kind: "late_returned",
    source: "movement",
    when: "late or surplus money was sent back to the customer",
    debits: ["surplus"],
    credits: ["psp_clearing"],
  },
  late_kept: {
    kind: "late_kept",
    source: "attempt",
    when: "late or surplus money was accepted, as the tenant's settings say",
    debits: ["surplus"],
    credits: ["merchant_payable"],
  },
} as const satisfies Record<string, PostingRow>;

export type PostingName = keyof typeof postingTable;
export type PostingKind = (typeof postingTable)[PostingName]["kind"];

export type ReversalRow = {
  readonly reverses: PostingKind;
  readonly source: SourceKind;
  readonly when: string;
};

/** What undoes what. A reversal has the entries of what it reverses with the signs turned. */
export const reversalTable = {
  refund_failed: {
    reverses: "refund_created",
    source: "movement",
    when: "a refund failed, at once or when the customer's bank sent it back",
  },
  refund_returned: {
    reverses: "refund_succeeded",
    source: "movement",
    when: "a refund that had succeeded came back; posted with refund_failed",
  },
  late_refund_returned: {
    reverses: "late_returned",
    source: "movement",
    when: "late funds that had been sent back came back again",
  },
  dispute_won: {
    reverses: "dispute_opened",
    source: "dispute",
    when: "a chargeback was decided for the merchant and the bank gave the amount back",
  },
} as const satisfies Record<string, ReversalRow>;

export type ReversalKind = keyof typeof reversalTable;

/** Every kind of transaction, in the order in which money passes them. */
export const postingKinds: readonly (PostingKind | ReversalKind)[] = [
  ...new Set(Object.values(postingTable).map(({ kind }) => kind)),
  ...(Object.keys(reversalTable) as ReversalKind[]),
];

/** What caused a posting. `amount` is in minor units and above zero. */
export type Cause = {
  readonly sourceId: string;
  readonly paymentId: string;
  readonly currency: string;
  readonly amount: number;
};

/** The balanced transaction that a row of the table makes of an amount. */
export function makePosting(name: PostingName, { sourceId, paymentId, currency, amount }: Cause): Posting {
  assert(Number.isSafeInteger(amount) && amount > 0, `${name} needs a positive amount of minor units`);
  const { kind, debits, credits } = postingTable[name];
  const entries = [
    ...debits.map((account): EntryOf => [account, amount]),
    ...credits.map((account): EntryOf => [account, -amount]),
  ];
  return { kind, sourceId, paymentId, currency, entries };
}

/** The transaction that undoes what the same source posted. */
export function makeReversal(
  kind: ReversalKind,
  { sourceId, paymentId }: Pick<Cause, "sourceId" | "paymentId">,
): Reversal {
  return { kind, sourceId, paymentId, reversesKind: reversalTable[kind].reverses };
}
