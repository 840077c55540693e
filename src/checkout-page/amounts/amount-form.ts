import { type Chosen, hasAdjustableItems, type Tips } from "../../sessions/amounts/adjustable.ts";
import { percentageOf } from "../../sessions/amounts/calculate-amount.ts";
import { mayChangeAmount } from "../../sessions/amounts/change-amount.ts";
import type { Session } from "../../sessions/session.ts";
import { localizedPath } from "../links.ts";
import type { Locale } from "../locale.ts";
import type { TextKey } from "../texts.ts";

/** The form by which the customer changes the amount. Plain data, as all of a view. */
export type AmountForm = {
  /** The path to which it is posted, with the language in its query. */
  readonly url: string;
  readonly hasQuantities: boolean;
  /** Whether a promotion code can be entered; one that is entered is removed first. */
  readonly takesCode: boolean;
  readonly tips: TipsView | null;
  /** Of a form that was refused: what is wrong with its fields and what was typed, by the names of the fields. */
  readonly faults: ReadonlyMap<string, AmountFieldFault>;
  readonly typed: ReadonlyMap<string, string>;
};

/** A fault's text, and its values: numbers and amounts in minor units. */
export type AmountFieldFault = {
  readonly key: Extract<TextKey, `fault.${string}`>;
  readonly values?: Readonly<Record<string, number>>;
  readonly amountMinor?: number;
};

export type TipsView = {
  readonly suggestions: readonly TipSuggestion[];
  readonly chosen: "none" | "custom" | "suggestion";
  /** The entered amount, in minor units; null if none can be entered. */
  readonly custom: { readonly amountMinor: number | null } | null;
};

/** `value`: of its radio button. `percentage`: a decimal number; null for a fixed amount. */
export type TipSuggestion = {
  readonly value: string;
  readonly percentage: string | null;
  readonly amountMinor: number;
  readonly isChosen: boolean;
};

/** The form of a session whose amount the customer can change now. */
export function amountFormOf(session: Session, path: string, locale: Locale): AmountForm | undefined {
  if (!mayChangeAmount(session)) return undefined;
  const { details, chosen } = session;
  return {
    url: localizedPath(`${path}/amount`, locale),
    hasQuantities: hasAdjustableItems(details),
    takesCode: details.promotionCodes !== null && (chosen?.promotionCode ?? null) === null,
    tips: details.tips && tipsOf(details.tips, session),
    faults: new Map(),
    typed: new Map(),
  };
}

function tipsOf(tips: Tips, { amount, chosen }: Session): TipsView {
  const total = BigInt(amount - (chosen?.tip ?? 0));
  const tipChoice = chosen?.tipChoice ?? null;
  const percentages = (tips.percentages ?? []).map((percentage, index) => ({
    value: String(index),
    percentage,
    amountMinor: Number(percentageOf(percentage, total)),
    isChosen: tipChoice?.kind === "percentage" && tipChoice.percentage === percentage,
  }));
  const amounts = (tips.amounts ?? []).map((amountMinor, index) => ({
    value: String(index),
    percentage: null,
    amountMinor,
    isChosen: tipChoice?.kind === "amount" && tipChoice.amount === amountMinor,
  }));
  const entered = tipChoice?.kind === "custom" ? tipChoice.amount : null;
  return {
    suggestions: [...percentages, ...amounts],
    chosen: chosenOf(tipChoice),
    custom: tips.custom === true ? { amountMinor: entered } : null,
  };
}

function chosenOf(tip: Chosen["tipChoice"]): TipsView["chosen"] {
  if (tip === null) return "none";
  return tip.kind === "custom" ? "custom" : "suggestion";
}
