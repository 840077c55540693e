import type { Connector, FindChargeOutcome, FindMovementOutcome } from "../contract.ts";
import type { StripeCall, StripeClient } from "./client.ts";
import { listCharges, listDisputes } from "./list-charges.ts";
import { readIntent } from "./read-intent.ts";
import { readPayment, unexpected } from "./read-payment.ts";
import { translateCharge, unknown } from "./translate-charge.ts";
import { findCapture, findRefund, findRelease } from "./translate-movement.ts";
import { wireRefunds } from "./wire.ts";

export function lookUps(
  client: StripeClient,
  nowMs: () => number,
): Pick<Connector, "findCharge" | "findMovement" | "listCharges"> {
  return {
    listCharges: (request, { timeoutMs }) => listCharges(client, request, timeoutMs, nowMs()),
    findCharge: async (charge, { timeoutMs }): Promise<FindChargeOutcome> => {
      const call = { account: charge.account, timeoutMs };
      const found = await readPayment(client, call, charge);
      if (found.kind === "unknown") return found;
      if (found.kind === "none") return { kind: "not_charged" };
      const disputes = await listDisputes(client, call, found.payment.intent);
      return disputes
        ? translateCharge(found.payment, charge, disputes)
        : unknown("the disputes can't be listed");
    },
    findMovement: async (request, { timeoutMs }): Promise<FindMovementOutcome> => {
      const { charge, kind } = request;
      const call = { account: charge.account, timeoutMs };
      if (kind === "void") {
        const found = await readPayment(client, call, charge);
        if (found.kind === "read") return findRelease(found.payment);
        return found.kind === "none" ? { kind: "not_found" } : found;
      }
      if (charge.pspReference === null) return unknown("the PaymentIntent isn't known");
      if (kind === "refund") return findRefundOf(client, call, request);
      const intent = await readIntent(client, call, charge.pspReference);
      return "id" in intent ? findCapture(intent, request) : intent;
    },
  };
}

type FindMovement = Connector["findMovement"];

/** A charge has few refunds, so one page shows them all. */
async function findRefundOf(
  client: StripeClient,
  call: StripeCall,
  request: Parameters<FindMovement>[0],
): Promise<FindMovementOutcome> {
  const query = { payment_intent: request.charge.pspReference ?? "", limit: 100 };
  const answer = await client.get(call, "/v1/refunds", query);
  if (answer.kind === "error") return unknown(`Stripe can't list the refunds (${answer.error.code})`);
  if (answer.kind === "unknown") return answer;
  if (!wireRefunds.fits(answer.body)) return unexpected;
  const found = findRefund(answer.body.data, request);
  return found.kind === "not_found" && answer.body.has_more ? unknown("there are too many refunds") : found;
}
