import type { TenantTransaction } from "../../database/transaction.ts";
import { present } from "../../kernel/assert.ts";
import { lockSession, setChosen } from "../queries/sessions.ts";
import type { Session } from "../session.ts";
import {
  type Adjustable,
  type Choice,
  type Chosen,
  findPromotionCode,
  isAdjustable,
  largestTip,
  type PricedItem,
  type PromotionCode,
  type TipChoice,
  type Tips,
  wrongCodesAtMost,
} from "./adjustable.ts";
import { calculateAmount, type ExactParts, numbersOf } from "./calculate-amount.ts";

/** What the customer asks for. What is missing stays as it is. */
export type AmountChange = {
  /** By the index of the item. */
  readonly quantities?: ReadonlyMap<number, number>;
  /** As it was typed; null to remove the code. */
  readonly promotionCode?: string | null;
  /** Null for no tip. */
  readonly tip?: TipChoice | null;
};

export type AmountFault =
  /** The session isn't open any more, or a payment has begun. */
  | "not_changeable"
  /** A restored database may lack the session's payment. */
  | "on_hold"
  /** A quantity or a tip that the page doesn't offer. */
  | "out_of_bounds"
  | "code_unknown"
  /** Too many wrong codes were tried. */
  | "codes_used_up"
  /** Without the tip, less than the least amount would be left. */
  | "amount_too_small"
  /** No payment method takes the new amount. */
  | "amount_unpayable"
  /** No item would be left. */
  | "no_items";

export type AmountChanged = {
  /** As it is now; undefined if there is none. */
  readonly session: Session | undefined;
  readonly fault: AmountFault | undefined;
};

/** What a changed amount, in minor units, has to keep to. */
export type AmountRules = {
  /** The least amount of the currency. */
  readonly minimumAmount: number;
  /** Whether there is a payment method that takes an amount. */
  readonly isPayable: (amount: number) => boolean;
  /** Whether the customer may try a code: not after too many wrong ones in other sessions. */
  readonly mayTryCode: boolean;
  /** Whether the database may lack payments, because it was restored or failed over and isn't compared with the PSPs' lists yet. */
  readonly mayBeMissingPayments: (trx: TenantTransaction) => Promise<boolean>;
};

/**
 * Whether the customer can change the amount now: only until the first attempt to pay, so that a payment, its attempts and its bookings
 * have one amount.
 */
export const mayChangeAmount = (session: Session): boolean =>
  session.status === "open" &&
  session.paymentStatus === "unpaid" &&
  session.paymentId === null &&
  isAdjustable(session.details);

/**
 * Changes the amount of an open session at the customer's request. Holds the session's lock, as the start of a payment does: of the
 * two, one comes first, and the payment has the amount that the session has then. A wrong code is counted whatever else is wrong, and the
 * rest is changed; all else that is wrong changes nothing.
 */
export async function changeAmount(
  trx: TenantTransaction,
  id: string,
  change: AmountChange,
  rules: AmountRules,
): Promise<AmountChanged> {
  const session = await lockSession(trx, id);
  if (!session || session.overdue || !mayChangeAmount(session)) return { session, fault: "not_changeable" };
  // A missing payment has the amount that the session has now.
  if (await rules.mayBeMissingPayments(trx)) return { session, fault: "on_hold" };
  const before = session.chosen ?? unchanged(session.amount);
  const wanted = choose(session.details, before, change, rules);
  if (wanted === "out_of_bounds") return { session, fault: wanted };
  const { choice, code, codeFault } = wanted;
  const { createdAmount } = before;
  const exact = calculateAmount(session.details, createdAmount, { ...choice, code });
  const amountFault = amountFaultOf(session.details, { ...wanted, exact, createdAmount }, rules);
  const isWrongCode = codeFault === "code_unknown";
  if (amountFault && !isWrongCode) return { session, fault: amountFault };
  const next = amountFault
    ? { amount: session.amount, chosen: before }
    : { amount: Number(exact.amount), chosen: { ...choice, ...numbersOf(exact), createdAmount } };
  const wrongCodes = before.wrongCodes + Number(isWrongCode);
  const stored = await setChosen(trx, id, next.amount, { ...next.chosen, wrongCodes });
  return { session: present(stored, "the locked session"), fault: codeFault };
}

