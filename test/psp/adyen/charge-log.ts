/** One movement of money at the fake: the truth that oracles compare Kassa's books with. Amounts are minor units. */
export type LogEntry = {
  /** Seconds since 1970, by the fake's clock. */
  readonly at: number;
  readonly effect: MoneyEffect;
  readonly amount: number;
  readonly currency: string;
  readonly merchantAccount: string;
  /** `reference` of the session. */
  readonly reference: string;
  readonly session: string;
  /** The payment's PSP reference. */
  readonly payment: string;
  readonly method: string;
  /** The PSP reference of the payment, modification or dispute that it was recorded with. */
  readonly object: string;
  /** Of the request that caused it; null for what customers, banks and time cause. */
  readonly idempotencyKey: string | null;
};

const effects = [
  "authorized",
  "captured",
  "capture_returned",
  "released",
  "refunded",
  "refund_returned",
  "disputed",
  "dispute_returned",
] as const;
export type MoneyEffect = (typeof effects)[number];

/** What was moved for one reference: how much and how often, by effect. */
export type MovedAmounts = {
  readonly currency: string;
  readonly amounts: Readonly<Record<MoneyEffect, number>>;
  readonly times: Readonly<Record<MoneyEffect, number>>;
};

const none = () => Object.fromEntries(effects.map((effect) => [effect, 0])) as Record<MoneyEffect, number>;

/** Sums of the log by the session's `reference`. */
export function movedAmounts(log: readonly LogEntry[]): Map<string, MovedAmounts> {
  const sums = new Map<
    string,
    { currency: string } & Record<"amounts" | "times", Record<MoneyEffect, number>>
  >();
  for (const { reference, currency, effect, amount } of log) {
    const sum = sums.get(reference) ?? { currency, amounts: none(), times: none() };
    sum.amounts[effect] += amount;
    sum.times[effect] += 1;
    sums.set(reference, sum);
  }
  return sums;
}
