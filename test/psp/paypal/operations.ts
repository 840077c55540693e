import { captureAuthorization, getAuthorization, reauthorize, voidAuthorization } from "./authorizations.ts";
import type { Call, Result } from "./call.ts";
import { getCapture } from "./captures.ts";
import { authorizeOrder, captureOrder } from "./complete-order.ts";
import { acceptClaim, adjudicate, getDispute, listDisputes, provideEvidence } from "./dispute-routes.ts";
import { createOrder, getOrder } from "./orders.ts";
import { getRefund, refundCapture } from "./refunds.ts";
import { listBalances, listTransactions } from "./reporting.ts";
import type { ApiName } from "./specification.ts";
import { verifySignature } from "./verify-signature.ts";
import { getEvent, listEvents, resendEvent } from "./webhook-events.ts";
import { createWebhook, deleteWebhook, getWebhook, listEventTypes, listWebhooks } from "./webhooks.ts";

export type Operation = {
  readonly api: ApiName;
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly run: (call: Call) => Result;
};

const ok =
  (read: (call: Call) => object) =>
  (call: Call): Result => ({ status: 200, body: read(call) });

type Line = readonly [Operation["method"], string, Operation["run"]];

const of = (api: ApiName, base: string, lines: readonly Line[]): readonly Operation[] =>
  lines.map(([method, path, run]) => ({ api, method, path: `${base}${path}`, run }));

/** Every operation of the fake that takes an access token. */
export const operations: readonly Operation[] = [
  ...of("orders", "/v2/checkout/orders", [
    ["POST", "", createOrder],
    ["GET", "/:id", ok(getOrder)],
    ["POST", "/:id/capture", captureOrder],
    ["POST", "/:id/authorize", authorizeOrder],
  ]),
  ...of("payments", "/v2/payments", [
    ["GET", "/authorizations/:id", ok(getAuthorization)],
    ["POST", "/authorizations/:id/capture", captureAuthorization],
    ["POST", "/authorizations/:id/void", voidAuthorization],
    ["POST", "/authorizations/:id/reauthorize", reauthorize],
    ["GET", "/captures/:id", ok(getCapture)],
    ["POST", "/captures/:id/refund", refundCapture],
    ["GET", "/refunds/:id", ok(getRefund)],
  ]),
  ...of("webhooks", "/v1/notifications", [
    ["POST", "/webhooks", createWebhook],
    ["GET", "/webhooks", ok(listWebhooks)],
    ["GET", "/webhooks/:id", ok(getWebhook)],
    ["DELETE", "/webhooks/:id", deleteWebhook],
    ["GET", "/webhooks-event-types", ok(listEventTypes)],
    ["GET", "/webhooks-events", ok(listEvents)],
    ["GET", "/webhooks-events/:id", ok(getEvent)],
    ["POST", "/webhooks-events/:id/resend", resendEvent],
    ["POST", "/verify-webhook-signature", ok(verifySignature)],
  ]),
  ...of("disputes", "/v1/customer/disputes", [
    ["GET", "", ok(listDisputes)],
    ["GET", "/:id", ok(getDispute)],
    ["POST", "/:id/provide-evidence", ok(provideEvidence)],
    ["POST", "/:id/accept-claim", ok(acceptClaim)],
    ["POST", "/:id/adjudicate", ok(adjudicate)],
  ]),
  ...of("reporting", "/v1/reporting", [
    ["GET", "/transactions", ok(listTransactions)],
    ["GET", "/balances", ok(listBalances)],
  ]),
];
