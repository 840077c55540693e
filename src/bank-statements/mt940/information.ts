import type { BankAccount, CreditorReference, EntryDetails } from "../entry.ts";
import { cleanText } from "../texts.ts";
import { readNumberedFields } from "./numbered-fields.ts";
import { readSlashFields } from "./slash-fields.ts";

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

/**
 * Reads a :86: in the forms in use: numbered fields (Germany, Austria, Poland: 166?00…?20…), fields with names between slashes
 * (the Netherlands, Belgium: /EREF/…/REMI/…), and plain text.
 */
export function readInformation(lines: readonly string[]): Information {
  if (lines.length === 0) return noInformation;
  return (
    readNumberedFields(lines) ??
    readSlashFields(lines) ?? { ...noInformation, remittance: cleanText(joinLines(lines)) }
  );
}

/** Joins lines to one text, by a space unless the line is full. */
export const joinLines = (lines: readonly string[], full = fullLine): string =>
  lines.map((line) => (line.length >= full ? line : `${line} `)).join("");
