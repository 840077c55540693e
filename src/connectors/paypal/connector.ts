import type { Connector } from "../contract.ts";
import type { PspClients } from "../psp-client.ts";
import { AccessTokens } from "./access-tokens.ts";
import { begin } from "./begin.ts";
import { Certificates } from "./certificates.ts";
import { createClient } from "./client.ts";
import { disputes } from "./disputes.ts";
import { findCharge, findMovement } from "./find-charge.ts";
import { finish } from "./finish.ts";
import { paypal } from "./kind.ts";
import { hostedMethods, takes } from "./methods.ts";
import { capture, refund, voidOrder } from "./movements.ts";
import { parseNotification } from "./notifications.ts";
import { settlements } from "./settlements.ts";

export type PayPalOptions = {
  /** Milliseconds since 1970; real time if omitted. */
  readonly nowMs?: () => number;
};

/**
 * The connector to PayPal's Orders API, v2, and Payments API, v2. Customers approve on PayPal's page, and Kassa charges after that
 * (`finish`). PayPal has no list of changes that a comparison could rely on.
 */
export function createPayPalConnector(psps: PspClients, { nowMs = Date.now }: PayPalOptions = {}): Connector {
  const psp = psps(paypal.name);
  const client = createClient({ psp, tokens: new AccessTokens(psp), nowMs });
  const certificates = new Certificates(psp);
  return {
    name: paypal.name,
    title: paypal.title,
    proof: "look_up",
    capabilities: paypal.capabilities,
    hosted: {
      methods: hostedMethods,
      brands: { wallet: "PayPal" },
      takes,
      begin: (request, call) => begin(client, request, call),
      finish: (charge, call) => finish(client, charge, call),
    },
    capture: (request, call) => capture(client, request, call),
    void: (request, call) => voidOrder(client, request, call),
    refund: (request, call) => refund(client, request, call),
    findCharge: (charge, call) => findCharge(client, charge, call),
    findMovement: (request, call) => findMovement(client, request, call),
    disputes: disputes(client),
    settlements: settlements(client, nowMs),
    parseNotification: (request) => parseNotification(certificates, request),
  };
}
