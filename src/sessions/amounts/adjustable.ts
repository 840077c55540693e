/** Between which quantities the customer may choose, both included. */
export type AdjustableQuantity = { readonly minimum: number; readonly maximum: number };

/** A code that the customer may enter, with its discount: a percentage as a decimal number such as "12.5", or minor units. */
export type PromotionCode = {
  readonly code: string;
  readonly percentOff?: string;
  readonly amountOff?: number;
};
export const promotionCodesAtMost = 20;
/** How many wrong codes a session takes, so that nobody finds one by trying. */
export const wrongCodesAtMost = 20;

/** The tips that the page suggests: percentages of the total as decimal numbers, or minor units. */
export type Tips = {
  readonly percentages?: readonly string[];
  readonly amounts?: readonly number[];
  /** Whether the customer may enter another amount. */
  readonly custom?: boolean;
  /** The largest amount that the customer may enter, in minor units; missing for the session's amount as it was created. */
  readonly maximum?: number;
};
export const tipsAtMost = 4;

export type TipChoice =
  | { readonly kind: "percentage"; readonly percentage: string }
  | { readonly kind: "amount" | "custom"; readonly amount: number };

/** What an amount follows from: the parts of a session's details that the customer may change, and those that they can't. */
export type Adjustable = {
  readonly lineItems: readonly PricedItem[] | null;
  readonly adjustments: readonly { readonly amount: number }[] | null;
  readonly promotionCodes: readonly PromotionCode[] | null;
  readonly tips: Tips | null;
};

/** An item, by what counts for the amount. */
export type PricedItem = {
  readonly quantity: number;
  readonly unitAmount: number;
  readonly adjustableQuantity?: AdjustableQuantity;
};

/** What the customer has chosen of it. Null for what they left as it was. */
export type Choice = {
  /** In the order of the items. */
  readonly quantities: readonly number[] | null;
  /** As the merchant wrote it. */
  readonly promotionCode: string | null;
  readonly tipChoice: TipChoice | null;
};

/** In minor units: the amount is `subtotal` - `discount` + `tip`. */
export type AmountParts = { readonly subtotal: number; readonly discount: number; readonly tip: number };

/** A session's choice, and the amount that follows from it. */
export type Chosen = Choice &
  AmountParts & {
    /** The session's amount as it was created. */
    readonly createdAmount: number;
    readonly wrongCodes: number;
  };

const isAdjustableItem = ({ adjustableQuantity }: PricedItem): boolean => adjustableQuantity !== undefined;

export const hasAdjustableItems = ({ lineItems }: Pick<Adjustable, "lineItems">): boolean =>
  lineItems?.some(isAdjustableItem) === true;

/** Whether the customer may change the amount at all. */
export const isAdjustable = (details: Adjustable): boolean =>
  hasAdjustableItems(details) || (details.promotionCodes ?? []).length > 0 || details.tips !== null;

/** The code that the customer has typed, in any case. */
export function findPromotionCode(
  { promotionCodes }: Pick<Adjustable, "promotionCodes">,
  typed: string,
): PromotionCode | undefined {
  const wanted = typed.trim().toUpperCase();
  return promotionCodes?.find(({ code }) => code.toUpperCase() === wanted);
}

/** The largest tip that the customer may enter. */
export const largestTip = (tips: Tips, createdAmount: number): number => tips.maximum ?? createdAmount;
