import { assert } from "../kernel/assert.ts";
import type { Account } from "./accounts.ts";
import { type SettlementKind, settlementTable } from "./settlement-kinds.ts";

/** An account and the amount posted to it, in minor units: debits are positive, credits negative. */
export type EntryOf = readonly [account: Account, amount: number];

/** A balanced transaction to post. */
export type Posting = {
  readonly kind: PostingKind | SettlementKind;
  /** The id of the attempt, movement, dispute, settlement line or payout that caused it. Each posts each kind at most once in a version. */
  readonly sourceId: string;
  /** How often the PSP had changed its decision about the cause by then; 0 if omitted. */
  readonly version?: number;
  /** Null for payouts, and for settlement lines that belong to no payment. */
  readonly paymentId: string | null;
  /** The account at the PSP whose money it moves. A reversal takes it over from what it reverses. */
  readonly connectorAccount: string;
  readonly currency: string;
  readonly entries: readonly EntryOf[];
};

/** A transaction that reverses the last one of a kind of the same source. */
export type Reversal = {
  readonly kind: ReversalKind | SettlementKind;
  readonly sourceId: string;
  /** As in Posting. */
  readonly version?: number;
  readonly paymentId: string | null;
  readonly reversesKind: PostingKind | SettlementKind;
};

/** The kind of record that causes a posting. Its id is the posting's source id. */
export type SourceKind = "attempt" | "movement" | "dispute";

export type PostingRow = {
  /** The kind in the database. Differs from the row's name if one kind of event is posted in two ways. */
  readonly kind: string;
  readonly source: SourceKind;
  /** The event that posts it, as a clause. */
  readonly when: string;
  readonly debits: readonly Account[];
  readonly credits: readonly Account[];
};

/**
 * The postings of each movement of money: the amount is posted to each of these accounts. Every movement is a row here or the
 * reversal of one. docs/explanation/ledger.md shows this table, and `kassa ledger verify` checks the ledger against it.
 */
export const postingTable = {
  authorized: {
    kind: "authorized",
    source: "attempt",
    when: "the customer's bank approved a payment with manual capture",
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
    when: "the PSP captured a payment with automatic capture",
    debits: ["psp_clearing"],
    credits: ["merchant_payable"],
  },
  released: {
    kind: "released",
    source: "movement",
    when: "the rest of an authorization was released: by a void, a call-off, a final capture, or because it lapsed",
    debits: ["authorized_funds"],
    credits: ["customer_funds_receivable"],
  },
  refund_created: {
    kind: "refund_created",
    source: "movement",
    when: "a refund was requested, before the PSP is called",
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
    when: "a bank withdrew an amount in a chargeback, or withdrew it again; an inquiry moves nothing",
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
  dispute_returned: {
    kind: "dispute_returned",
    source: "dispute",
    when: "a PSP gave the amount, or a part of it, back until the bank decides",
    debits: ["psp_clearing"],
    credits: ["disputes"],
  },
  dispute_won: {
    kind: "dispute_won",
    source: "dispute",
    when: "a chargeback was won, in whole or in part, and the bank returned this amount",
    debits: ["psp_clearing"],
    credits: ["disputes"],
  },
  dispute_lost: {
    kind: "dispute_lost",
    source: "dispute",
    when: "a chargeback was lost, in whole or in part",
    debits: ["merchant_payable"],
    credits: ["disputes"],
  },
  late_dispute_lost: {
    kind: "dispute_lost",
    source: "dispute",
    when: "a chargeback of late funds was lost before they were kept or returned",
    debits: ["surplus"],
    credits: ["disputes"],
  },
  dispute_loss_undone: {
    kind: "dispute_loss_undone",
    source: "dispute",
    when: "a lost chargeback was decided otherwise, or is examined again; of late funds, `surplus` is credited with what it had lost",
    debits: ["disputes"],
    credits: ["merchant_payable"],
  },
  late_received: {
    kind: "late_received",
    source: "attempt",
    when: "late funds arrived, or more than the requested amount",
    debits: ["psp_clearing"],
    credits: ["surplus"],
  },
  late_returned: {
    kind: "late_returned",
    source: "movement",
    when: "late funds or a surplus were returned to the customer",
    debits: ["surplus"],
    credits: ["psp_clearing"],
  },
  late_kept: {
    kind: "late_kept",
    source: "attempt",
    when: "late funds or a surplus were kept, as the tenant's settings say",
    debits: ["surplus"],
    credits: ["merchant_payable"],
  },
} as const satisfies Record<string, PostingRow>;

export type PostingName = keyof typeof postingTable;
export type PostingKind = (typeof postingTable)[PostingName]["kind"];

export type ReversalRow = {
  readonly reverses: PostingKind;
  readonly sources: readonly SourceKind[];
  readonly when: string;
};

/** The reversals. A reversal has the entries of the reversed transaction with opposite signs. */
export const reversalTable = {
  capture_failed: {
    reverses: "captured",
    sources: ["movement", "attempt"],
    when: "a capture that had succeeded failed, days later; the attempt's, if it was captured with its approval",
  },
  refund_failed: {
    reverses: "refund_created",
    sources: ["movement"],
    when: "a refund failed, at once or when the customer's bank sent it back",
  },
  refund_returned: {
    reverses: "refund_succeeded",
    sources: ["movement"],
    when: "a refund that had succeeded was sent back; posted with refund_failed",
  },
  dispute_retaken: {
    reverses: "dispute_returned",
    sources: ["dispute"],
    when: "the bank decided, so that what had come back until then counts by the decision, posted with it; or examines the dispute anew",
  },
  late_refund_returned: {
    reverses: "late_returned",
    sources: ["movement"],
    when: "the customer's bank sent returned late funds back",
  },
} as const satisfies Record<string, ReversalRow>;

export type ReversalKind = keyof typeof reversalTable;

/** All kinds of transactions. */
export const postingKinds: readonly (PostingKind | ReversalKind | SettlementKind)[] = [
  ...new Set(Object.values(postingTable).map(({ kind }) => kind)),
  ...(Object.keys(reversalTable) as ReversalKind[]),
  ...(Object.keys(settlementTable) as SettlementKind[]),
];

/** The cause of a posting. `amount` is in minor units and above zero. */
export type Cause = {
  readonly sourceId: string;
  /** As in Posting. */
  readonly version?: number;
  readonly paymentId: string;
  readonly connectorAccount: string;
  readonly currency: string;
  readonly amount: number;
};

/** The balanced transaction for an amount, by a row of the table. */
export function makePosting(name: PostingName, { amount, ...cause }: Cause): Posting {
  assert(Number.isSafeInteger(amount) && amount > 0, `${name} needs a positive amount of minor units`);
  const { kind, debits, credits } = postingTable[name];
  const entries = [
    ...debits.map((account): EntryOf => [account, amount]),
    ...credits.map((account): EntryOf => [account, -amount]),
  ];
  return { kind, ...cause, entries };
}

/** The transaction that reverses the last one of a kind of the same source. */
export function makeReversal(
  kind: ReversalKind,
  cause: { readonly sourceId: string; readonly paymentId: string | null; readonly version?: number },
): Reversal {
  const { sourceId, paymentId, version = 0 } = cause;
  return { kind, sourceId, paymentId, version, reversesKind: reversalTable[kind].reverses };
}
