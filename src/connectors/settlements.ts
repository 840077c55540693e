import type { CallOptions } from "./call-options.ts";
import type { ConnectorAccount } from "./connector-account.ts";

/**
 * What a PSP has booked on a merchant's balance, and what it has paid out. Lists are in no particular order, and may repeat
 * what an earlier call returned.
 */
export type Settlements = {
  /** How far back an import reads again, in milliseconds: longer than the PSP ever took to list a line. */
  readonly lateMs: number;
  /** How long after its time the PSP says that it may list a line, in milliseconds; 0 if it says nothing. */
  readonly delayMs: number;
  /** Lists the lines that were booked since a time, whether they are paid out or not. */
  listLines(request: ListLinesRequest, call: CallOptions): Promise<ListLinesOutcome>;
  /** Lists the batches that were made since a time, as they are now. */
  listBatches(request: ListBatchesRequest, call: CallOptions): Promise<ListBatchesOutcome>;
  /** Lists the lines of a batch, each of which names it, or tells which of the lines that `listLines` lists it pays. */
  listBatchLines(request: ListBatchLinesRequest, call: CallOptions): Promise<ListBatchLinesOutcome>;
};

/** Settlements in files that the PSP makes and numbers. */
export type SettlementReports = {
  /**
   * Reads a report as it arrives. A batch comes with the part that pays it out; the file has all of its lines. The last part is "end" or
   * "unreadable".
   */
  read(report: ReportToRead): AsyncGenerator<ReportPart>;
  /** Downloads the report after another one. */
  download(request: DownloadRequest, call: CallOptions): Promise<DownloadOutcome>;
};

export type DownloadRequest = {
  readonly account: ConnectorAccount;
  /** The number of the newest report that was imported; null if none was. */
  readonly after: number | null;
};

export type DownloadOutcome =
  | { readonly kind: "report"; readonly content: Buffer }
  /** The PSP hasn't made it yet. */
  | { readonly kind: "none" }
  | Unlisted;

export type ReportToRead = {
  readonly account: ConnectorAccount;
  readonly content: AsyncIterable<Buffer>;
};

export type ReportPart =
  | { readonly kind: "line"; readonly line: SettlementLine }
  | { readonly kind: "batch"; readonly batch: SettlementBatch }
  /** After the last line. Later reports have higher numbers. What was booked until a time is in this report or in earlier ones. */
  | { readonly kind: "end"; readonly number: number; readonly until: Date }
  /** The detail is a sentence for the operator. */
  | { readonly kind: "unreadable"; readonly detail: string };

type PageRequest = {
  readonly account: ConnectorAccount;
  /** `next` of the previous page. */
  readonly cursor: string | null;
};

export type ListLinesRequest = PageRequest & {
  /** RFC 3339 */
  readonly bookedAfter: string;
};
export type ListBatchesRequest = PageRequest & {
  /** RFC 3339 */
  readonly createdAfter: string;
};
export type ListBatchLinesRequest = PageRequest & { readonly batch: string };

type Unlisted =
  | { readonly kind: "unknown"; readonly detail: string }
  /** The account lacks what the PSP wants for it. The detail is a sentence for the operator. */
  | { readonly kind: "unavailable"; readonly detail: string };

export type ListLinesOutcome =
  | { readonly kind: "page"; readonly lines: readonly SettlementLine[]; readonly next: string | null }
  | Unlisted;

export type ListBatchesOutcome =
  | { readonly kind: "page"; readonly batches: readonly SettlementBatch[]; readonly next: string | null }
  | Unlisted;

export type ListBatchLinesOutcome =
  | ListLinesOutcome
  | { readonly kind: "contents"; readonly contents: BatchContents; readonly next: string | null };

/** Which of the account's lines in its currency a batch pays, of those that no other batch pays. */
export type BatchContents = {
  /** The lines about these. */
  readonly about: readonly { readonly type: SettlementType; readonly about: string }[];
  /** The PSP pays lines of these types with the first batch after their booking: those booked until the batch was made. */
  readonly typesUntilThen: readonly SettlementType[];
};

/**
 * - charge, refund, dispute: the PSP booked what the customer paid, got back, or has disputed
 * - charge_failure: it took back what it had booked of a charge, because the money never came or went back
 * - refund_failure, dispute_reversal: it booked that money back
 * - fee: charged apart from any payment
 * - exchange: one side of an exchange that the PSP booked as a line for each currency
 * - reserve: withheld for a time, or given back
 * - payout, payout_failure: sent to the merchant's bank, or come back from there
 * - adjustment: anything else
 */
export const settlementTypes = [
  "charge",
  "charge_failure",
  "refund",
  "refund_failure",
  "dispute",
  "dispute_reversal",
  "fee",
  "exchange",
  "reserve",
  "payout",
  "payout_failure",
  "adjustment",
] as const;
export type SettlementType = (typeof settlementTypes)[number];

/** One line of a merchant's balance at a PSP. Amounts are minor units; what the merchant gets is positive. */
export type SettlementLine = {
  /** The PSP's reference of the line. It is unique for the account, and never changes. */
  readonly reference: string;
  readonly type: SettlementType;
  /** The PSP's own name of the type. */
  readonly category: string;
  /**
   * The PSP's reference of the charge, refund, dispute or payout that it is about: the same as everywhere else in the contract. A charge may
   * be named by one of its captures, a dispute by its charge or capture. Null if it is about none of these.
   */
  readonly about: string | null;
  /** The PSP's reference of the payout that pays it; null as long as that isn't known. */
  readonly batch: string | null;
  readonly currency: string;
  readonly gross: number;
  /** What the PSP keeps of it: positive if the merchant pays. */
  readonly fee: number;
  /** `gross` less `fee`. */
  readonly net: number;
  /** The gross amount before the PSP exchanged it; null if it exchanged nothing. */
  readonly exchanged: { readonly currency: string; readonly amount: number; readonly rate: number } | null;
  readonly bookedAt: Date;
  /** When the merchant can have it; null if the PSP doesn't say. */
  readonly availableAt: Date | null;
};

export const batchStatuses = ["in_transit", "paid", "failed"] as const;
export type BatchStatus = (typeof batchStatuses)[number];

/** A payout, with what it pays. */
export type SettlementBatch = {
  readonly reference: string;
  readonly status: BatchStatus;
  readonly currency: string;
  /** Minor units. Negative if the PSP collects money. */
  readonly amount: number;
  readonly createdAt: Date;
  /** The day on which the PSP expects it at the bank, as 2026-11-30; null if it doesn't say. */
  readonly arrivesOn: string | null;
  /** Texts by which the bank's statement may show it. */
  readonly bankTexts: readonly string[];
  /** Whether the PSP can list all its lines now. A payout of an amount that the merchant chose has no lines. */
  readonly hasLines: boolean;
};
