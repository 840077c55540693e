import { type AccountRefusal, accountRefusal } from "../../connectors/account-refusal.ts";
import type { PaymentMethodType } from "../../connectors/contract.ts";
import { type LocatedPurchase, type OfferRefusal, refusalOf } from "../../connectors/offer.ts";
import { orderRoutes } from "../../connectors/order-routes.ts";
import type { NewChargeRoute } from "../../connectors/registry.ts";
import type { Session } from "../../sessions/session.ts";
import { methodOf, type PaymentChoice } from "../payment-choice.ts";

/** An account that comes before the one that was used, and why it wasn't used. */
export type PassedOver = {
  readonly connectorAccount: string;
  readonly reason: "begin_failed" | "circuit_open" | "other_account";
};

/** What the customer chose, and the country that they are in; null if it isn't known. */
type Chosen = { readonly choice: PaymentChoice; readonly country: string | null };

export type ChosenRoute = {
  readonly route: NewChargeRoute;
  readonly passedOver: readonly PassedOver[];
  /** Whether another account could be used if a begin at this one fails. */
  readonly hasNext: boolean;
};

/**
 * The account for a session's next attempt: the first that takes the choice and where no begin of this submit has failed. An account
 * whose PSP doesn't answer at the moment comes last. A session that names an account has no other.
 *
 * @param failed the accounts where a begin of this submit has failed
 * @param isOpen whether an account's PSP doesn't answer at the moment
 */
export function chooseRoute(
  routes: readonly NewChargeRoute[],
  session: Session,
  { choice, country }: Chosen,
  failed: readonly string[],
  isOpen: (account: string) => boolean,
): ChosenRoute | undefined {
  const { amount, currency, details } = session;
  const purchase = { amount, currency, captureMethod: details.captureMethod, country };
  const page = choice.type === "hosted_page" ? "hosted" : "own";
  const ordered = orderRoutes(routes, session.id);
  const wanted = { page, method: methodOf(choice), purchase, account: details.connectorAccount } as const;
  const { inOrder, refused } = considerRoutes(ordered, wanted, isOpen);
  const [route, ...others] = inOrder.filter(({ account }) => !failed.includes(account.id));
  if (!route) return undefined;
  const reasonOf = (each: NewChargeRoute): PassedOver["reason"] | undefined => {
    if (inOrder.includes(each)) return failed.includes(each.account.id) ? "begin_failed" : "circuit_open";
    return refused.find((refusal) => refusal.route === each)?.reason === "other_account"
      ? "other_account"
      : undefined;
  };
  const passedOver = ordered.slice(0, ordered.indexOf(route)).flatMap((each) => {
    const reason = reasonOf(each);
    return reason === undefined ? [] : [{ connectorAccount: each.account.id, reason }];
  });
  return { route, passedOver, hasNext: others.length > 0 };
}

/** What is to be paid, how, on whose page the customer enters the details, and the account that the session names. */
export type Wanted = {
  readonly page: NewChargeRoute["page"];
  readonly method: PaymentMethodType;
  readonly purchase: LocatedPurchase;
  readonly account: string | null;
};

export type Considered = {
  /** The accounts that take it, in the order in which they are tried: one whose PSP doesn't answer at the moment comes last. */
  readonly inOrder: readonly NewChargeRoute[];
  /** The accounts that don't take it, and why. */
  readonly refused: readonly { readonly route: NewChargeRoute; readonly reason: RouteRefusal }[];
};

/** `other_page`: new charges go to another page than the one that the choice was made for. The page may have been open for hours. */
export type RouteRefusal = OfferRefusal | AccountRefusal | "other_page";

/** Which of the accounts, given in their order, take a payment. */
export function considerRoutes(
  ordered: readonly NewChargeRoute[],
  wanted: Wanted,
  isOpen: (account: string) => boolean,
): Considered {
  const fitting: NewChargeRoute[] = [];
  const refused: { route: NewChargeRoute; reason: RouteRefusal }[] = [];
  for (const route of ordered) {
    const reason = routeRefusal(route, wanted);
    if (reason === undefined) fitting.push(route);
    else refused.push({ route, reason });
  }
  const inOrder = fitting.toSorted((a, b) => Number(isOpen(a.account.id)) - Number(isOpen(b.account.id)));
  return { inOrder, refused };
}

/** That the session names another account is said only of an account that would have taken the payment. */
function routeRefusal(
  route: NewChargeRoute,
  { page, method, purchase, account }: Wanted,
): RouteRefusal | undefined {
  const byAccount = accountRefusal(route, account);
  if (byAccount === "disabled") return byAccount;
  return refusalOf(route, method, purchase) ?? (route.page === page ? undefined : "other_page") ?? byAccount;
}
