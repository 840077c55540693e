import type { Call } from "./call.ts";
import { cancelIntent, captureIntent, updateIntent } from "./capture.ts";
import { closeDispute, findDispute, updateDispute } from "./disputes.ts";
import { invalidRequest, resourceMissing } from "./errors.ts";
import { createFile, retrieveFile } from "./files.ts";
import { findIntent } from "./find-intent.ts";
import { listOf } from "./lists.ts";
import { cancelRefund, createRefund, findCharge, findRefund, updateRefund } from "./refunds.ts";
import { renderBalanceTransaction, renderDispute, renderPayout, renderRefund } from "./render-money.ts";
import { renderAccount, renderEndpoint, renderEvent } from "./render-other.ts";
import { renderCharge, renderIntent, renderSession } from "./render-payment.ts";
import { createSession, expireSession, findSession, renderLineItems, updateSession } from "./sessions.ts";
import { createEndpoint, deleteEndpoint, retrieveEndpoint, updateEndpoint } from "./webhook-endpoints.ts";

export type Operation = (call: Call) => object;

/** Every operation of the fake, by method and path. */
export const operations: readonly (readonly ["GET" | "POST" | "DELETE", string, Operation])[] = [
  ["GET", "/v1/account", renderAccount],
  ["POST", "/v1/checkout/sessions", createSession],
  ["GET", "/v1/checkout/sessions", listSessions],
  ["GET", "/v1/checkout/sessions/:id", (call) => renderSession(call.world, findSession(call))],
  ["POST", "/v1/checkout/sessions/:id", updateSession],
  ["POST", "/v1/checkout/sessions/:id/expire", expireSession],
  ["GET", "/v1/checkout/sessions/:id/line_items", (call) => renderLineItems(findSession(call))],
  ["POST", "/v1/payment_intents", refuseDirectIntent],
  ["GET", "/v1/payment_intents", listIntents],
  ["GET", "/v1/payment_intents/:id", (call) => renderIntent(call.world, findIntent(call))],
  ["POST", "/v1/payment_intents/:id", updateIntent],
  ["POST", "/v1/payment_intents/:id/capture", captureIntent],
  ["POST", "/v1/payment_intents/:id/cancel", cancelIntent],
  ["GET", "/v1/charges", listCharges],
  ["GET", "/v1/charges/:id", (call) => renderCharge(call.world, findCharge(call))],
  ["POST", "/v1/refunds", createRefund],
  ["GET", "/v1/refunds", listRefunds],
  ["GET", "/v1/refunds/:id", (call) => renderRefund(call.world, findRefund(call))],
  ["POST", "/v1/refunds/:id", updateRefund],
  ["POST", "/v1/refunds/:id/cancel", cancelRefund],
  ["GET", "/v1/disputes", listDisputes],
  ["GET", "/v1/disputes/:id", (call) => renderDispute(call.world, findDispute(call))],
  ["POST", "/v1/disputes/:id", updateDispute],
  ["POST", "/v1/disputes/:id/close", closeDispute],
  ["POST", "/v1/files", createFile],
  ["GET", "/v1/files/:id", retrieveFile],
  ["GET", "/v1/balance_transactions", listBalanceTransactions],
  ["GET", "/v1/balance_transactions/:id", retrieveBalanceTransaction],
  ["GET", "/v1/payouts", listPayouts],
  ["GET", "/v1/payouts/:id", retrievePayout],
  ["GET", "/v1/events", listEvents],
  ["GET", "/v1/events/:id", retrieveEvent],
  ["POST", "/v1/webhook_endpoints", createEndpoint],
  ["GET", "/v1/webhook_endpoints", listEndpoints],
  ["GET", "/v1/webhook_endpoints/:id", retrieveEndpoint],
  ["POST", "/v1/webhook_endpoints/:id", updateEndpoint],
  ["DELETE", "/v1/webhook_endpoints/:id", deleteEndpoint],
];

function refuseDirectIntent(): never {
  throw invalidRequest("The fake makes PaymentIntents only by Checkout Sessions.");
}

/** Whether each of the given filters equals the item's value. */
function matches(query: Call["query"], values: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(values).every(([name, value]) => query[name] === undefined || query[name] === value);
}

function listSessions(call: Call): object {
  const { world, query } = call;
  return listOf(call, {
    items: world.state.sessions,
    url: "/v1/checkout/sessions",
    render: (session) => renderSession(world, session),
    where: ({ intent, status }) => matches(query, { payment_intent: intent, status }),
  });
}

function listIntents(call: Call): object {
  const { world } = call;
  const render = (intent: Parameters<typeof renderIntent>[1]) => renderIntent(world, intent);
  return listOf(call, { items: world.state.intents, url: "/v1/payment_intents", render });
}

function listCharges(call: Call): object {
  const { world, query } = call;
  return listOf(call, {
    items: world.state.charges,
    url: "/v1/charges",
    render: (charge) => renderCharge(world, charge),
    where: ({ intent }) => matches(query, { payment_intent: intent }),
  });
}

function listRefunds(call: Call): object {
  const { world, query } = call;
  return listOf(call, {
    items: world.state.refunds,
    url: "/v1/refunds",
    render: (refund) => renderRefund(world, refund),
    where: ({ charge }) =>
      matches(query, { charge, payment_intent: world.state.charges.get(charge)?.intent }),
  });
}

function listDisputes(call: Call): object {
  const { world, query } = call;
  return listOf(call, {
    items: world.state.disputes,
    url: "/v1/disputes",
    render: (dispute) => renderDispute(world, dispute),
    where: ({ charge }) =>
      matches(query, { charge, payment_intent: world.state.charges.get(charge)?.intent }),
  });
}

function listBalanceTransactions(call: Call): object {
  const { world, query } = call;
  return listOf(call, {
    items: world.state.balanceTransactions,
    url: "/v1/balance_transactions",
    render: renderBalanceTransaction,
    where: ({ payout, type, source, currency }) => matches(query, { payout, type, source, currency }),
  });
}

function retrieveBalanceTransaction(call: Call): object {
  const transaction = call.world.state.balanceTransactions.get(call.id);
  if (transaction?.livemode !== call.livemode) throw resourceMissing("balance transaction", call.id, "id");
  return renderBalanceTransaction(transaction);
}

function listPayouts(call: Call): object {
  const { world, query } = call;
  return listOf(call, {
    items: world.state.payouts,
    url: "/v1/payouts",
    render: renderPayout,
    where: ({ status }) => matches(query, { status }),
  });
}

function retrievePayout(call: Call): object {
  const payout = call.world.state.payouts.get(call.id);
  if (payout?.livemode !== call.livemode) throw resourceMissing("payout", call.id, "payout");
  return renderPayout(payout);
}

function listEvents(call: Call): object {
  const { types } = call.query as { types?: readonly string[] };
  return listOf(call, {
    items: call.world.state.events,
    url: "/v1/events",
    render: renderEvent,
    where: ({ type }) => matches(call.query, { type }) && (types?.includes(type) ?? true),
  });
}

function retrieveEvent(call: Call): object {
  const event = call.world.state.events.get(call.id);
  if (event?.livemode !== call.livemode) throw resourceMissing("event", call.id, "id");
  return renderEvent(event);
}

function listEndpoints(call: Call): object {
  return listOf(call, {
    items: call.world.state.endpoints,
    url: "/v1/webhook_endpoints",
    render: (endpoint) => renderEndpoint(endpoint, false),
  });
}
