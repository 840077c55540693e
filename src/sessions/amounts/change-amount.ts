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
import { calculateAmount, numbersOf } from "./calculate-amount.ts";

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
  /** A quantity or a tip that the page doesn't offer. */
  | "out_of_bounds"
  | "code_unknown"
  /** Too many wrong codes were tried. */
  | "codes_used_up"
  /** Less than the least amount would be left. */
  | "amount_too_small"
  /** No item would be left. */
  | "no_items";

export type AmountChanged = {
  /** As it is now; undefined if there is none. */
  readonly session: Session | undefined;
  readonly fault: AmountFault | undefined;
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
 * two, one comes first, and the payment has the amount that the session has then. A wrong code is counted; all else that is wrong
 * changes nothing.
 *
 * @param minimumAmount the least amount that must be left, in minor units
 */
export async function changeAmount(
  trx: TenantTransaction,
  id: string,
  change: AmountChange,
  minimumAmount: number,
): Promise<AmountChanged> {
  const session = await lockSession(trx, id);
  if (!session || session.overdue || !mayChangeAmount(session)) return { session, fault: "not_changeable" };
  const { chosen } = session;
  const createdAmount = chosen?.createdAmount ?? session.amount;
  const wanted = choose(session.details, { chosen, createdAmount }, change);
  if (typeof wanted !== "string") {
    const { choice, code } = wanted;
    const exact = calculateAmount(session.details, createdAmount, { ...choice, code });
    if (!keepsAnItem(session.details, choice)) return { session, fault: "no_items" };
    if (exact.amount < minimumAmount) return { session, fault: "amount_too_small" };
    const wrongCodes = chosen?.wrongCodes ?? 0;
    const changed = { ...choice, ...numbersOf(exact), createdAmount, wrongCodes };
    return { session: await store(trx, id, Number(exact.amount), changed), fault: undefined };
  }
  if (wanted !== "code_unknown") return { session, fault: wanted };
  const before = chosen ?? unchanged(session.amount);
  const counted = { ...before, wrongCodes: before.wrongCodes + 1 };
  return { session: await store(trx, id, session.amount, counted), fault: wanted };
}

const store = async (trx: TenantTransaction, id: string, amount: number, chosen: Chosen): Promise<Session> =>
  present(await setChosen(trx, id, amount, chosen), "the locked session");

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

type Before = { readonly chosen: Chosen | null; readonly createdAmount: number };
type Wanted = { readonly choice: Choice; readonly code: PromotionCode | undefined };

/** What is chosen after a change, or why it isn't possible. */
function choose(
  details: Adjustable,
  { chosen, createdAmount }: Before,
  change: AmountChange,
): Wanted | AmountFault {
  const quantities = quantitiesAfter(details.lineItems, change.quantities);
  const tipChoice = change.tip === undefined ? (chosen?.tipChoice ?? null) : change.tip;
  if (quantities === "out_of_bounds" || !isOffered(details.tips, createdAmount, tipChoice))
    return "out_of_bounds";
  const typed = change.promotionCode === undefined ? (chosen?.promotionCode ?? null) : change.promotionCode;
  const code = typed === null ? undefined : findPromotionCode(details, typed);
  if (typeof change.promotionCode === "string") {
    if ((chosen?.wrongCodes ?? 0) >= wrongCodesAtMost) return "codes_used_up";
    if (!code) return "code_unknown";
  }
  return { choice: { quantities, promotionCode: code?.code ?? null, tipChoice }, code };
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
