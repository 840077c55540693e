import { payableAmount } from "./currencies.ts";
import { emitPayout } from "./events.ts";
import { type BalanceTransaction, makeId, type Payout } from "./state.ts";
import type { World } from "./world.ts";

const daySeconds = 86_400;

type Booking = Pick<
  BalanceTransaction,
  "amount" | "currency" | "type" | "reportingCategory" | "source" | "livemode"
> & {
  readonly fee?: number;
  readonly feeDescription?: string;
};

/** Books an amount on the merchant's balance. It is available for payouts some days later. */
export function book(world: World, booking: Booking): string {
  const created = world.clock.now();
  const transaction: BalanceTransaction = {
    fee: 0,
    feeDescription: "Stripe processing fees",
    ...booking,
    id: makeId("txn"),
    created,
    availableOn: booking.type === "payout" ? created : created + world.settlement.availableDays * daySeconds,
    payout: null,
  };
  world.state.balanceTransactions.set(transaction.id, transaction);
  return transaction.id;
}

/** 1.5 % + 0.25 in euro, 2.9 % + 0.30 otherwise: the prices of cards in the account's region and elsewhere. */
export function processingFee(amount: number, currency: string): number {
  return currency === "eur" ? Math.round(amount * 0.015) + 25 : Math.round(amount * 0.029) + 30;
}

/** The fee of a chargeback, which stays with Stripe even if the merchant wins. */
export const disputeFee = 1500;

/** Pays out what is available in a currency, as Stripe does daily. Undefined if there is nothing to pay out. */
export function payOut(world: World, currency: string, livemode: boolean): Payout | undefined {
  const now = world.clock.now();
  const included = [...world.state.balanceTransactions.values()].filter(
    (transaction) =>
      transaction.livemode === livemode &&
      transaction.currency === currency &&
      transaction.payout === null &&
      transaction.type !== "payout" &&
      transaction.availableOn <= now,
  );
  const total = included.reduce((sum, { amount, fee }) => sum + amount - fee, 0);
  const amount = payableAmount(total, currency);
  if (amount <= 0) return undefined;
  const id = makeId("po");
  for (const transaction of included) transaction.payout = id;
  const bookedAs = book(world, {
    amount: -amount,
    currency,
    type: "payout",
    reportingCategory: "payout",
    source: id,
    livemode,
  });
  const payout: Payout = {
    id,
    livemode,
    created: now,
    amount,
    currency,
    arrivalDate: now + world.settlement.arrivalDays * daySeconds,
    status: "in_transit",
    balanceTransaction: bookedAs,
  };
  world.state.payouts.set(id, payout);
  emitPayout(world, "created", payout);
  world.clock.at(payout.arrivalDate, () => {
    payout.status = "paid";
    emitPayout(world, "paid", payout);
    emitPayout(world, "reconciliation_completed", payout);
  });
  return payout;
}
