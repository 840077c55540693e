import { isDeepStrictEqual } from "node:util";
import { retryConflict } from "../../database/conflict.ts";
import type { Currency } from "../../kernel/currency.ts";
import { type AmountFault, changeAmount, mayChangeAmount } from "../../sessions/amounts/change-amount.ts";
import type { PageDeps } from "../deps.ts";
import type { FormBody } from "../form-text.ts";
import { offerOf } from "../offered-methods.ts";
import { stateOf } from "../page-view.ts";
import type { Checkout } from "../read-checkout.ts";
import type { AmountFieldFault, AmountForm } from "./amount-form.ts";
import {
  codeField,
  type PostedAmounts,
  parseAmountForm,
  quantityField,
  tipField,
  tipsField,
  type WrittenIn,
} from "./parse-amount-form.ts";

/** What came of a form that changes the amount. */
export type AmountPosted =
  /** The page shows what there is now. */
  | { readonly kind: "show_page" }
  /** The page doesn't send such a form. */
  | { readonly kind: "refused" }
  /** What was right is changed. Without faults, that is all of it. */
  | ({ readonly kind: "changed" } & Faulty);

type Faulty = Pick<AmountForm, "faults" | "typed">;

/** Changes the amount at the customer's request. */
export async function handleAmount(
  deps: PageDeps,
  checkout: Checkout,
  body: FormBody,
  writtenIn: WrittenIn,
): Promise<AmountPosted> {
  const { scope, session } = checkout;
  if (stateOf(checkout) !== "open" || !mayChangeAmount(session)) return { kind: "show_page" };
  const { currency } = writtenIn;
  const posted = parseAmountForm(session, body, writtenIn);
  if (!posted) return { kind: "refused" };
  const { minimumAmount } = currency;
  const isPayable = (amount: number) =>
    offerOf({ ...checkout, session: { ...session, amount } }).methods.length > 0;
  const { fault } = await retryConflict(() =>
    deps.database.inTenant(scope, (trx) =>
      changeAmount(trx, session.id, posted.change, { minimumAmount, isPayable }),
    ),
  );
  if (fault === "not_changeable") return { kind: "show_page" };
  if (fault === "out_of_bounds") return { kind: "refused" };
  const faults = new Map(posted.faults);
  if (fault) faults.set(fieldOf(fault, posted, checkout), textOf(fault, currency));
  const typed = new Map([...posted.typed].filter(([name]) => faults.has(name)));
  return { kind: "changed", faults, typed };
}

type SessionFault = Exclude<AmountFault, "not_changeable" | "out_of_bounds">;

/** The field at which a fault is shown that only the session's state tells. */
function fieldOf(fault: SessionFault, { change }: PostedAmounts, { session }: Checkout): string {
  if (fault !== "no_items" && typeof change.promotionCode === "string") return codeField;
  const { details, chosen } = session;
  const isTipChanged = change.tip !== undefined && !isDeepStrictEqual(change.tip, chosen?.tipChoice ?? null);
  const items = details.lineItems ?? [];
  const index = items.findIndex(({ adjustableQuantity }) => adjustableQuantity !== undefined);
  if (fault === "amount_unpayable" && (isTipChanged || index < 0))
    return change.tip?.kind === "custom" ? tipField : tipsField;
  return quantityField(index);
}

function textOf(fault: SessionFault, { minimumAmount }: Currency): AmountFieldFault {
  return fault === "amount_too_small"
    ? { key: "fault.amount_too_small", amountMinor: minimumAmount }
    : { key: `fault.${fault}` };
}
