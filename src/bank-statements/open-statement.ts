import { findCurrency } from "../kernel/currency.ts";
import { toDecimalString } from "../kernel/money.ts";
import type { Balance, EntryDraft, EntrySum, StatementHeader } from "./entry.ts";
import { EntryKeys } from "./entry-key.ts";
import type { Reading } from "./reading.ts";

type Sum = { -readonly [Field in keyof EntrySum]: EntrySum[Field] };

/** A statement while its entries are read: gives them keys and numbers, adds them up, and compares them with the balances. */
export class OpenStatement {
  readonly header: StatementHeader;
  readonly balances: Balance[] = [];
  /** The number of entries that the statement itself gives, if it does. */
  declaredEntries: number | null = null;
  /** Whether entries were left out because of faults. */
  incomplete = false;
  private readonly keys: EntryKeys;
  private readonly sums = new Map<string, Sum>();
  private readonly reading: Reading;
  private entries = 0;

  constructor(reading: Reading, header: StatementHeader, previous?: OpenStatement) {
    this.reading = reading;
    this.header = header;
    this.keys = previous && isFollowingPage(header, previous.header) ? previous.keys : new EntryKeys();
    reading.emit({ type: "statement", statement: header });
  }

  add(draft: EntryDraft): void {
    const { account, statementId } = this.header;
    if (account.currency !== null && draft.currency !== account.currency)
      this.reading.finding(
        "currency_differs",
        `The entry is in ${draft.currency}, its account in ${account.currency}.`,
        draft.place,
      );
    this.entries += 1;
    this.addToSums(draft);
    const entryKey = this.keys.keyOf(account, draft);
    this.reading.emit({
      type: "entry",
      entry: { entryKey, account, statementId, sequence: this.entries, ...draft },
    });
  }

  end(): void {
    const opening = this.balances.find(({ kind }) => kind === "opening") ?? this.interim(0);
    const closing = this.balances.findLast(({ kind }) => kind === "closing") ?? this.interim(1);
    const summary = {
      ...this.header,
      opening,
      closing,
      addsUp: this.addsUp(opening, closing),
      entries: this.entries,
      sums: [...this.sums.values()],
    };
    if (this.declaredEntries !== null && this.declaredEntries !== this.entries && !this.incomplete)
      this.reading.finding(
        "number_of_entries_differs",
        `The statement says that it has ${this.declaredEntries} entries; there are ${this.entries}.`,
        null,
      );
    this.reading.emit({ type: "statement_end", summary });
  }

  /** A page of a statement begins or ends with an interim balance. With only one it isn't known which of them it is. */
  private interim(place: 0 | 1): Balance | null {
    const interim = this.balances.filter(({ kind }) => kind === "interim");
    const has = (kind: string): boolean => this.balances.some((balance) => balance.kind === kind);
    if (interim.length === 1 && has(place === 0 ? "closing" : "opening")) return interim[0] ?? null;
    return interim.length === 2 ? (interim[place] ?? null) : null;
  }

  private addToSums({ status, creditDebit, currency, amountMinor }: EntryDraft): void {
    const key = `${status} ${creditDebit} ${currency}`;
    const sum = this.sums.get(key) ?? { status, creditDebit, currency, entries: 0, amountMinor: 0n };
    sum.entries += 1;
    sum.amountMinor += BigInt(amountMinor);
    this.sums.set(key, sum);
  }

  private addsUp(opening: Balance | null, closing: Balance | null): boolean | null {
    if (opening === null || closing === null || this.incomplete) return null;
    const { currency } = opening;
    const booked = [...this.sums.values()].filter(({ status }) => status === "booked");
    if (closing.currency !== currency || booked.some((sum) => sum.currency !== currency)) return null;
    const expected = booked.reduce((total, sum) => total + signed(sum), signed(opening));
    if (expected === signed(closing)) return true;
    this.reading.finding(
      "balance_differs",
      `The opening balance and the booked entries give ${inWords(expected, currency)}, but the closing balance is ${inWords(signed(closing), currency)}: entries may be missing from the file.`,
      null,
    );
    return false;
  }
}

/** The pages of one statement number their equal entries together. A statement that is repeated begins anew. */
const isFollowingPage = (header: StatementHeader, previous: StatementHeader): boolean =>
  header.page !== null &&
  previous.page !== null &&
  header.page > previous.page &&
  header.sequence === previous.sequence &&
  header.account.iban === previous.account.iban &&
  header.account.other === previous.account.other;

function signed({
  creditDebit,
  amountMinor,
}: Pick<EntrySum | Balance, "creditDebit" | "amountMinor">): bigint {
  return creditDebit === "credit" ? BigInt(amountMinor) : -BigInt(amountMinor);
}

function inWords(amountMinor: bigint, code: string): string {
  const currency = findCurrency(code);
  return currency ? `${toDecimalString(amountMinor, currency.exponent)} ${code}` : `${amountMinor} ${code}`;
}
