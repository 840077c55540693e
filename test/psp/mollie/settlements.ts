import { toAmount } from "./amounts.ts";
import { requireOrganization } from "./authentication.ts";
import { netOf, recordOther } from "./balances.ts";
import type { Call } from "./call.ts";
import { notFound } from "./errors.ts";
import { documentation, link, toTime } from "./links.ts";
import { listOf } from "./lists.ts";
import { renderCapture, renderChargeback, renderRefund } from "./render-movements.ts";
import { renderPayment } from "./render-payment.ts";
import { itemsOf, makeId, type Settlement } from "./state.ts";
import type { World } from "./world.ts";

/** Pays out what a mode's balance in a currency holds. Undefined if that is nothing. */
export function settle(world: World, currency: string, livemode: boolean): Settlement | undefined {
  const { state, clock } = world;
  const transactions = itemsOf(
    state.balanceTransactions,
    (item) => item.livemode === livemode && item.currency === currency && item.settlement === null,
  );
  const amount = netOf(transactions);
  if (amount <= 0) return undefined;
  const settlement: Settlement = {
    id: makeId("stl", 9),
    status: "paidout",
    livemode,
    created: clock.now(),
    reference: `1234567.${toTime(clock.now()).slice(2, 7).replace("-", "")}.${state.settlements.size + 1}`,
    currency,
    amount,
    transactions: transactions.map(({ id }) => id),
  };
  state.settlements.set(settlement.id, settlement);
  for (const transaction of transactions) {
    transaction.settlement = settlement.id;
    markSettled(world, transaction.context, settlement.id);
  }
  const context = { settlementId: settlement.id, transferId: makeId("trf", 6) };
  const type = "outgoing-transfer";
  recordOther(world, { type, livemode, currency, amount: -amount, context, settlement: settlement.id });
  return settlement;
}

/** The merchant's bank sends a settlement back. Its amount is on the balance again. */
export function returnSettlement(world: World, settlement: Settlement): void {
  settlement.status = "failed";
  const { id, livemode, currency, amount } = settlement;
  const context = { settlementId: id, transferId: makeId("trf", 6) };
  recordOther(world, { type: "returned-transfer", livemode, currency, amount, context, settlement: null });
}

/** Writes the settlement's id to each object that a transaction is about. */
function markSettled(world: World, context: Readonly<Record<string, string>>, settlement: string): void {
  const { payments, captures, refunds, chargebacks } = world.state;
  const items = [
    payments.get(context.paymentId ?? ""),
    captures.get(context.captureId ?? ""),
    refunds.get(context.refundId ?? ""),
    chargebacks.get(context.chargebackId ?? ""),
  ];
  for (const item of items) if (item) item.settlement ??= settlement;
}

function renderSettlement(world: World, settlement: Settlement): object {
  const { id, currency } = settlement;
  const self = `/settlements/${id}`;
  return {
    resource: "settlement",
    id,
    reference: settlement.reference,
    createdAt: toTime(settlement.created),
    settledAt: toTime(settlement.created),
    status: settlement.status,
    amount: toAmount(settlement.amount, currency),
    balanceId: `bal_fake${currency}`,
    periods: renderPeriods(world, settlement),
    _links: {
      self: link(world, self),
      payments: link(world, `${self}/payments`),
      refunds: link(world, `${self}/refunds`),
      chargebacks: link(world, `${self}/chargebacks`),
      captures: link(world, `${self}/captures`),
      documentation: documentation(),
    },
  };
}

/** Revenue and costs of the settlement's month, without VAT. */
function renderPeriods(world: World, { created, currency, transactions }: Settlement): object {
  const items = transactions.flatMap((id) => world.state.balanceTransactions.get(id) ?? []);
  const [year = "", month = ""] = toTime(created).split("-");
  const line = (description: string, count: number, minor: number) => ({
    description,
    method: null,
    count,
    amountNet: toAmount(minor, currency),
    amountVat: null,
    amountGross: toAmount(minor, currency),
  });
  const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  const revenue = line("Payments", items.length, total(items.map(({ amount }) => amount)));
  const costs = line("Fees", items.length, total(items.map(({ fee }) => fee)));
  return {
    [year]: {
      [month]: {
        revenue: [revenue],
        costs: [{ ...costs, rate: { fixed: null, variable: null } }],
        invoiceId: null,
      },
    },
  };
}

function findSettlement(call: Call): Settlement {
  requireOrganization(call.credential);
  const settlement = call.world.state.settlements.get(call.id);
  if (settlement?.livemode !== call.livemode) throw notFound("settlement", call.id);
  return settlement;
}

export function getSettlement(call: Call): object {
  return renderSettlement(call.world, findSettlement(call));
}

export function listSettlements(call: Call): object {
  requireOrganization(call.credential);
  return listOf(call, {
    items: call.world.state.settlements,
    path: "/settlements",
    embedded: "settlements",
    kind: "settlement",
    render: (settlement) => renderSettlement(call.world, settlement),
  });
}

/** What a settlement consists of. */
export function listSettled(kind: "payments" | "captures" | "refunds" | "chargebacks") {
  return (call: Call): object => {
    const { id } = findSettlement(call);
    const { world } = call;
    const { payments, captures, refunds, chargebacks } = world.state;
    const list = { path: `/settlements/${id}/${kind}`, embedded: kind, kind: kind.slice(0, -1) };
    const where = (item: { readonly settlement: string | null }) => item.settlement === id;
    switch (kind) {
      case "payments":
        return listOf(call, {
          ...list,
          where,
          items: payments,
          render: (item) => renderPayment(world, item, {}),
        });
      case "captures":
        return listOf(call, {
          ...list,
          where,
          items: captures,
          render: (item) => renderCapture(world, item),
        });
      case "refunds":
        return listOf(call, { ...list, where, items: refunds, render: (item) => renderRefund(world, item) });
      case "chargebacks":
        return listOf(call, {
          ...list,
          where,
          items: chargebacks,
          render: (item) => renderChargeback(world, item),
        });
    }
  };
}
