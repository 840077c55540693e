/** What changes the price of an order beside its items. */
export const adjustmentTypes = ["discount", "shipping", "tax", "tip", "surcharge"] as const;
export type AdjustmentType = (typeof adjustmentTypes)[number];

/** `amount` in minor units of the session's currency: 0 or less for a discount, 0 or more for all others. */
export type Adjustment = { readonly type: AdjustmentType; readonly name: string; readonly amount: number };

/**
 * Only a discount lowers the price: any other type with a negative amount is a mistake in the caller's sums, and so is a
 * discount above 0. Every type may be 0, for many shops send a line of each type whether it applies or not.
 */
export function hasRightSign({ type, amount }: Pick<Adjustment, "type" | "amount">): boolean {
  return type === "discount" ? amount <= 0 : amount >= 0;
}
