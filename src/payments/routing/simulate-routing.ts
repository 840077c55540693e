import type { PaymentMethodType } from "../../connectors/contract.ts";
import { refusalOf } from "../../connectors/offer.ts";
import type { NewChargeRoute } from "../../connectors/registry.ts";
import type { TenantScope } from "../../database/transaction.ts";
import { findCurrency } from "../../kernel/currency.ts";
import { type Problem, problem } from "../../kernel/problem.ts";
import { failed, type Result, success } from "../../kernel/result.ts";
import type { PaymentDeps } from "../deps.ts";
import { type Considered, considerRoutes, type PassedOver, type RouteRefusal } from "./choose-route.ts";

/** What a payment would be. */
export type ImaginedPayment = {
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly method: PaymentMethodType;
  readonly captureMethod?: "automatic" | "manual";
  /** ISO 3166 code of the country that the customer is in; not known if it is missing. */
  readonly country?: string;
};

type Reason = RouteRefusal | PassedOver["reason"];

/**
 * Which accounts a payment would be tried at, and why the others are passed over: by the function that payments use. Nothing is stored,
 * and no PSP is called.
 */
export async function simulateRouting(
  { connectors, circuits }: Pick<PaymentDeps, "connectors" | "circuits">,
  { tenantId, mode }: TenantScope,
  imagined: ImaginedPayment,
): Promise<Result<object, Problem>> {
  const { amount, method, captureMethod = "automatic" } = imagined;
  const currency = imagined.currency.toUpperCase();
  if (!findCurrency(currency)) return failed(unknownCurrency);
  const country = imagined.country?.toUpperCase() ?? null;
  const purchase = { amount, currency, captureMethod, country };
  const ordered = byPosition(await connectors.routesForNewCharges({ tenantId, mode }));
  // The payment page asks for the details on the page of the first account that takes the method.
  const first = ordered.find((each) => each.isEnabled && refusalOf(each, method, purchase) === undefined);
  const isOpen = (account: string): boolean => circuits.isOpen(account);
  const wanted = { page: first?.page ?? "hosted", method, purchase, account: null } as const;
  const { inOrder, refused } = considerRoutes(ordered, wanted, isOpen);
  const shares = sharesOf(inOrder, isOpen);
  const silent = inOrder.filter(({ account }, at) => at > 0 && isOpen(account.id));
  return success({
    object: "routing_simulation",
    mode,
    ...{ amount, currency, method, captureMethod, country },
    tried: inOrder.map((route, at) => ({ ...placeOf(route), sharePercent: shares[at] ?? 0 })),
    passedOver: [
      ...silent.map((route) => passedOver(route, "circuit_open")),
      ...disabledLast(refused).map(({ route, reason }) => passedOver(route, reason)),
    ],
  });
}

/** Sessions draw their own order of accounts with the same position; here the one with the largest share comes first. */
const byPosition = (routes: readonly NewChargeRoute[]): NewChargeRoute[] =>
  routes.toSorted((a, b) => a.position - b.position || b.weight - a.weight);

/** How many of a hundred such payments are tried first at each account. */
function sharesOf(inOrder: readonly NewChargeRoute[], isOpen: (account: string) => boolean): number[] {
  const [first] = inOrder;
  if (!first) return [];
  const isFirst = ({ position, account }: NewChargeRoute): boolean =>
    position === first.position && isOpen(account.id) === isOpen(first.account.id);
  const total = inOrder.filter(isFirst).reduce((sum, { weight }) => sum + weight, 0);
  return inOrder.map((route) => (isFirst(route) ? Math.round((100 * route.weight) / total) : 0));
}

const disabledLast = (refused: Considered["refused"]): Considered["refused"] =>
  refused.toSorted((a, b) => Number(a.reason === "disabled") - Number(b.reason === "disabled"));

const placeOf = ({ connector, account }: NewChargeRoute) => ({
  connectorAccount: account.id,
  connector: connector.name,
});

const passedOver = (route: NewChargeRoute, reason: Reason) => ({ ...placeOf(route), reason });

const unknownCurrency = problem("currency_invalid", "It has to be an active ISO 4217 currency.", "currency");
