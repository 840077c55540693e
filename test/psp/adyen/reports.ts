import { type BalanceSheet, balanceSheets } from "../common/balance-sheet.ts";
import type { LogEntry } from "./charge-log.ts";
import { toDecimal } from "./currencies.ts";
import { notifyReport } from "./notifications.ts";
import { toReportTime } from "./time.ts";
import type { World } from "./world.ts";

/** The standard columns of the Settlement details report, in Adyen's order. */
const columns = [
  ...["Company Account", "Merchant Account", "Psp Reference", "Merchant Reference", "Payment Method"],
  ...["Creation Date", "TimeZone", "Type", "Modification Reference", "Gross Currency", "Gross Debit (GC)"],
  ...["Gross Credit (GC)", "Exchange Rate", "Net Currency", "Net Debit (NC)", "Net Credit (NC)"],
  ...["Commission (NC)", "Markup (NC)", "Scheme Fees (NC)", "Interchange (NC)", "Batch Number"],
] as const;
type Row = Partial<Record<(typeof columns)[number], string>>;

/** Such as a `Fee` or a `DepositCorrection`. */
export type OtherBooking = { readonly type: string; readonly amount: number };

/** Adyen's blended commission, here 2 % of each capture, rounded up to a minor unit. */
const commissionPercent = 2;

/** Settles what moved since the last batch, a report file a merchant account. */
export class Settlement {
  readonly #world: World;
  #settledEntries = 0;
  #batch = 0;
  readonly #payouts: { readonly currency: string; readonly net: number }[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  /**
   * Pays out and notifies REPORT_AVAILABLE.
   *
   * @param others what belongs to no payment, in the first report. Amounts are minor units of EUR, signed
   * @returns the names of the report files
   */
  closeBatch(others: readonly OtherBooking[] = []): string[] {
    const entries = this.#world.log.slice(this.#settledEntries);
    this.#settledEntries = this.#world.log.length;
    this.#batch += 1;
    const accounts = Map.groupBy(entries.filter(movesBalance), ({ merchantAccount }) => merchantAccount);
    const [first = ""] = this.#world.settings.merchantAccounts;
    if (accounts.size === 0 && others.length > 0) accounts.set(first, []);
    return [...accounts].map(([account, moved], index) =>
      this.#makeReport(account, moved, index === 0 ? others : []),
    );
  }

  /** What was moved and isn't in a batch yet, and what the batches have paid out. */
  balanceSheets(): BalanceSheet[] {
    const moved = this.#world.log.slice(this.#settledEntries).filter(movesBalance);
    return balanceSheets([
      ...moved.map((entry) => ({ currency: entry.currency, net: netOf(entry), isPayout: false })),
      ...this.#payouts.flatMap(({ currency, net }) => [
        { currency, net, isPayout: false },
        // A batch that owes money is carried to a later one.
        ...(net < 0 ? [] : [{ currency, net: -net, isPayout: true }]),
      ]),
    ]);
  }

  #makeReport(account: string, entries: readonly LogEntry[], others: readonly OtherBooking[]): string {
    const name = `settlement_detail_report_batch_${this.#batch}.csv`;
    const path = `/reports/download/MerchantAccount/${account}/${name}`;
    const rows = entries.map((entry) => this.#toRow(entry));
    const currencies = Map.groupBy(entries, ({ currency }) => currency);
    if (others.length > 0 && !currencies.has("EUR")) currencies.set("EUR", []);
    const payouts = [...currencies].map(([currency, moved]) =>
      this.#toPayout(account, currency, moved, currency === "EUR" ? others : []),
    );
    const otherRows = others.map((other) => this.#toOther(account, other));
    this.#world.state.reports.set(path, toCsv([...rows, ...otherRows, ...payouts]));
    notifyReport(this.#world, account, name, `${this.#world.baseUrl()}${path}`);
    return name;
  }

  #toRow(entry: LogEntry): Row {
    const { currency, amount, object, payment } = entry;
    const credited = isCredit(entry);
    const side = credited ? "Credit" : "Debit";
    return {
      ...this.#common(entry.merchantAccount, currency),
      "Psp Reference": payment,
      "Merchant Reference": entry.reference,
      "Payment Method": entry.method,
      "Creation Date": toReportTime(entry.at),
      Type: this.#typeOf(entry),
      "Modification Reference": object,
      [`Gross ${side} (GC)`]: toDecimal(amount, currency),
      "Exchange Rate": "1",
      [`Net ${side} (NC)`]: toDecimal(Math.abs(netOf(entry)), currency),
      "Commission (NC)": toDecimal(commissionOf(entry), currency),
    };
  }

  #toOther(account: string, { type, amount }: OtherBooking): Row {
    return {
      ...this.#common(account, "EUR"),
      "Creation Date": toReportTime(this.#world.clock.now()),
      Type: type,
      "Modification Reference": `${type} of batch ${this.#batch}`,
      [amount < 0 ? "Net Debit (NC)" : "Net Credit (NC)"]: toDecimal(Math.abs(amount), "EUR"),
    };
  }

  #toPayout(
    account: string,
    currency: string,
    entries: readonly LogEntry[],
    others: readonly OtherBooking[],
  ): Row {
    const other = others.reduce((sum, { amount }) => sum + amount, 0);
    const net = entries.reduce((sum, entry) => sum + netOf(entry), other);
    this.#payouts.push({ currency, net });
    return {
      ...this.#common(account, currency),
      "Creation Date": toReportTime(this.#world.clock.now()),
      Type: net < 0 ? "Balancetransfer" : "MerchantPayout",
      "Modification Reference": `TX${this.#batch} batch ${this.#batch}`,
      [net < 0 ? "Net Credit (NC)" : "Net Debit (NC)"]: toDecimal(Math.abs(net), currency),
    };
  }

  #common(account: string, currency: string): Row {
    return {
      "Company Account": "Kassa",
      "Merchant Account": account,
      TimeZone: "UTC",
      "Gross Currency": currency,
      "Net Currency": currency,
      "Batch Number": String(this.#batch),
    };
  }

  #typeOf(entry: LogEntry): string {
    switch (entry.effect) {
      case "captured":
        return "Settled";
      case "capture_returned":
        return "SettledReversed";
      case "refunded":
        return "Refunded";
      case "refund_returned":
        return "RefundedReversed";
      case "dispute_returned":
        return "ChargebackReversed";
      case "disputed":
        return this.#isFirstOfDispute(entry) ? "Chargeback" : "SecondChargeback";
      case "authorized":
      case "released":
        throw new Error(`${entry.effect} doesn't move the balance`);
    }
  }

  #isFirstOfDispute(entry: LogEntry): boolean {
    const { object } = entry;
    return this.#world.log.find((one) => one.effect === "disputed" && one.object === object) === entry;
  }
}

function movesBalance({ effect }: LogEntry): boolean {
  return effect !== "authorized" && effect !== "released";
}

function isCredit({ effect }: LogEntry): boolean {
  return effect === "captured" || effect === "refund_returned" || effect === "dispute_returned";
}

function commissionOf({ effect, amount }: LogEntry): number {
  return effect === "captured" ? Math.ceil((amount * commissionPercent) / 100) : 0;
}

function netOf(entry: LogEntry): number {
  return isCredit(entry) ? entry.amount - commissionOf(entry) : -entry.amount;
}

function toCsv(rows: readonly Row[]): string {
  const lines = rows.map((row) => columns.map((column) => toField(row[column] ?? "")).join(","));
  return `${[columns.join(","), ...lines].join("\n")}\n`;
}

function toField(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
