import type { CallOptions } from "./call-options.ts";
import type { ConnectorAccount } from "./connector-account.ts";
import type { PspFact } from "./facts.ts";

/** What a PSP lets Kassa do with disputes. */
export type Disputes = {
  find(request: DisputeRequest, call: CallOptions): Promise<DisputeOutcome>;
  /** Missing if evidence can only be given in the PSP's dashboard, or not at all. */
  readonly submitEvidence?: (request: EvidenceRequest, call: CallOptions) => Promise<DisputeOutcome>;
  /** Missing if a dispute can't be accepted by API. */
  readonly accept?: (request: AcceptRequest, call: CallOptions) => Promise<DisputeOutcome>;
};

export type AcceptRequest = DisputeRequest & { readonly idempotencyKey: string };

export type DisputeRequest = {
  readonly account: ConnectorAccount;
  readonly pspReference: string;
  /** The facts of the disputed charge. Missing unless the connector's `proof` is "notifications". */
  readonly facts?: readonly PspFact[];
  /** The PSP has confirmed that the merchant accepts the dispute. Of use to a connector whose facts don't tell of it. */
  readonly isAccepted?: true;
};

export type EvidenceRequest = DisputeRequest & {
  readonly idempotencyKey: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly files: readonly {
    readonly name: string;
    readonly mediaType: string;
    readonly content: Buffer;
  }[];
};

export type DisputeOutcome =
  | { readonly kind: "known"; readonly dispute: DisputeFacts }
  | { readonly kind: "refused"; readonly detail: string }
  | { readonly kind: "unknown"; readonly detail: string };

export type DisputeFacts = {
  readonly pspReference: string;
  /** The idempotency key of the disputed charge, which is the attempt's id. */
  readonly chargeKey: string;
  readonly stage: "inquiry" | "chargeback";
  readonly status: "needs_response" | "under_review" | "won" | "lost" | "closed";
  readonly reason: DisputeReason;
  readonly amount: number;
  readonly currency: string;
  /**
   * Of a decided chargeback: the part of `amount` that the customer keeps, in minor units. Above zero if it was lost, and less than
   * `amount` if it was won. Missing if the PSP doesn't say: then nothing of a won chargeback, and all of a lost one.
   */
  readonly amountLost?: number;
  /**
   * Of a chargeback under review: what the PSP has given back until the decision, in minor units, at most `amount`. Missing if it
   * gives nothing back before that, or doesn't say.
   */
  readonly amountReturned?: number;
  /** The PSP's chargeback fee, in minor units of the same currency. */
  readonly fee: number;
  /** RFC 3339. */
  readonly evidenceDueAt: string | null;
};

export const disputeReasons = ["fraudulent", "product_not_received", "duplicate", "general"] as const;
export type DisputeReason = (typeof disputeReasons)[number];
