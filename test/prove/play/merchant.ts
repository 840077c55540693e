import { setTimeout as sleep } from "node:timers/promises";
import type { Merchant } from "../house/house.ts";
import type { Lost } from "../house/lost.ts";
import type { Random } from "../random.ts";
import type { Answer, ApiCall, ApiClient, Json } from "./client.ts";
import { type Dashboard, dashboardKeys } from "./dashboard.ts";
import type { Journal } from "./journal.ts";
import type { Act, Plan } from "./plan.ts";

/** Who acts on a payment, and with what. */
export type Shop = {
  readonly client: ApiClient;
  readonly journal: Journal;
  readonly merchant: Merchant;
  /** Another tenant, who must see nothing of this one. */
  readonly stranger: Merchant;
  /** Names the session in keys. */
  readonly label: string;
  readonly random: Random;
  readonly lost: Lost;
  readonly dashboard: Dashboard;
};

/** Does what the plan says about a payment, in order. Refusals are answers like any other: the oracle judges the sum. */
export async function act(shop: Shop, paymentId: string, acts: readonly Act[]): Promise<void> {
  for (const [index, planned] of acts.entries())
    await actOnce(shop, paymentId, planned, `${shop.label}-${index}`);
}

async function needsReview(shop: Shop, paymentId: string): Promise<boolean> {
  return (await read(shop, paymentId))?.status === "needs_review";
}

/** Decides about a payment for which the PSP approved another amount than was asked for. */
export async function review(shop: Shop, paymentId: string, decision: Plan["review"]): Promise<void> {
  if (decision === "wait" || !(await needsReview(shop, paymentId))) return;
  const key = `${shop.label}-review`;
  await call(shop, { method: "POST", path: `/payments/${paymentId}/review`, body: { decision }, key });
}

async function actOnce(shop: Shop, paymentId: string, planned: Act, key: string): Promise<void> {
  switch (planned.kind) {
    case "capture":
      return capture(shop, paymentId, planned, key);
    case "void":
      return repeat(shop, { method: "POST", path: `/payments/${paymentId}/void`, key }, planned.twice);
    case "capture_and_void":
      return race(shop, paymentId, key);
    case "refund":
      return refund(shop, paymentId, planned, key);
    case "dispute":
      return answerDispute(shop, paymentId, planned.answer, key);
    case "dashboard":
      return atDashboard(shop, paymentId, planned, key);
    case "look":
      return look(shop, paymentId, planned.at);
  }
}

async function capture(
  shop: Shop,
  paymentId: string,
  { share, final, twice }: Extract<Act, { kind: "capture" }>,
  key: string,
): Promise<void> {
  const payment = await read(shop, paymentId);
  if (!payment) return;
  const amount = Math.max(1, Math.round(payment.amountCapturable * share));
  const body = share === 1 ? { ...(final ? { final } : {}) } : { amount, final };
  await repeat(shop, { method: "POST", path: `/payments/${paymentId}/capture`, body, key }, twice);
}

/** Of a capture of everything and a void at the same moment one wins. */
async function race(shop: Shop, paymentId: string, key: string): Promise<void> {
  const path = `/payments/${paymentId}`;
  await Promise.all([
    call(shop, { method: "POST", path: `${path}/capture`, body: {}, key: `${key}c` }),
    call(shop, { method: "POST", path: `${path}/void`, key: `${key}v` }),
  ]);
}

async function refund(
  shop: Shop,
  paymentId: string,
  { share, keyed, atOnce }: Extract<Act, { kind: "refund" }>,
  key: string,
): Promise<void> {
  const payment = await read(shop, paymentId);
  if (!payment) return;
  const left = payment.amountCaptured - payment.amountRefunded - payment.amountRefundPending;
  const amount = Math.max(1, Math.round(left * share));
  const body = {
    payment: paymentId,
    ...(share === 1 ? {} : { amount }),
    reason: "requested_by_customer",
    metadata: { label: shop.label },
  };
  await Promise.all(
    Array.from({ length: atOnce }, (_, number) =>
      call(shop, { method: "POST", path: "/refunds", body, ...(keyed ? { key: `${key}r${number}` } : {}) }),
    ),
  );
}

