import type { TenantTransaction } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";
import { makeId } from "../kernel/id.ts";
import { combineProblems, type Problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { checkAllTexts, checkPurchase, type PurchaseContext } from "../sessions/check-session-request.ts";
import { sessionDefaults } from "../sessions/session.ts";
import { readExpiry } from "./check-expiry.ts";
import type { LinkDetails, PaymentLink } from "./payment-link.ts";
import { insertLink } from "./queries.ts";
import type { CreateLinkBody } from "./schemas.ts";

/** Creates a payment link. The failure lists everything that is wrong with the body. */
export async function createLink(
  deps: { readonly nowMs: () => number },
  trx: TenantTransaction,
  body: CreateLinkBody,
  context: Omit<PurchaseContext, "mode">,
): Promise<Result<PaymentLink, Problem>> {
  const faults: Problem[] = [];
  const nowMs = deps.nowMs();
  const successUrl = checkPurchase(body, { ...context, mode: trx.mode }, faults);
  const expiresAt = readExpiry(body.expiresAt, nowMs, faults);
  checkAllTexts(body, context.rawJson, faults);
  const fault = combineProblems(faults);
  if (fault) return failed(fault);
  const link = {
    id: makeId("pl", trx.mode, trx.tenantId, nowMs),
    name: body.name,
    amount: body.amount,
    currency: body.currency.toUpperCase(),
    details: detailsOf(body, successUrl),
    clientReferenceId: body.clientReferenceId ?? null,
    metadata: body.metadata ?? null,
    maxPayments: body.maxPayments ?? null,
    expiresAt,
  };
  return success(present(await insertLink(trx, link), "the link just made"));
}

function detailsOf(body: CreateLinkBody, successUrl: string | null): LinkDetails {
  return {
    successUrl,
    lineItems: body.lineItems ?? sessionDefaults.lineItems,
    adjustments: body.adjustments ?? sessionDefaults.adjustments,
    description: body.description ?? sessionDefaults.description,
    statementDescriptor: body.statementDescriptor ?? sessionDefaults.statementDescriptor,
    locale: body.locale ?? sessionDefaults.locale,
    captureMethod: body.captureMethod ?? sessionDefaults.captureMethod,
    paymentMethods: body.paymentMethods ?? sessionDefaults.paymentMethods,
    collect: body.collect ?? sessionDefaults.collect,
    promotionCodes: body.promotionCodes ?? sessionDefaults.promotionCodes,
    tips: body.tips ?? sessionDefaults.tips,
  };
}
