import type { Connector } from "../contract.ts";
import type { PspClients } from "../psp-client.ts";
import { makeStripeClient } from "./client.ts";
import { disputes } from "./dispute-calls.ts";
import { hostedPages } from "./hosted-page.ts";
import { stripe } from "./kind.ts";
import { lookUps } from "./look-ups.ts";
import { movements } from "./movements.ts";
import { parseNotification } from "./notifications.ts";
import { settlements } from "./settlements.ts";

/** The connector to Stripe. Customers pay on Checkout's hosted page; decision 0050 says how its objects are read. */
export function createStripeConnector(psps: PspClients, nowMs: () => number = Date.now): Connector {
  const client = makeStripeClient(psps(stripe.name));
  return {
    name: stripe.name,
    title: stripe.title,
    proof: "look_up",
    capabilities: stripe.capabilities,
    hosted: hostedPages(client, nowMs),
    ...movements(client),
    ...lookUps(client, nowMs),
    disputes: disputes(client),
    settlements: settlements(client),
    parseNotification,
  };
}
