import { retryConflict } from "../../database/conflict.ts";
import { limitCurrency } from "../../kernel/amount-limits.ts";
import { present } from "../../kernel/assert.ts";
import { type Currency, findCurrency } from "../../kernel/currency.ts";
import { type AmountFault, changeAmount, mayChangeAmount } from "../../sessions/amounts/change-amount.ts";
import type { PageDeps } from "../deps.ts";
import type { FormBody } from "../form-text.ts";
import type { Locale } from "../locale.ts";
import { stateOf, viewOf } from "../page-view.ts";
import { type Checkout, readCheckout } from "../read-checkout.ts";
import type { PageView } from "../view-model.ts";
import type { AmountFieldFault } from "./amount-form.ts";
import { codeField, type PostedAmounts, parseAmountForm, quantityField } from "./parse-amount-form.ts";

/** What came of a form that changes the amount. */
export type AmountPosted =
  /** The page shows what there is now. */
  | { readonly kind: "show_page" }
  /** The page doesn't send such a form. */
  | { readonly kind: "refused" }
  /** Something is wrong with a field. The rest is changed. */
  | { readonly kind: "faulty"; readonly view: PageView };

/** Changes the amount at the customer's request. @param numbers the locale of the page's amounts */
export async function handleAmount(
  deps: PageDeps,
  checkout: Checkout,
  body: FormBody,
  { locale, numbers }: { readonly locale: Locale; readonly numbers: string },
): Promise<AmountPosted> {
  const { scope, session, settings } = checkout;
  if (stateOf(checkout) !== "open" || !mayChangeAmount(session)) return { kind: "show_page" };
  const currency = limitCurrency(present(findCurrency(session.currency), "currency"), settings.amountLimits);
  const posted = parseAmountForm(session, body, { currency, numbers });
  if (!posted) return { kind: "refused" };
  const { fault } = await retryConflict(() =>
    deps.database.inTenant(scope, (trx) =>
      changeAmount(trx, session.id, posted.change, currency.minimumAmount),
    ),
  );
  if (fault === "not_changeable") return { kind: "show_page" };
  if (fault === "out_of_bounds") return { kind: "refused" };
  const faults = new Map(posted.faults);
  if (fault) faults.set(fieldOf(fault, posted, checkout), textOf(fault, currency));
  if (faults.size === 0) return { kind: "show_page" };
  const now = (await readCheckout(deps, session.id, checkout.country)) ?? checkout;
  const view = viewOf(deps, now, locale);
  if (view.state !== "open" || !view.amounts) return { kind: "show_page" };
  const typed = new Map([...posted.typed].filter(([name]) => faults.has(name)));
  return { kind: "faulty", view: { ...view, amounts: { ...view.amounts, faults, typed } } };
}

type SessionFault = Exclude<AmountFault, "not_changeable" | "out_of_bounds">;

/** The field at which a fault is shown that only the session's state tells. */
function fieldOf(fault: SessionFault, { change }: PostedAmounts, { session }: Checkout): string {
  if (fault !== "no_items" && typeof change.promotionCode === "string") return codeField;
  const items = session.details.lineItems ?? [];
  return quantityField(items.findIndex(({ adjustableQuantity }) => adjustableQuantity !== undefined));
}

function textOf(fault: SessionFault, { minimumAmount }: Currency): AmountFieldFault {
  return fault === "amount_too_small"
    ? { key: "fault.amount_too_small", amountMinor: minimumAmount }
    : { key: `fault.${fault}` };
}
