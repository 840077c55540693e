import { getBalance, listBalances, listBalanceTransactions } from "./balances.ts";
import type { Call, Result } from "./call.ts";
import { createCapture, getCapture, listCaptures } from "./captures.ts";
import { getChargeback, listChargebacks } from "./chargebacks.ts";
import { getMethod, listMethods } from "./methods.ts";
import { cancelPayment, createPayment, getPayment, listPayments, updatePayment } from "./payments.ts";
import { getCurrentProfile } from "./profiles.ts";
import { cancelRefund, createRefund, getRefund, listRefunds } from "./refunds.ts";
import { releaseAuthorization } from "./release.ts";
import { getSettlement, listSettled, listSettlements } from "./settlements.ts";
import {
  createSubscription,
  deleteSubscription,
  getEvent,
  getSubscription,
  listSubscriptions,
} from "./subscriptions.ts";

export type Operation = (call: Call) => Result;

const ok =
  (read: (call: Call) => object): Operation =>
  (call) => ({ status: 200, body: read(call) });

/** Every operation of the fake, by method and path after `/v2`. */
export const operations: readonly (readonly ["GET" | "POST" | "PATCH" | "DELETE", string, Operation])[] = [
  ["POST", "/payments", createPayment],
  ["GET", "/payments", ok(listPayments)],
  ["GET", "/payments/:id", ok(getPayment)],
  ["PATCH", "/payments/:id", ok(updatePayment)],
  ["DELETE", "/payments/:id", cancelPayment],
  ["POST", "/payments/:id/release-authorization", releaseAuthorization],
  ["POST", "/payments/:id/captures", createCapture],
  ["GET", "/payments/:id/captures", ok(listCaptures)],
  ["GET", "/payments/:id/captures/:subId", ok(getCapture)],
  ["POST", "/payments/:id/refunds", createRefund],
  ["GET", "/payments/:id/refunds", ok(listRefunds)],
  ["GET", "/payments/:id/refunds/:subId", ok(getRefund)],
  ["DELETE", "/payments/:id/refunds/:subId", cancelRefund],
  ["GET", "/refunds", ok(listRefunds)],
  ["GET", "/payments/:id/chargebacks", ok(listChargebacks)],
  ["GET", "/payments/:id/chargebacks/:subId", ok(getChargeback)],
  ["GET", "/chargebacks", ok(listChargebacks)],
  ["GET", "/methods", ok(listMethods)],
  ["GET", "/methods/:id", ok(getMethod)],
  ["GET", "/balances", ok(listBalances)],
  ["GET", "/balances/:id", ok(getBalance)],
  ["GET", "/balances/:id/transactions", ok(listBalanceTransactions)],
  ["GET", "/settlements", ok(listSettlements)],
  ["GET", "/settlements/:id", ok(getSettlement)],
  ["GET", "/settlements/:id/payments", ok(listSettled("payments"))],
  ["GET", "/settlements/:id/captures", ok(listSettled("captures"))],
  ["GET", "/settlements/:id/refunds", ok(listSettled("refunds"))],
  ["GET", "/settlements/:id/chargebacks", ok(listSettled("chargebacks"))],
  ["GET", "/profiles/me", ok(getCurrentProfile)],
  ["POST", "/webhooks", createSubscription],
  ["GET", "/webhooks", ok(listSubscriptions)],
  ["GET", "/webhooks/:id", ok(getSubscription)],
  ["DELETE", "/webhooks/:id", deleteSubscription],
  ["GET", "/events/:id", ok(getEvent)],
];
