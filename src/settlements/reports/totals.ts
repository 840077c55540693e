import type { Column } from "./columns.ts";
import type { ReportedTransaction } from "./report.ts";

/** The sums of a report's amounts in one currency, by column, in minor units. Bigints, because sums can exceed the safe integers. */
export type Total = {
  readonly currency: string;
  /** The number of lines in this currency. */
  lines: number;
  readonly sums: Map<string, bigint>;
};

/** Adds up a report while it is written. Fees are added to their own currency. */
export class Totals {
  readonly #columns: readonly (Column & { type: "amount" })[];
  readonly #byCurrency = new Map<string, Total>();

  constructor(columns: readonly Column[]) {
    this.#columns = columns.filter((column) => column.type === "amount");
  }

  add(row: ReportedTransaction): void {
    this.#of(row.currency).lines += 1;
    for (const { name, of, currencyOf } of this.#columns) {
      const [amount, currency] = [of(row), currencyOf(row)];
      if (amount === null || currency === null) continue;
      const { sums } = this.#of(currency);
      sums.set(name, (sums.get(name) ?? 0n) + BigInt(amount));
    }
  }

  /** By currency, in alphabetical order. */
  list(): Total[] {
    return [...this.#byCurrency.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1));
  }

  #of(currency: string): Total {
    const known = this.#byCurrency.get(currency);
    if (known) return known;
    const sums = new Map(this.#columns.map(({ name }) => [name, 0n]));
    const total: Total = { currency, lines: 0, sums };
    this.#byCurrency.set(currency, total);
    return total;
  }
}
