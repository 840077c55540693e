import type { Connector } from "../contract.ts";
import type { PspClients } from "../psp-client.ts";
import { begin, type NotificationUrl } from "./begin.ts";
import { createClient } from "./client.ts";
import { findDispute } from "./disputes.ts";
import { findCharge, findMovement } from "./find-charge.ts";
import { mollie } from "./kind.ts";
import { listCharges } from "./list-charges.ts";
import { hostedMethods, takes } from "./methods.ts";
import { capture, refund, releasePayment } from "./movements.ts";
import { parseNotification } from "./notifications.ts";
import { settlements } from "./settlements.ts";

export type MollieOptions = {
  /** Mollie sends notifications about a payment to the address that the payment names. */
  readonly notificationUrl: NotificationUrl;
  /** Milliseconds since 1970; real time if omitted. */
  readonly nowMs?: () => number;
};

/** The connector to Mollie's Payments API, v2. Customers pay on Mollie's hosted checkout. */
export function createMollieConnector(
  psps: PspClients,
  { notificationUrl, nowMs = Date.now }: MollieOptions,
): Connector {
  const client = createClient(psps("mollie"));
  return {
    name: mollie.name,
    title: mollie.title,
    proof: "look_up",
    capabilities: mollie.capabilities,
    hosted: {
      methods: hostedMethods,
      brands: { wallet: "PayPal" },
      // American Express has to be switched on by the merchant.
      cardBrands: ["visa", "mastercard"],
      takes,
      begin: (request, call) => begin(client, notificationUrl, request, call),
    },
    capture: (request, call) => capture(client, request, call),
    void: (request, call) => releasePayment(client, request, call),
    refund: (request, call) => refund(client, request, call, nowMs()),
    findCharge: (charge, call) => findCharge(client, charge, call),
    findMovement: (request, call) => findMovement(client, request, call),
    listCharges: (request, call) => listCharges(client, request, call),
    disputes: { find: (request, call) => findDispute(client, request, call) },
    settlements: settlements(client),
    parseNotification: async (request) => parseNotification(request),
  };
}
