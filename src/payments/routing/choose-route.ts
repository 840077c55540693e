import { methodsAt } from "../../connectors/offer.ts";
import { orderRoutes } from "../../connectors/order-routes.ts";
import type { NewChargeRoute } from "../../connectors/registry.ts";
import type { Session } from "../../sessions/session.ts";
import { methodOf, type PaymentChoice } from "../payment-choice.ts";

/** An account that comes before the one that was used, and why it wasn't used. */
export type PassedOver = {
  readonly connectorAccount: string;
  readonly reason: "begin_failed" | "circuit_open";
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
 * whose PSP doesn't answer at the moment comes last.
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
  const method = methodOf(choice);
  const fitting = orderRoutes(routes, session.id).filter(
    (route) => takes(route, choice) && methodsAt(route, purchase).includes(method),
  );
  const untried = fitting.filter(({ account }) => !failed.includes(account.id));
  const [route, ...others] = untried.toSorted(
    (a, b) => Number(isOpen(a.account.id)) - Number(isOpen(b.account.id)),
  );
  if (!route) return undefined;
  const before = fitting.slice(0, fitting.indexOf(route)).map(({ account }) => account.id);
  const passedOver = before.map((connectorAccount) => ({
    connectorAccount,
    reason: failed.includes(connectorAccount) ? ("begin_failed" as const) : ("circuit_open" as const),
  }));
  return { route, passedOver, hasNext: others.length > 0 };
}

/** Whether new charges go to the page that the choice was made for. The page may have been open for hours. */
const takes = ({ page }: NewChargeRoute, { type }: PaymentChoice): boolean =>
  (page === "hosted") === (type === "hosted_page");
