export type MoneyEffect =
  | "authorized"
  | "captured"
  | "released"
  | "refunded"
  | "refund_returned"
  | "disputed"
  | "dispute_returned";

/** One movement of money at a fake: the truth that oracles compare Kassa's books with. Amounts are minor units. */
export type Movement = {
  /** Seconds since 1970, by the fake's clock. */
  readonly at: number;
  readonly effect: MoneyEffect;
  readonly amount: number;
  readonly currency: string;
  readonly livemode: boolean;
  /** The merchant's own reference of the purchase; null if none was sent. */
  readonly reference: string | null;
  /** The object that it was recorded with: a charge, capture, refund or dispute. */
  readonly object: string;
  /** Of the request that caused it; null for what customers, banks and time cause. */
  readonly idempotencyKey: string | null;
};

/** What was moved for one reference: how much and how often, by effect. */
export type MovedAmounts = {
  readonly currency: string;
  readonly amounts: Readonly<Record<MoneyEffect, number>>;
  readonly times: Readonly<Record<MoneyEffect, number>>;
};

const none = (): Record<MoneyEffect, number> => ({
  authorized: 0,
  captured: 0,
  released: 0,
  refunded: 0,
  refund_returned: 0,
  disputed: 0,
  dispute_returned: 0,
});

/** Sums of a log by the merchant's reference, or by the PSP's own where none was sent. */
export function movedAmounts<Entry extends Movement>(
  log: readonly Entry[],
  ownReference: (entry: Entry) => string,
): Map<string, MovedAmounts> {
  const sums = new Map<
    string,
    { currency: string } & Record<"amounts" | "times", Record<MoneyEffect, number>>
  >();
  for (const entry of log) {
    const { currency, effect, amount } = entry;
    const name = entry.reference ?? ownReference(entry);
    const sum = sums.get(name) ?? { currency, amounts: none(), times: none() };
    sum.amounts[effect] += amount;
    sum.times[effect] += 1;
    sums.set(name, sum);
  }
  return sums;
}
