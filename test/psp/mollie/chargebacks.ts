import { recordBalance } from "./balances.ts";
import type { Call } from "./call.ts";
import { notFound } from "./errors.ts";
import { findPayment } from "./find-payment.ts";
import { listOf } from "./lists.ts";
import { renderChargeback } from "./render-movements.ts";
import { type Chargeback, makeId, type Payment } from "./state.ts";
import { paymentOf, recordMove, type World } from "./world.ts";

export type ChargebackReason = Chargeback["reason"];

/** The customer's bank takes money back. The payment stays `paid`. */
export function chargeBack(
  world: World,
  payment: Payment,
  amount: number,
  reason: ChargebackReason,
): Chargeback {
  const chargeback: Chargeback = {
    id: makeId("chb", 7),
    livemode: payment.livemode,
    created: world.clock.now(),
    payment: payment.id,
    amount,
    currency: payment.currency,
    reason,
    reversedAt: null,
    settlement: null,
  };
  world.state.chargebacks.set(chargeback.id, chargeback);
  payment.amountChargedBack += amount;
  recordMove(world, "disputed", payment, amount, chargeback.id);
  recordBalance(world, "chargeback", payment, -amount, { chargebackId: chargeback.id });
  world.notify(payment, { classic: true });
  return chargeback;
}

/** The bank gives the money back to the merchant. */
export function reverseChargeback(world: World, chargeback: Chargeback): void {
  if (chargeback.reversedAt !== null) return;
  const payment = paymentOf(world, chargeback);
  chargeback.reversedAt = world.clock.now();
  payment.amountChargedBack -= chargeback.amount;
  recordMove(world, "dispute_returned", payment, chargeback.amount, chargeback.id);
  recordBalance(world, "chargeback-reversal", payment, chargeback.amount, { chargebackId: chargeback.id });
  world.notify(payment, { classic: true });
}

export function getChargeback(call: Call): object {
  const payment = findPayment(call);
  const chargeback = call.world.state.chargebacks.get(call.subId);
  if (chargeback?.payment !== payment.id) throw notFound("chargeback", call.subId);
  return renderChargeback(call.world, chargeback);
}

/** The chargebacks of a payment, or all. */
export function listChargebacks(call: Call): object {
  const payment = call.id === "" ? undefined : findPayment(call).id;
  return listOf(call, {
    items: call.world.state.chargebacks,
    path: payment === undefined ? "/chargebacks" : `/payments/${payment}/chargebacks`,
    embedded: "chargebacks",
    kind: "chargeback",
    render: (chargeback) => renderChargeback(call.world, chargeback),
    where: (chargeback) => payment === undefined || chargeback.payment === payment,
  });
}
