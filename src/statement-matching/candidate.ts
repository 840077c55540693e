/** An expected bank transfer: an open payment that a customer was asked to pay by transfer. */
export type Candidate = {
  readonly id: string;
  /** The references that the customer was given: an RF or QR reference, a Pix txid, or a plain text. */
  readonly references: readonly string[];
  readonly amountMinor: number;
  readonly currency: string;
  /** Who is expected to pay; null if it isn't known. */
  readonly payerName: string | null;
  /** The payer's account, if it is known from an earlier payment. */
  readonly payerAccount: string | null;
};

/** Money that arrived: a booked credit, or one transaction of it. */
export type Incoming = {
  readonly amountMinor: number;
  readonly currency: string;
  /** References that the bank reports in fields of their own. */
  readonly references: readonly string[];
  /** All texts in which a payer may have written a reference. */
  readonly texts: readonly string[];
  readonly payerName: string | null;
  readonly payerAccount: string | null;
};
