import type { Connector } from "../contract.ts";
import type { PspClients } from "../psp-client.ts";
import { begin } from "./begin.ts";
import { createClient } from "./client.ts";
import { acceptDispute, defendDispute } from "./dispute-calls.ts";
import { findDispute } from "./disputes.ts";
import { downloadReport } from "./download-report.ts";
import { findCharge } from "./find-charge.ts";
import { adyen } from "./kind.ts";
import { hostedMethods, takes } from "./methods.ts";
import { cancel, capture, findMovement, refund } from "./movements.ts";
import { parseNotification } from "./notifications.ts";
import { readReport } from "./read-report.ts";

/**
 * The connector to Adyen's Checkout API, v72, with its hosted page. Adyen proves what happened to a charge by notifications only.
 *
 * @param nowMs milliseconds since 1970
 */
export function createAdyenConnector(psps: PspClients, nowMs: () => number = Date.now): Connector {
  const psp = psps(adyen.name);
  const client = createClient(psp);
  return {
    name: adyen.name,
    title: adyen.title,
    proof: "notifications",
    capabilities: adyen.capabilities,
    hosted: {
      methods: hostedMethods,
      brands: { wallet: "PayPal" },
      takes,
      begin: (request, call) => begin(client, request, call, nowMs()),
      returnParameters: ["sessionResult"],
    },
    capture: (request, call) => capture(client, request, call),
    void: (request, call) => cancel(client, request, call, nowMs()),
    refund: (request, call) => refund(client, request, call),
    findCharge: (charge, call) => findCharge(client, charge, call, nowMs()),
    findMovement: (request, call) => findMovement(client, request, call, nowMs()),
    disputes: {
      find: (request) => findDispute(request),
      submitEvidence: (request, call) => defendDispute(client, request, call),
      accept: (request, call) => acceptDispute(client, request, call),
    },
    settlementReports: {
      read: readReport,
      download: (request, call) => downloadReport(psp, request, call),
    },
    parseNotification: async (request) => parseNotification(request),
  };
}
