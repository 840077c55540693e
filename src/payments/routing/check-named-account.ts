import { type OfferRefusal, refusalOf } from "../../connectors/offer.ts";
import type { ConnectorRegistry, NewChargeRoute } from "../../connectors/registry.ts";
import type { TenantScope } from "../../database/transaction.ts";
import { isOwnId } from "../../kernel/id.ts";
import { paymentMethodTypes } from "../../kernel/payment-method.ts";
import { type Problem, problem } from "../../kernel/problem.ts";
import type { NamedAccountCheck, WantedPurchase } from "../../sessions/create-session.ts";

/**
 * Checks the account that a new session names. It may be disabled, so that it can be tried, unless it lacks a credential without which
 * Kassa couldn't read its PSP's notifications.
 */
export const makeNamedAccountCheck =
  (connectors: Pick<ConnectorRegistry, "routeOfNamed" | "claimAccount">): NamedAccountCheck =>
  async (scope, { connectorAccount: id, purchase }) => {
    if (!isOwnId(id, "ca", scope)) return notFound(scope);
    const route = await connectors.routeOfNamed(scope, id);
    if (!route) return notFound(scope);
    const fault = suitabilityFault(route, purchase);
    if (fault || route.isEnabled) return fault;
    const missing = await connectors.claimAccount(scope, id);
    if (!missing) return notFound(scope);
    return missing.length > 0 ? incomplete(missing) : undefined;
  };

/** Where the customer will be isn't known yet, so they are taken to be where the account is used. */
function suitabilityFault(route: NewChargeRoute, wanted: WantedPurchase): Problem | undefined {
  const { amount, currency, captureMethod, paymentMethods } = wanted;
  const purchase = { amount, currency, captureMethod, country: route.offer.countries?.[0] ?? null };
  const asked = paymentMethods ?? paymentMethodTypes;
  const reasons = asked.map((method) => refusalOf(route, method, purchase));
  if (reasons.includes(undefined)) return undefined;
  // Each PSP lacks some methods. Why one that it has can't be used says more.
  const reason = reasons.find((each) => each !== "method_unavailable") ?? "method_unavailable";
  return problem("connector_account_unsuitable", whyUnsuitable[reason], "/connectorAccount");
}

const whyUnsuitable: Readonly<Record<OfferRefusal, string>> = {
  currency_excluded:
    "The account isn't used for this currency: its `currencies` leave it out, or, for bank transfers, you have no bank account in it.",
  country_unknown: "The account's `countries` leave out all customers.",
  country_excluded: "The account's `countries` leave out all customers.",
  amount_excluded: "The account's `amountLimits` leave out this amount.",
  method_excluded: "The account's `methods` leave out how the session can be paid.",
  method_unavailable: "The account has none of the session's `paymentMethods`.",
  currency_unavailable: "The account's payment methods can't pay in this currency.",
  later_capture_unavailable: "The account's payment methods can't be captured later.",
  unavailable_at_psp: "The account's PSP doesn't take this amount in this currency.",
};

const notFound = ({ mode }: TenantScope): Problem =>
  problem(
    "connector_account_not_found",
    mode === "live"
      ? "You have no such account in live mode. Sandbox accounts can't take live payments."
      : "You have no such account in the sandbox. Live accounts can't take sandbox payments.",
    "/connectorAccount",
  );

const incomplete = (missing: readonly string[]): Problem =>
  problem(
    "connector_account_incomplete",
    `It lacks the credential ${missing.join(", ")}. Add it to the account first.`,
    "/connectorAccount",
  );
