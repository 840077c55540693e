import type { Call, Result } from "./call.ts";
import { unprocessable } from "./errors.ts";
import { expireLater } from "./expiry.ts";
import { findPayment } from "./find-payment.ts";
import { listOf } from "./lists.ts";
import { defaultExpirySeconds, findMethod } from "./methods.ts";
import { readDetails, readPaymentParams } from "./payment-params.ts";
import { requestRelease } from "./release.ts";
import { isCancelable, renderPayment } from "./render-payment.ts";
import { makeId, type Payment } from "./state.ts";
import { reach } from "./transitions.ts";

export function createPayment(call: Call): Result {
  const { world, livemode, body } = call;
  const { minor, ...params } = readPaymentParams(body);
  const [method = null, ...others] = params.allowedMethods;
  const forced = others.length === 0 ? method : null;
  const created = world.clock.now();
  const lifetime = (forced && findMethod(forced)?.expiresAfterSeconds) || defaultExpirySeconds;
  const payment: Payment = {
    id: makeId("tr"),
    livemode,
    created,
    amount: minor,
    ...params,
    method: forced,
    status: "open",
    expiresAt: created + lifetime,
    reachedAt: {},
    captureBefore: null,
    amountReleased: 0,
    amountReceived: 0,
    amountRefunded: 0,
    amountChargedBack: 0,
    releaseRequested: false,
    failureReason: null,
    settlement: null,
  };
  world.state.payments.set(payment.id, payment);
  expireLater(world, payment);
  return { status: 201, body: renderPayment(world, payment, call.query) };
}

export function getPayment(call: Call): object {
  return renderPayment(call.world, findPayment(call), call.query);
}

export function listPayments(call: Call): object {
  return listOf(call, {
    items: call.world.state.payments,
    path: "/payments",
    embedded: "payments",
    kind: "payment",
    render: (payment) => renderPayment(call.world, payment, {}),
  });
}

export function updatePayment(call: Call): object {
  const payment = findPayment(call);
  payment.details = readDetails(call.body, payment.details);
  return renderPayment(call.world, payment, call.query);
}

/** Calls off an open payment, or releases an authorization. */
export function cancelPayment(call: Call): Result {
  const payment = findPayment(call);
  if (!isCancelable(payment)) throw unprocessable("The payment cannot be canceled");
  if (payment.status === "authorized") return requestRelease(call.world, payment);
  reach(call.world, payment, "canceled");
  return { status: 200, body: renderPayment(call.world, payment, {}) };
}
