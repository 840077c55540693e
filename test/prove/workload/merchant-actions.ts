import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../random.ts";
import type { DataLosses } from "../testbed/data-losses.ts";
import type { Merchant } from "../testbed/testbed.ts";
import type { Answer, ApiCall, ApiClient, Json } from "./client.ts";
import { type Dashboard, dashboardKeys } from "./dashboard.ts";
import type { Journal } from "./journal.ts";
import type { MerchantAction, Plan } from "./plan.ts";

/** A merchant at work on one session. */
export type MerchantContext = {
  readonly client: ApiClient;
  readonly journal: Journal;
  readonly merchant: Merchant;
  /** Another tenant, which must not see this one's data. */
  readonly otherMerchant: Merchant;
  /** The session's client reference, also the prefix of its idempotency keys. */
  readonly label: string;
  readonly random: Random;
  readonly dataLosses: DataLosses;
  readonly dashboard: Dashboard;
};

/** Performs the planned actions on a payment in order. An action may be refused; the oracle judges the result of all. */
export async function performActions(
  context: MerchantContext,
  paymentId: string,
  actions: readonly MerchantAction[],
): Promise<void> {
  for (const [index, planned] of actions.entries())
    await performAction(context, paymentId, planned, `${context.label}-${index}`);
}

async function needsReview(context: MerchantContext, paymentId: string): Promise<boolean> {
  return (await read(context, paymentId))?.status === "needs_review";
}

/** Decides the review of a payment for which the PSP approved another amount than requested. */
export async function review(
  context: MerchantContext,
  paymentId: string,
  decision: Plan["review"],
): Promise<void> {
  if (decision === "wait" || !(await needsReview(context, paymentId))) return;
  const key = `${context.label}-review`;
  await call(context, { method: "POST", path: `/payments/${paymentId}/review`, body: { decision }, key });
}

async function performAction(
  context: MerchantContext,
  paymentId: string,
  planned: MerchantAction,
  key: string,
): Promise<void> {
  switch (planned.kind) {
    case "capture":
      return capture(context, paymentId, planned, key);
    case "void":
      return repeat(context, { method: "POST", path: `/payments/${paymentId}/void`, key }, planned.twice);
    case "capture_and_void":
      return captureAndVoid(context, paymentId, key);
    case "refund":
      return refund(context, paymentId, planned, key);
    case "dispute":
      return answerDispute(context, paymentId, planned.answer, key);
    case "dashboard":
      return atDashboard(context, paymentId, planned, key);
    case "read":
      return readWithKey(context, paymentId, planned.key);
  }
}

async function capture(
  context: MerchantContext,
  paymentId: string,
  { share, final, twice }: Extract<MerchantAction, { kind: "capture" }>,
  key: string,
): Promise<void> {
  const payment = await read(context, paymentId);
  if (!payment) return;
  const amount = Math.max(1, Math.round(payment.amountCapturable * share));
  const body = share === 1 ? { ...(final ? { final } : {}) } : { amount, final };
  await repeat(context, { method: "POST", path: `/payments/${paymentId}/capture`, body, key }, twice);
}

/** Sends a full capture and a void at the same moment; one of them wins. */
async function captureAndVoid(context: MerchantContext, paymentId: string, key: string): Promise<void> {
  const path = `/payments/${paymentId}`;
  await Promise.all([
    call(context, { method: "POST", path: `${path}/capture`, body: {}, key: `${key}c` }),
    call(context, { method: "POST", path: `${path}/void`, key: `${key}v` }),
  ]);
}

async function refund(
  context: MerchantContext,
  paymentId: string,
  { share, keyed, atOnce }: Extract<MerchantAction, { kind: "refund" }>,
  key: string,
): Promise<void> {
  const payment = await read(context, paymentId);
  if (!payment) return;
  const remainder = payment.amountCaptured - payment.amountRefunded - payment.amountRefundPending;
  const amount = Math.max(1, Math.round(remainder * share));
  const body = {
    payment: paymentId,
    ...(share === 1 ? {} : { amount }),
    reason: "requested_by_customer",
    metadata: { label: context.label },
  };
  await Promise.all(
    Array.from({ length: atOnce }, (_, number) =>
      call(context, {
        method: "POST",
        path: "/refunds",
        body,
        ...(keyed ? { key: `${key}r${number}` } : {}),
      }),
    ),
  );
}

