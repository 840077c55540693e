import type { BankAccount, CreditorReference, EntryDetails } from "../entry.ts";

/** What a :86: says about the transaction of its entry. */
export type Information = {
  readonly transactionCode: string | null;
  readonly bookingText: string | null;
  readonly remittance: string | null;
  readonly endToEndId: string | null;
  readonly mandateId: string | null;
  readonly creditorReferences: readonly CreditorReference[];
  readonly name: string | null;
  readonly account: BankAccount | null;
  readonly ultimateDebtor: string | null;
  readonly purpose: string | null;
  readonly returnReason: EntryDetails["returnReason"];
};

export const noInformation: Information = {
  transactionCode: null,
  bookingText: null,
  remittance: null,
  endToEndId: null,
  mandateId: null,
  creditorReferences: [],
  name: null,
  account: null,
  ultimateDebtor: null,
  purpose: null,
  returnReason: null,
};

/** The length of a full line of :86:. A text that fills it goes on in the next line, perhaps within a word. */
const fullLine = 65;

/** Joins lines to one text, by a space unless the line is full. */
export const joinLines = (lines: readonly string[], full = fullLine): string =>
  lines.map((line) => (line.length >= full ? line : `${line} `)).join("");
