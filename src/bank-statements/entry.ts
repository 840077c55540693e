/** Where something stands in a file. Lines and columns count from 1. */
export type Place = {
  readonly line: number;
  /** Null in formats of lines, where the line is enough. */
  readonly column: number | null;
  /** The path of the XML element, the MT940 tag or the CSV column. */
  readonly path: string | null;
};

export type StatementFormat = "camt.052" | "camt.053" | "camt.054" | "mt940" | "mt942" | "csv";

/** An account as the file names it. An IBAN has no spaces and is valid. */
export type BankAccount = {
  readonly iban: string | null;
  /** Any other identification, such as a German bank code and account number; null if there is an IBAN. */
  readonly other: string | null;
};

/** The account of a statement. Null currency: only the entries say it. */
export type StatementAccount = BankAccount & { readonly currency: string | null };

/** An amount in minor units, a safe integer that is never negative. */
export type Money = { readonly amountMinor: number; readonly currency: string };

export type CreditDebit = "credit" | "debit";

/** `information` is neither booked nor certain to be booked. Only `booked` is money on the account. */
export type EntryStatus = "booked" | "pending" | "information";

export type BalanceKind = "opening" | "closing" | "interim" | "available" | "other";

export type Balance = Money & {
  readonly kind: BalanceKind;
  /** The bank's code: OPBD, PRCD, CLBD, ITBD, CLAV …; in MT940 the tag, such as 60F. */
  readonly code: string;
  readonly creditDebit: CreditDebit;
  readonly date: string | null;
};

/** A statement, report (camt.052) or notification (camt.054). */
export type StatementHeader = {
  readonly account: StatementAccount;
  readonly statementId: string | null;
  /** The bank's number of the statement: ElctrncSeqNb or LglSeqNb; in MT940 the statement number of :28C:. */
  readonly sequence: string | null;
  readonly page: number | null;
  readonly from: string | null;
  readonly to: string | null;
};

/** ISO 20022's bank transaction code, and the bank's own. */
export type BankTransactionCode = {
  readonly domain: string | null;
  readonly family: string | null;
  readonly subFamily: string | null;
  readonly proprietary: string | null;
  readonly issuer: string | null;
};

export type Party = {
  readonly name: string | null;
  readonly account: BankAccount | null;
};

/** `RF` is an ISO 11649 reference, `QRR` a Swiss QR reference. Other kinds keep the bank's code, such as SCOR. */
export type CreditorReference = { readonly type: string | null; readonly reference: string };

/** One transaction of an entry: a TxDtls of camt, the :86: of MT940, the row of a CSV file. */
export type EntryDetails = {
  /** Null if the bank gives none and the entry has several transactions. */
  readonly amount: Money | null;
  readonly creditDebit: CreditDebit;
  readonly endToEndId: string | null;
  readonly transactionId: string | null;
  readonly bankReference: string | null;
  readonly mandateId: string | null;
  readonly creditorReferences: readonly CreditorReference[];
  /** The unstructured remittance information, its parts joined by a space. */
  readonly remittance: string | null;
  /** Who paid and who was paid. In a reversal these are the parties of the original transaction. */
  readonly debtor: Party | null;
  readonly creditor: Party | null;
  readonly ultimateDebtor: string | null;
  readonly purpose: string | null;
  readonly returnReason: { readonly code: string | null; readonly text: string | null } | null;
  readonly charges: readonly Money[];
  /** The amount that was instructed in another currency. */
  readonly original: (Money & { readonly exchangeRate: string | null }) | null;
};

/** A batch booking: one entry for several transactions, which the file may or may not list. */
export type Batch = {
  readonly messageId: string | null;
  readonly paymentInformationId: string | null;
  readonly transactions: number | null;
};

export type StatementEntry = {
  /** The same whenever the entry is read again; see entry-key.ts. */
  readonly entryKey: string;
  readonly account: StatementAccount;
  readonly statementId: string | null;
  /** The place of the entry in its statement, from 1. */
  readonly sequence: number;
  /** AcctSvcrRef, or what follows // in :61:. */
  readonly bankReference: string | null;
  /** NtryRef. Its use differs between countries; see docs/reference/bank-statements.md. */
  readonly entryReference: string | null;
  readonly bookingDate: string | null;
  readonly valueDate: string | null;
  readonly status: EntryStatus;
  /** What the entry does to the balance. For a reversal that is already the reversed direction. */
  readonly creditDebit: CreditDebit;
  readonly reversal: boolean;
  readonly amountMinor: number;
  readonly currency: string;
  readonly bankTransactionCode: BankTransactionCode | null;
  readonly batch: Batch | null;
  readonly additionalInformation: string | null;
  readonly charges: readonly Money[];
  /** Empty for a batch whose transactions the file doesn't list. */
  readonly details: readonly EntryDetails[];
  readonly place: Place;
};

/** An entry before its statement gives it its key and place. */
export type EntryDraft = Omit<StatementEntry, "entryKey" | "account" | "statementId" | "sequence">;

/** Something odd that doesn't prevent reading. */
export type Finding = {
  readonly code:
    | "balance_differs"
    | "balance_left_out"
    | "status_missing"
    | "details_differ"
    | "batch_count_differs"
    | "currency_differs"
    | "no_line_break_at_end"
    | "unknown_currency"
    | "number_of_entries_differs";
  readonly message: string;
  readonly place: Place | null;
};

/** What is wrong with a file, where, and what to change. One fault refuses the whole file. */
export type StatementFault = {
  readonly code: FaultCode;
  readonly message: string;
  readonly place: Place | null;
};

export type FaultCode =
  | "unknown_format"
  | "unsupported_encoding"
  | "file_too_large"
  | "xml_invalid"
  | "xml_forbidden"
  | "limit_exceeded"
  | "incomplete"
  | "value_missing"
  | "value_invalid"
  | "csv_mapping_invalid";

/** The sums of a statement's entries that have the same status, direction and currency. */
export type EntrySum = {
  readonly status: EntryStatus;
  readonly creditDebit: CreditDebit;
  readonly currency: string;
  readonly entries: number;
  readonly amountMinor: bigint;
};

export type StatementSummary = StatementHeader & {
  readonly opening: Balance | null;
  readonly closing: Balance | null;
  /** Whether the booked entries lead from the opening to the closing balance. Null if it can't be checked. */
  readonly addsUp: boolean | null;
  readonly entries: number;
  readonly sums: readonly EntrySum[];
};

/** What reading a file yields, in the order of the file. */
export type StatementEvent =
  | { readonly type: "format"; readonly format: StatementFormat; readonly version: string | null }
  | { readonly type: "statement"; readonly statement: StatementHeader }
  | { readonly type: "entry"; readonly entry: StatementEntry }
  | { readonly type: "statement_end"; readonly summary: StatementSummary }
  | { readonly type: "finding"; readonly finding: Finding }
  | { readonly type: "fault"; readonly fault: StatementFault }
  /** The last event. With faults, nothing of the file may be used. */
  | { readonly type: "end"; readonly faults: number; readonly bytes: number };
