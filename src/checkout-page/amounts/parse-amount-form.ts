import { asciiDigits } from "../../kernel/ascii-digits.ts";
import { containsCardNumber } from "../../kernel/card-number.ts";
import type { Currency } from "../../kernel/currency.ts";
import { largestTip, type TipChoice, type Tips } from "../../sessions/amounts/adjustable.ts";
import type { AmountChange } from "../../sessions/amounts/change-amount.ts";
import type { LineItem, Session } from "../../sessions/session.ts";
import { type FormBody, readText } from "../form-text.ts";
import type { AmountFieldFault, AmountForm } from "./amount-form.ts";
import { parseTypedAmount } from "./parse-typed-amount.ts";

/** What a posted form asks for, without the fields that are wrong. */
export type PostedAmounts = Pick<AmountForm, "faults" | "typed"> & { readonly change: AmountChange };

/** How the customer writes amounts. */
export type WrittenIn = { readonly currency: Currency; readonly numbers: string };

export const codeField = "promotion_code";
/** The radio buttons, and the field of another amount. */
export const tipsField = "tip";
export const tipField = "tip_amount";
export const quantityField = (index: number): string => `quantity_${index}`;

/** Reads the form by which the customer changes the amount. Undefined for what the page never sends. */
export function parseAmountForm(
  session: Session,
  body: FormBody,
  writtenIn: WrittenIn,
): PostedAmounts | undefined {
  const { details, chosen } = session;
  const quantities = parseQuantities(details.lineItems ?? [], body);
  const tip = details.tips === null ? {} : parseTip(details.tips, createdAmountOf(session), body, writtenIn);
  if (tip === undefined) return undefined;
  const code = details.promotionCodes === null || isStep(body) ? "" : readText(body[codeField]).trim();
  const faults = new Map(quantities.faults);
  if (tip.fault) faults.set(tipField, tip.fault);
  const typed = [...faults.keys(), codeField, tipField].map((name) => [name, readText(body[name])] as const);
  return {
    change: {
      quantities: quantities.values,
      ...(tip.value === undefined ? {} : { tip: tip.value }),
      ...(body.remove_code !== undefined ? { promotionCode: null } : {}),
      ...(code && (chosen?.promotionCode ?? null) === null ? { promotionCode: code } : {}),
    },
    faults,
    // Whatever field somebody types a card number into, it doesn't go back into a page.
    typed: new Map(typed.filter(([, text]) => text !== "" && !containsCardNumber(text))),
  };
}

/** Whether a button beside a quantity was pressed: a code in its field may be half typed then. */
const isStep = ({ less, more }: FormBody): boolean => less !== undefined || more !== undefined;

export const createdAmountOf = ({ amount, chosen }: Session): number => chosen?.createdAmount ?? amount;

/** The buttons beside a quantity are named `less` and `more`; their value is the item. */
function parseQuantities(items: readonly LineItem[], body: FormBody) {
  const values = new Map<number, number>();
  const faults = new Map<string, AmountFieldFault>();
  items.forEach(({ adjustableQuantity: bounds }, index) => {
    const name = quantityField(index);
    if (!bounds || body[name] === undefined) return;
    const { minimum, maximum } = bounds;
    const text = asciiDigits(readText(body[name])).trim();
    const step = Number(body.more === String(index)) - Number(body.less === String(index));
    const wanted = /^\d{1,7}$/.test(text) ? Number(text) + step : Number.NaN;
    if (wanted >= minimum && wanted <= maximum) values.set(index, wanted);
    else faults.set(name, { key: "fault.quantity_between", values: { minimum, maximum } });
  });
  return { values, faults };
}

type PostedTip = { readonly value?: TipChoice | null; readonly fault?: AmountFieldFault };

/** Undefined for a tip that the page doesn't offer. */
function parseTip(
  tips: Tips,
  createdAmount: number,
  body: FormBody,
  writtenIn: WrittenIn,
): PostedTip | undefined {
  const { tip } = body;
  if (tip === undefined) return {};
  if (tip === "none") return { value: null };
  if (tip === "custom")
    return tips.custom === true ? parseCustomTip(tips, createdAmount, body, writtenIn) : undefined;
  const index = typeof tip === "string" && /^\d$/.test(tip) ? Number(tip) : -1;
  const percentage = tips.percentages?.[index];
  if (percentage !== undefined) return { value: { kind: "percentage", percentage } };
  const amount = tips.amounts?.[index];
  return amount === undefined ? undefined : { value: { kind: "amount", amount } };
}

/** An empty field is only wrong if the customer has asked for this tip. */
function parseCustomTip(
  tips: Tips,
  createdAmount: number,
  body: FormBody,
  { currency, numbers }: WrittenIn,
): PostedTip {
  const typed = readText(body[tipField]).trim();
  if (typed === "" && body.set !== "tip") return {};
  const amount = parseTypedAmount(typed, currency, numbers);
  if (amount === undefined)
    return { fault: { key: "fault.tip_invalid", amountMinor: 5 * 10 ** currency.exponent } };
  const largest = largestTip(tips, createdAmount);
  if (amount > largest) return { fault: { key: "fault.tip_too_large", amountMinor: largest } };
  return { value: { kind: "custom", amount } };
}
