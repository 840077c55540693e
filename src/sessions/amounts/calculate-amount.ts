import type { Adjustable, AmountParts, Choice, PromotionCode, TipChoice } from "./adjustable.ts";

/** The parts of an amount as exact integers. Sums of many items may exceed the safe integers. */
export type ExactParts = {
  readonly subtotal: bigint;
  readonly discount: bigint;
  readonly tip: bigint;
  /** What the customer pays: `subtotal` - `discount` + `tip`. */
  readonly amount: bigint;
};

/** What was chosen, with the discount of its code. */
export type PricedChoice = Pick<Choice, "quantities" | "tipChoice"> & {
  readonly code: PromotionCode | undefined;
};

/**
 * The amount of a choice, exact to the minor unit. A code is off the items, or off the amount where there are none: never off shipping
 * and the like. A tip's percentage is of the total after the discount. Halves of a minor unit are rounded up.
 *
 * @param createdAmount the session's amount as it was created, which is the subtotal without items
 */
export function calculateAmount(
  { lineItems, adjustments }: Pick<Adjustable, "lineItems" | "adjustments">,
  createdAmount: number,
  { quantities, code, tipChoice }: PricedChoice,
): ExactParts {
  let goods = lineItems === null ? BigInt(createdAmount) : 0n;
  lineItems?.forEach(({ quantity, unitAmount }, index) => {
    goods += BigInt(quantities?.[index] ?? quantity) * BigInt(unitAmount);
  });
  let subtotal = goods;
  for (const { amount } of adjustments ?? []) subtotal += BigInt(amount);
  const discount = code === undefined ? 0n : discountOf(code, goods);
  const total = subtotal - discount;
  const tip = tipChoice === null ? 0n : tipOf(tipChoice, total);
  return { subtotal, discount, tip, amount: total + tip };
}

function discountOf({ percentOff, amountOff = 0 }: PromotionCode, goods: bigint): bigint {
  const discount = percentOff === undefined ? BigInt(amountOff) : percentageOf(percentOff, goods);
  return discount < goods ? discount : goods;
}

const tipOf = (tip: TipChoice, total: bigint): bigint =>
  tip.kind === "percentage" ? percentageOf(tip.percentage, total) : BigInt(tip.amount);

/** A percentage of an amount of 0 or more, such as "12.5" of 999: 125. */
export function percentageOf(percentage: string, amount: bigint): bigint {
  const [whole = "", decimals = ""] = percentage.split(".");
  const hundredths = BigInt(whole + decimals.padEnd(2, "0"));
  return amount < 0n ? 0n : (amount * hundredths + 5000n) / 10_000n;
}

/** The parts as numbers. The caller has compared the amount with limits far below the largest safe integer. */
export const numbersOf = ({ subtotal, discount, tip }: ExactParts): AmountParts => ({
  subtotal: Number(subtotal),
  discount: Number(discount),
  tip: Number(tip),
});
