import { isDeepStrictEqual } from "node:util";
import { type AmountChange, mayChangeAmount } from "../../sessions/amounts/change-amount.ts";
import type { Session } from "../../sessions/session.ts";
import type { FormBody } from "../form-text.ts";
import { shownAmountOf } from "../parse-form.ts";
import type { FormReply } from "../reply-to-form.ts";
import { parseAmountForm } from "./parse-amount-form.ts";
import { writtenInOf } from "./written-in.ts";

/**
 * Whether a form that pays changes the amount instead: by one of the buttons for it, or because its fields ask for something else than the
 * page showed, such as a tip that was chosen without a script. The fields of a page that showed another amount than there is now count for
 * nothing: that payment is refused with the new total.
 */
export function changesAmount(
  { request, checkout }: Pick<FormReply, "request" | "checkout">,
  body: FormBody,
): boolean {
  const { session } = checkout;
  if (!mayChangeAmount(session)) return false;
  if (isAmountButton(body)) return true;
  if (shownAmountOf(body) !== session.amount) return false;
  const posted = parseAmountForm(session, body, writtenInOf({ request, checkout }));
  return posted === undefined || posted.faults.size > 0 || asksForMore(session, posted.change);
}

/** Whether one of the buttons was pressed that change the amount. */
export const isAmountButton = (body: FormBody): boolean =>
  ["set", "less", "more", "remove_code"].some((name) => body[name] !== undefined);

/** Whether a change asks for anything that the session doesn't have yet. */
function asksForMore(
  { details, chosen }: Session,
  { quantities, promotionCode, tip }: AmountChange,
): boolean {
  return (
    [...(quantities ?? [])].some(([index, wanted]) => details.lineItems?.[index]?.quantity !== wanted) ||
    typeof promotionCode === "string" ||
    (tip !== undefined && !isDeepStrictEqual(tip, chosen?.tipChoice ?? null))
  );
}