/** Acts at the PSP's dashboard, and perhaps refunds by the API at the same moment, so that both compete for the remainder. */
async function atDashboard(
  context: MerchantContext,
  paymentId: string,
  { move, share, withApiRefund }: Extract<MerchantAction, { kind: "dashboard" }>,
  key: string,
): Promise<void> {
  const payment = await read(context, paymentId);
  if (!payment) return;
  const remainder =
    move === "refund" ? payment.amountCaptured - payment.amountRefunded : payment.amountCapturable;
  if (remainder <= 0) return;
  const amount = Math.max(1, Math.round(remainder * share));
  await Promise.all([
    context.dashboard({ paymentId, move, amount, currency: payment.currency, key: `${dashboardKeys}${key}` }),
    withApiRefund
      ? refund(context, paymentId, { kind: "refund", share: 0.5, keyed: true, atOnce: 1 }, key)
      : undefined,
  ]);
}

/** The sandbox opens a dispute soon after the capture of certain cards, and never for others. */
async function answerDispute(
  context: MerchantContext,
  paymentId: string,
  answer: string,
  key: string,
): Promise<void> {
  const payment = await read(context, paymentId);
  if (!payment || answer === "ignore" || !isDisputed(payment)) return;
  const dispute = await findDispute(context, paymentId);
  if (!dispute) return;
  const path = `/disputes/${dispute.id}`;
  if (answer === "accept") return void (await call(context, { method: "POST", path: `${path}/accept`, key }));
  const uncategorizedText = answer === "win" ? "winning_evidence" : "losing_evidence";
  const body = { texts: { uncategorizedText }, submit: true };
  await call(context, { method: "POST", path: `${path}/evidence`, body, key });
}

const disputedLast4 = new Set(["0259", "2685", "1976"]);

function isDisputed(payment: Json): boolean {
  const last = payment.attempts.at(-1);
  return payment.amountCaptured > 0 && disputedLast4.has(last?.method?.card?.last4 ?? last?.card?.last4);
}

async function findDispute(context: MerchantContext, paymentId: string): Promise<Json> {
  for (let looks = 0; looks < 20; looks += 1) {
    const payment = await read(context, paymentId);
    if (payment?.disputes.length > 0) return payment.disputes[0];
    await sleep(250);
  }
  return undefined;
}

/** Reads the payment. With another tenant's key or a live key the response must be 404. */
async function readWithKey(
  context: MerchantContext,
  paymentId: string,
  key: "own" | "other_tenant" | "other_mode",
): Promise<void> {
  if (key === "own") return void (await read(context, paymentId));
  const merchant =
    key === "other_tenant"
      ? context.otherMerchant
      : { ...context.merchant, sandboxKey: context.merchant.liveKey };
  const answer = await context.client.call(
    { merchant, method: "GET", path: `/payments/${paymentId}` },
    context.random,
  );
  if (answer.kind === "answered" && answer.status !== 404 && answer.status !== 503)
    context.journal.violations.push(
      `[${key === "other_tenant" ? 14 : 13}] the key of ${key} read payment ${paymentId}: ${answer.status} ${answer.text}`,
    );
}

async function read(context: MerchantContext, paymentId: string): Promise<Json> {
  const answer = await call(context, { method: "GET", path: `/payments/${paymentId}` });
  return answer.kind === "answered" && answer.status === 200 ? answer.body : undefined;
}

/** Makes a call once, or twice at the same moment with the same idempotency key. */
async function repeat(
  context: MerchantContext,
  request: Omit<ApiCall, "merchant">,
  twice: boolean,
): Promise<void> {
  await Promise.all(Array.from({ length: twice ? 2 : 1 }, () => call(context, request)));
}

/** Makes a call about an object of the merchant's own, so that 404 is a violation. */
async function call(context: MerchantContext, request: Omit<ApiCall, "merchant">): Promise<Answer> {
  const { merchant, label } = context;
  const answer = await context.client.call({ merchant, label, ...request }, context.random);
  if (answer.kind === "answered" && answer.status === 404 && !context.dataLosses.affects(label))
    context.journal.violations.push(`${request.method} ${request.path} was answered 404: ${answer.text}`);
  return answer;
}
