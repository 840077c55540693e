/** A currency of a merchant's account by the PSP's own books. Minor units; negative if the merchant owes money. */
export type BalanceSheet = {
  /** As ISO 4217 writes it. */
  readonly currency: string;
  /** What was booked, less fees, and not paid out. */
  readonly balance: number;
  /** What was sent to the merchant's bank, less what came back. */
  readonly paidOut: number;
};

/** A line of the PSP's books. `net` is what it adds to the balance; that of a payout is negative. */
type Booked = { readonly currency: string; readonly net: number; readonly isPayout: boolean };

/** The sums of all lines, for each currency. */
export function balanceSheets(booked: Iterable<Booked>): BalanceSheet[] {
  const sheets = new Map<string, BalanceSheet>();
  for (const { currency: code, net, isPayout } of booked) {
    const currency = code.toUpperCase();
    const { balance, paidOut } = sheets.get(currency) ?? { balance: 0, paidOut: 0 };
    sheets.set(currency, { currency, balance: balance + net, paidOut: isPayout ? paidOut - net : paidOut });
  }
  return [...sheets.values()];
}
