import { isDeepStrictEqual } from "node:util";
import { retryConflict } from "../../database/conflict.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import type { Currency } from "../../kernel/currency.ts";
import {
  type AmountChanged,
  type AmountFault,
  changeAmount,
  mayChangeAmount,
} from "../../sessions/amounts/change-amount.ts";
import type { PageDeps } from "../deps.ts";
import type { FormBody } from "../form-text.ts";
import { offerOf } from "../offered-methods.ts";
import { stateOf } from "../page-view.ts";
import type { Checkout } from "../read-checkout.ts";
import type { AmountFieldFault, AmountForm } from "./amount-form.ts";
import { countWrongCode } from "./count-wrong-codes.ts";
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
  /** A restored database may lack the session's payment, so nothing is changed for now. */
  | { readonly kind: "on_hold" }
  /** What was right is changed. Without faults, that is all of it. */
  | ({ readonly kind: "changed" } & Faulty);

type Faulty = Pick<AmountForm, "faults" | "typed">;

/** How the customer writes amounts, and their IP address. */
export type Requester = WrittenIn & { readonly address: string };

/** Changes the amount at the customer's request. */
export async function handleAmount(
  deps: PageDeps,
  checkout: Checkout,
  body: FormBody,
  requester: Requester,
): Promise<AmountPosted> {
  const { session } = checkout;
  if (stateOf(checkout) !== "open" || !mayChangeAmount(session)) return { kind: "show_page" };
  const { currency } = requester;
  const posted = parseAmountForm(session, body, requester);
  if (!posted) return { kind: "refused" };
  const { fault } = await applyChange(deps, checkout, posted, requester);
  if (fault === "not_changeable") return { kind: "show_page" };
  if (fault === "out_of_bounds") return { kind: "refused" };
  if (fault === "on_hold") return { kind: "on_hold" };
  const faults = new Map(posted.faults);
  if (fault) faults.set(fieldOf(fault, posted, checkout), textOf(fault, currency));
  const typed = new Map([...posted.typed].filter(([name]) => faults.has(name)));
  return { kind: "changed", faults, typed };
}

function applyChange(
  deps: PageDeps,
  checkout: Checkout,
  { change }: PostedAmounts,
  { currency: { minimumAmount }, address }: Requester,
): Promise<AmountChanged> {
  const { scope, session } = checkout;
  const { mayBeMissingPayments } = deps;
  const isPayable = (amount: number) =>
    offerOf({ ...checkout, session: { ...session, amount } }).methods.length > 0;
  const apply = (trx: TenantTransaction, mayTryCode: boolean) =>
    changeAmount(trx, session.id, change, { minimumAmount, isPayable, mayTryCode, mayBeMissingPayments });
  return typeof change.promotionCode === "string"
    ? countWrongCode(deps, scope, address, apply)
    : retryConflict(() => deps.database.inTenant(scope, (trx) => apply(trx, true)));
}

type SessionFault = Exclude<AmountFault, "not_changeable" | "out_of_bounds" | "on_hold">;

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
