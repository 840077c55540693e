import { sampleCamt } from "../../../src/bank-statements/test-support.ts";
import { type PaidEntry, paidEntry } from "../../../src/expected-transfers/test-support.ts";
import type { Random } from "../random.ts";

/** An entry of the merchant's account at the bank. Minor units; money that leaves the account is negative. */
export type Booking = {
  /** The bank's reference, by which the entry is recognised in every file. */
  readonly id: string;
  readonly session: string;
  readonly amount: number;
};

/** The payer's account in every entry. */
const payerIban = "DE75512108001245126199";
/** The account of the files that `sampleCamt` makes. */
export const accountIban = "DE89370400440532013000";

/** The merchant's bank: it books what customers send, what it takes back, and the merchant's refunds, and makes statements. */
export class Bank {
  readonly book: Booking[] = [];
  readonly #entries: PaidEntry[] = [];
  readonly counts = { files: 0, entriesSentAgain: 0, refunds: 0, returned: 0 };
  #told = 0;

  /** A customer sends money with a reference. */
  credit(session: string, amount: number, text: string): void {
    this.#add(session, amount, { text, name: "Ada Lovelace", iban: payerIban });
  }

  /** The payer's bank takes back what a customer sent. */
  reverse(session: string, amount: number, text: string): void {
    this.#add(session, -amount, { text, direction: "DBIT", reversal: true, iban: payerIban });
  }

  /** Carries out a refund that the merchant has handed in as a file. */
  refund(session: string, amount: number, endToEndId: string): void {
    this.counts.refunds += 1;
    this.#add(session, -amount, { text: "refund", direction: "DBIT", endToEndId });
  }

  /** A refund comes back, because the payer's account is closed. */
  returnRefund(session: string, amount: number, endToEndId: string): void {
    this.counts.returned += 1;
    this.#add(session, amount, { text: "refund", endToEndId, returnReason: "AC04" });
  }

  #add(session: string, amount: number, entry: Omit<PaidEntry, "amount">): void {
    const id = `B${this.book.length + 1}`;
    this.book.push({ id, session, amount });
    this.#entries.push({ ...entry, amount: (Math.abs(amount) / 100).toFixed(2), bankReference: id });
  }

  /** A file of the entries that no file had yet, and of some that were in others. */
  statement(random: Random): string {
    const fresh = this.#entries.slice(this.#told);
    const overlap = this.#entries.slice(Math.max(0, this.#told - random.integer(0, 4)), this.#told);
    this.#told = this.#entries.length;
    return this.#file([...overlap, ...fresh], overlap.length);
  }

  /** A file of everything. */
  wholeStatement(): string {
    this.#told = this.#entries.length;
    return this.#file(this.#entries, this.#entries.length);
  }

  #file(entries: readonly PaidEntry[], again: number): string {
    this.counts.files += 1;
    this.counts.entriesSentAgain += again;
    return sampleCamt(entries.map(paidEntry).join(""));
  }
}