/** What a session has whose customer hasn't chosen anything. */
const unchanged = (amount: number): Chosen => ({
  createdAmount: amount,
  quantities: null,
  promotionCode: null,
  tipChoice: null,
  wrongCodes: 0,
  subtotal: amount,
  discount: 0,
  tip: 0,
});

type Wanted = {
  readonly choice: Choice;
  readonly code: PromotionCode | undefined;
  /** What is wrong with the code that was entered. The code from before stays then. */
  readonly codeFault: "code_unknown" | "codes_used_up" | undefined;
};

/** What is chosen after a change, or why it isn't possible. */
function choose(
  details: Adjustable,
  before: Chosen,
  change: AmountChange,
  { mayTryCode }: AmountRules,
): Wanted | "out_of_bounds" {
  const quantities = quantitiesAfter(details.lineItems, change.quantities);
  const tipChoice = change.tip === undefined ? before.tipChoice : change.tip;
  if (quantities === "out_of_bounds" || !isOffered(details.tips, before.createdAmount, tipChoice))
    return "out_of_bounds";
  const { promotionCode: typed = before.promotionCode } = change;
  const codeFault =
    typeof change.promotionCode === "string"
      ? codeFaultOf(details, mayTryCode && before.wrongCodes < wrongCodesAtMost, change.promotionCode)
      : undefined;
  const wanted = codeFault ? before.promotionCode : typed;
  const code = wanted === null ? undefined : findPromotionCode(details, wanted);
  return { choice: { quantities, promotionCode: code?.code ?? null, tipChoice }, code, codeFault };
}

function codeFaultOf(details: Adjustable, mayTryCode: boolean, typed: string): Wanted["codeFault"] {
  if (!mayTryCode) return "codes_used_up";
  return findPromotionCode(details, typed) ? undefined : "code_unknown";
}

type Calculated = Pick<Wanted, "choice"> & Pick<Chosen, "createdAmount"> & { readonly exact: ExactParts };

/**
 * Why an amount can't be paid. The tip doesn't count for the least amount, or nobody could take it off again. A session that was created
 * below a least amount that was raised since stays payable at what it was created with.
 */
function amountFaultOf(
  details: Adjustable,
  { choice, exact, createdAmount }: Calculated,
  { minimumAmount, isPayable }: AmountRules,
): AmountFault | undefined {
  if (!keepsAnItem(details, choice)) return "no_items";
  const least = Math.min(minimumAmount, createdAmount);
  if (exact.amount - exact.tip < least) return "amount_too_small";
  return isPayable(Number(exact.amount)) ? undefined : "amount_unpayable";
}

/** The quantities of all items; null without items. Items show the quantities that were chosen before. */
function quantitiesAfter(
  lineItems: readonly PricedItem[] | null,
  asked: AmountChange["quantities"] = new Map(),
): readonly number[] | null | "out_of_bounds" {
  if (lineItems === null) return asked.size > 0 ? "out_of_bounds" : null;
  const isAllowed = ([index, quantity]: readonly [number, number]): boolean => {
    const bounds = lineItems[index]?.adjustableQuantity;
    return (
      bounds !== undefined &&
      Number.isInteger(quantity) &&
      quantity >= bounds.minimum &&
      quantity <= bounds.maximum
    );
  };
  if (![...asked].every(isAllowed)) return "out_of_bounds";
  return lineItems.map(({ quantity }, index) => asked.get(index) ?? quantity);
}

function isOffered(tips: Tips | null, createdAmount: number, tip: TipChoice | null): boolean {
  if (tip === null) return true;
  if (tips === null) return false;
  switch (tip.kind) {
    case "percentage":
      return tips.percentages?.includes(tip.percentage) === true;
    case "amount":
      return tips.amounts?.includes(tip.amount) === true;
    case "custom":
      return (
        tips.custom === true &&
        Number.isSafeInteger(tip.amount) &&
        tip.amount >= 0 &&
        tip.amount <= largestTip(tips, createdAmount)
      );
  }
}

/** Shipping alone is nothing to buy. */
const keepsAnItem = ({ lineItems }: Adjustable, { quantities }: Choice): boolean =>
  lineItems === null || quantities === null || quantities.some((quantity) => quantity > 0);
