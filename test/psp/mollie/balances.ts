import { toAmount } from "./amounts.ts";
import { requireOrganization } from "./authentication.ts";
import type { Call } from "./call.ts";
import { notFound } from "./errors.ts";
import { documentation, link, listLinks, toTime } from "./links.ts";
import { listOf } from "./lists.ts";
import { findMethod } from "./methods.ts";
import { type BalanceTransaction, itemsOf, makeId, type Payment } from "./state.ts";
import type { World } from "./world.ts";

/** Fee of a chargeback, in minor units. */
const chargebackFee = 2500;

/** Books a movement on the merchant's balance. Mollie's fee is taken with what is received. */
export function recordBalance(
  world: World,
  type: BalanceTransaction["type"],
  payment: Payment,
  amount: number,
  context: Readonly<Record<string, string>> = {},
): void {
  const id = makeId("baltr");
  world.state.balanceTransactions.set(id, {
    id,
    livemode: payment.livemode,
    created: world.clock.now(),
    type,
    currency: payment.currency,
    amount,
    fee: feeOf(type, payment, amount),
    context: { paymentId: payment.id, ...context },
    settlement: null,
  });
}

function feeOf(type: BalanceTransaction["type"], payment: Payment, amount: number): number {
  if (type === "chargeback") return chargebackFee;
  if (type !== "payment" && type !== "capture") return 0;
  const { fixed, percent } = findMethod(payment.method ?? "")?.fee ?? { fixed: 0, percent: 0 };
  return Math.min(amount, fixed + Math.round((amount * percent) / 100));
}

/** Books a movement that belongs to no payment, such as a transfer to the merchant's bank. It has no fee. */
export function recordOther(
  world: World,
  given: Pick<BalanceTransaction, "type" | "livemode" | "currency" | "amount" | "context" | "settlement">,
): void {
  const id = makeId("baltr");
  world.state.balanceTransactions.set(id, { id, created: world.clock.now(), fee: 0, ...given });
}

/** Sum of the transactions less their fees. */
export function netOf(transactions: readonly BalanceTransaction[]): number {
  return transactions.reduce((sum, { amount, fee }) => sum + amount - fee, 0);
}

/** There is a balance in each currency that was ever paid in; the one in EUR is the primary one. */
function currenciesOf({ world, livemode }: Call): readonly string[] {
  const used = itemsOf(world.state.balanceTransactions, (item) => item.livemode === livemode);
  return [...new Set(["EUR", ...used.map(({ currency }) => currency)])];
}

function balanceId(currency: string): string {
  return `bal_fake${currency}`;
}

/** @throws ApiError for an API key or an unknown balance */
function currencyOfBalance(call: Call): string {
  requireOrganization(call.credential);
  const found = currenciesOf(call).find(
    (currency) => balanceId(currency) === call.id || (call.id === "primary" && currency === "EUR"),
  );
  if (found === undefined) throw notFound("balance", call.id);
  return found;
}

function renderBalance(call: Call, currency: string): object {
  const { world, livemode } = call;
  const unsettled = itemsOf(
    world.state.balanceTransactions,
    (item) => item.livemode === livemode && item.currency === currency && item.settlement === null,
  );
  return {
    resource: "balance",
    id: balanceId(currency),
    mode: livemode ? "live" : "test",
    createdAt: "2020-01-01T00:00:00+00:00",
    currency,
    description: `Balance in ${currency}`,
    status: "active",
    transferFrequency: "daily",
    transferThreshold: toAmount(0, currency),
    availableAmount: toAmount(netOf(unsettled), currency),
    pendingAmount: toAmount(0, currency),
    _links: { self: link(world, `/balances/${balanceId(currency)}`), documentation: documentation() },
  };
}

export function listBalances(call: Call): object {
  requireOrganization(call.credential);
  const balances = currenciesOf(call).map((currency) => renderBalance(call, currency));
  return { count: balances.length, _embedded: { balances }, _links: listLinks(call.world, "/balances") };
}

export function getBalance(call: Call): object {
  return renderBalance(call, currencyOfBalance(call));
}

export function listBalanceTransactions(call: Call): object {
  const currency = currencyOfBalance(call);
  return listOf(call, {
    items: call.world.state.balanceTransactions,
    path: `/balances/${balanceId(currency)}/transactions`,
    embedded: "balance_transactions",
    kind: "balance transaction",
    render: renderTransaction,
    where: (transaction) => transaction.currency === currency,
  });
}

function renderTransaction({
  id,
  type,
  created,
  currency,
  amount,
  fee,
  context,
}: BalanceTransaction): object {
  return {
    resource: "balance-transaction",
    id,
    type,
    resultAmount: toAmount(amount - fee, currency),
    initialAmount: toAmount(amount, currency),
    deductions: fee === 0 ? null : toAmount(-fee, currency),
    createdAt: toTime(created),
    context,
  };
}