/** At the PSP's dashboard, and perhaps by the API at the same moment: of what is left both may want the same. */
async function atDashboard(
  shop: Shop,
  paymentId: string,
  { move, share, besides }: Extract<Act, { kind: "dashboard" }>,
  key: string,
): Promise<void> {
  const payment = await read(shop, paymentId);
  if (!payment) return;
  const left = move === "refund" ? payment.amountCaptured - payment.amountRefunded : payment.amountCapturable;
  if (left <= 0) return;
  const amount = Math.max(1, Math.round(left * share));
  await Promise.all([
    shop.dashboard({ paymentId, move, amount, currency: payment.currency, key: `${dashboardKeys}${key}` }),
    besides
      ? refund(shop, paymentId, { kind: "refund", share: 0.5, keyed: true, atOnce: 1 }, key)
      : undefined,
  ]);
}

/** Cards that are disputed are so soon after their capture; the others never are. */
async function answerDispute(shop: Shop, paymentId: string, answer: string, key: string): Promise<void> {
  const payment = await read(shop, paymentId);
  if (!payment || answer === "ignore" || !isDisputed(payment)) return;
  const dispute = await untilDisputed(shop, paymentId);
  if (!dispute) return;
  const path = `/disputes/${dispute.id}`;
  if (answer === "accept") return void (await call(shop, { method: "POST", path: `${path}/accept`, key }));
  const uncategorizedText = answer === "win" ? "winning_evidence" : "losing_evidence";
  const body = { texts: { uncategorizedText }, submit: true };
  await call(shop, { method: "POST", path: `${path}/evidence`, body, key });
}

const disputedLast4 = new Set(["0259", "2685", "1976"]);

function isDisputed(payment: Json): boolean {
  const last = payment.attempts.at(-1);
  return payment.amountCaptured > 0 && disputedLast4.has(last?.method?.card?.last4 ?? last?.card?.last4);
}

async function untilDisputed(shop: Shop, paymentId: string): Promise<Json> {
  for (let looks = 0; looks < 20; looks += 1) {
    const payment = await read(shop, paymentId);
    if (payment?.disputes.length > 0) return payment.disputes[0];
    await sleep(250);
  }
  return undefined;
}

/** What is another's, or the other mode's, is answered exactly as what never existed. */
async function look(shop: Shop, paymentId: string, at: "own" | "foreign" | "other_mode"): Promise<void> {
  if (at === "own") return void (await read(shop, paymentId));
  const merchant = at === "foreign" ? shop.stranger : { ...shop.merchant, sandboxKey: shop.merchant.liveKey };
  const answer = await shop.client.call(
    { merchant, method: "GET", path: `/payments/${paymentId}` },
    shop.random,
  );
  if (answer.kind === "answered" && answer.status !== 404 && answer.status !== 503)
    shop.journal.violations.push(`[14] ${at} key read payment ${paymentId}: ${answer.status} ${answer.text}`);
}

async function read(shop: Shop, paymentId: string): Promise<Json> {
  const answer = await call(shop, { method: "GET", path: `/payments/${paymentId}` });
  return answer.kind === "answered" && answer.status === 200 ? answer.body : undefined;
}

/** A call, and when it is to be made twice the same again at the same moment, with the same key. */
async function repeat(shop: Shop, request: Omit<ApiCall, "merchant">, twice: boolean): Promise<void> {
  await Promise.all(Array.from({ length: twice ? 2 : 1 }, () => call(shop, request)));
}

/** Whatever a merchant names here is their own and exists. */
async function call(shop: Shop, request: Omit<ApiCall, "merchant">): Promise<Answer> {
  const { merchant, label } = shop;
  const answer = await shop.client.call({ merchant, label, ...request }, shop.random);
  if (answer.kind === "answered" && answer.status === 404 && !shop.lost.touched(label))
    shop.journal.violations.push(`${request.method} ${request.path} found nothing: ${answer.text}`);
  return answer;
}
