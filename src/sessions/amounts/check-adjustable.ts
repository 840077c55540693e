import type { Currency } from "../../kernel/currency.ts";
import { type Problem, problem } from "../../kernel/problem.ts";
import type { Adjustment, LineItem } from "../session.ts";
import {
  hasAdjustableItems,
  largestTip,
  type PromotionCode,
  type TipChoice,
  type Tips,
} from "./adjustable.ts";
import { calculateAmount } from "./calculate-amount.ts";

/** What the checks read of a request. */
type Body = {
  readonly amount: number;
  readonly lineItems?: readonly LineItem[] | null;
  readonly adjustments?: readonly Adjustment[] | null;
  readonly promotionCodes?: readonly PromotionCode[] | null;
  readonly tips?: Tips | null;
};

/**
 * Adds what is wrong with the quantities, codes and tips that the customer may choose to `faults`: what a schema can't express.
 *
 * @param currency with the tenant's own limits; undefined if the request names none, which is a fault of its own
 */
export function checkAdjustable(body: Body, currency: Currency | undefined, faults: Problem[]): void {
  checkQuantities(body.lineItems ?? [], faults);
  checkCodes(body.promotionCodes ?? [], faults);
  if (body.tips) checkTips(body.tips, faults);
  checkTax(body, faults);
  // The limits are compared with amounts that only a valid request has.
  if (currency && faults.length === 0) checkLimits(body, currency, faults);
}

const invalid = (detail: string, param: string): Problem => problem("parameter_invalid", detail, param);

function checkQuantities(items: readonly LineItem[], faults: Problem[]): void {
  items.forEach(({ quantity, adjustableQuantity: bounds }, index) => {
    if (!bounds) return;
    const pointer = `/lineItems/${index}/adjustableQuantity`;
    if (quantity < bounds.minimum)
      faults.push(
        invalid(`It has to be at most the item's quantity, which is ${quantity}.`, `${pointer}/minimum`),
      );
    if (quantity > bounds.maximum)
      faults.push(
        invalid(`It has to be at least the item's quantity, which is ${quantity}.`, `${pointer}/maximum`),
      );
  });
}

function checkCodes(codes: readonly PromotionCode[], faults: Problem[]): void {
  const known = new Set<string>();
  codes.forEach(({ code, percentOff, amountOff }, index) => {
    const pointer = `/promotionCodes/${index}`;
    const folded = code.toUpperCase();
    if (known.has(folded))
      faults.push(invalid("Another promotion code differs only by upper and lower case.", `${pointer}/code`));
    known.add(folded);
    if ((percentOff === undefined) === (amountOff === undefined))
      faults.push(invalid("A promotion code has either percentOff or amountOff.", pointer));
    if (percentOff !== undefined && Number(percentOff) === 0)
      faults.push(invalid("It has to be more than 0.", `${pointer}/percentOff`));
  });
}

function checkTips({ percentages, amounts, custom, maximum }: Tips, faults: Problem[]): void {
  if (percentages && amounts)
    faults.push(invalid("Suggest either percentages or amounts, not both.", "/tips/amounts"));
  if (!percentages && !amounts && custom !== true)
    faults.push(invalid("Tips need percentages, amounts or custom: true.", "/tips"));
  if (maximum !== undefined && custom !== true)
    faults.push(invalid("It limits what the customer enters: it needs custom: true.", "/tips/maximum"));
  percentages?.forEach((percentage, index) => {
    if (Number(percentage) === 0)
      faults.push(invalid("It has to be more than 0.", `/tips/percentages/${index}`));
  });
}

/** A tax stays as it was sent, so it would be wrong once the customer has changed what it is a part of. */
function checkTax(body: Body, faults: Problem[]): void {
  const changes = hasAdjustableItems({ lineItems: body.lineItems ?? null }) || body.promotionCodes;
  if (!changes) return;
  body.adjustments?.forEach(({ type, amount }, index) => {
    if (type !== "tax" || amount === 0) return;
    const detail =
      "Kassa can't calculate a tax anew when the customer changes a quantity or enters a code. Include the tax in the prices.";
    faults.push(invalid(detail, `/adjustments/${index}`));
  });
}

function checkLimits(body: Body, { minimumAmount, maximumAmount }: Currency, faults: Problem[]): void {
  const priced = { lineItems: body.lineItems ?? null, adjustments: body.adjustments ?? null };
  body.promotionCodes?.forEach((code, index) => {
    const choice = { quantities: null, code, tipChoice: null };
    const { amount } = calculateAmount(priced, body.amount, choice);
    if (amount >= minimumAmount) return;
    const detail = `It leaves an amount of ${amount}. At least ${minimumAmount} has to be left.`;
    faults.push(problem("amount_invalid", detail, `/promotionCodes/${index}`));
  });
  const most = largestAmounts(body, priced).find((each) => each > maximumAmount);
  if (most === undefined) return;
  const detail = `The customer could choose an amount of ${most}. At most ${maximumAmount} is allowed.`;
  faults.push(problem("amount_invalid", detail, body.tips ? "/tips" : "/lineItems"));
}

/** With the most of each item and each tip. */
function largestAmounts(
  { amount: createdAmount, tips }: Body,
  priced: Parameters<typeof calculateAmount>[0],
): bigint[] {
  const quantities =
    priced.lineItems?.map(({ quantity, adjustableQuantity }) => adjustableQuantity?.maximum ?? quantity) ??
    null;
  return tipChoicesOf(tips ?? null, createdAmount).map(
    (tipChoice) => calculateAmount(priced, createdAmount, { quantities, code: undefined, tipChoice }).amount,
  );
}

/** No tip, each suggestion, and the largest that the customer may enter. */
function tipChoicesOf(tips: Tips | null, createdAmount: number): (TipChoice | null)[] {
  if (tips === null) return [null];
  const { percentages = [], amounts = [], custom = false } = tips;
  return [
    null,
    ...percentages.map((percentage) => ({ kind: "percentage", percentage }) as const),
    ...amounts.map((amount) => ({ kind: "amount", amount }) as const),
    ...(custom ? [{ kind: "custom", amount: largestTip(tips, createdAmount) } as const] : []),
  ];
}
