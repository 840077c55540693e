export type Order = {
  /** Minor units of `currency`. */
  readonly amountMinor: number;
  /** ISO 4217 code, upper case. */
  readonly currency: string;
  /** Empty when the merchant sent none. Otherwise they and the adjustments add up to `amountMinor`, or to the subtotal of `parts`. */
  readonly lineItems: readonly LineItem[];
  /** Discounts, shipping, tax and the like, in the merchant's order. */
  readonly adjustments: readonly Adjustment[];
  readonly description: string | null;
  /** Of an amount that the customer can change or has changed. */
  readonly parts?: AmountDetails | null;
};

/** Minor units of the order's currency: the amount is `subtotal` - `discount` + `tip`. */
export type AmountDetails = {
  readonly subtotal: number;
  readonly discount: number;
  readonly promotionCode: string | null;
  readonly tip: number;
};

export type LineItem = {
  readonly name: string;
  readonly quantity: number;
  /** Price of one, in minor units of the order's currency. */
  readonly unitAmount: number;
  /** A path on this origin, because another origin would learn who pays. Without a picture, the page shows a monogram. */
  readonly picture?: string;
  /** Between which quantities the customer can choose now. */
  readonly adjustable?: { readonly minimum: number; readonly maximum: number };
};

/** `amount` in minor units of the order's currency; negative for a discount. */
export type Adjustment = { readonly name: string; readonly amount: number };
