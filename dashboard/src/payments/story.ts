import type { Attempt, CheckoutSession, Dispute, Event, Payment, Refund } from "@kassa/sdk";
import { formatMoney } from "../components/money.tsx";
import type { TextName } from "../texts/en.ts";
import { has, t } from "../texts/texts.ts";
import { type Activity, describeActivity } from "./activity.ts";
import { attemptMethod } from "./method.ts";
import { wordsFor } from "./words.ts";

export type Step = {
  readonly id: string;
  readonly at: string;
  readonly text: string;
  readonly tone: Tone;
  /** Undefined for what somebody asked for. */
  readonly event?: Event;
};
type Tone = "good" | "bad" | "open" | "neutral";

/** What happened to a payment and who asked for it, in words. Takes everything in any order, and returns the newest first. */
export function tellStory(
  payment: Payment,
  session: Pick<CheckoutSession, "id" | "createdAt">,
  events: readonly Event[],
  activities: readonly Activity[],
): Step[] {
  const steps = [
    ...tellEvents(events),
    ...activities.flatMap((activity) => tellActivity(activity, payment)),
    ...payment.attempts.toReversed().map(tellAttempt),
    { id: session.id, at: session.createdAt, text: t("timeline.session"), tone: "neutral" } as const,
  ];
  return steps.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

const tellAttempt = (attempt: Attempt): Step => ({
  id: attempt.id,
  at: attempt.createdAt,
  text: t("timeline.attempt", { method: attemptMethod(attempt) }),
  tone: "neutral",
});

function tellActivity(activity: Activity, payment: Payment): Step[] {
  const text = describeActivity(activity, payment);
  const { at, position } = activity;
  return text === undefined ? [] : [{ id: String(position), at, text, tone: "neutral" }];
}

function tellEvents(events: readonly Event[]): Step[] {
  const inOrder = events.toSorted((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0));
  let before: Payment | undefined;
  const steps = inOrder.map((event): Step => {
    const { id, createdAt: at } = event;
    const step = { id, at, event, text: textOf(event, before), tone: toneOf(event.type) };
    if (event.data.object.object === "payment") before = event.data.object as Payment;
    return step;
  });
  return steps.toReversed();
}

function textOf(event: Event, before: Payment | undefined): string {
  const name = `event.${event.type}`;
  if (!has(name)) return event.type;
  const { object } = event.data;
  switch (object.object) {
    case "payment":
      return t(name, paymentValues(event, object as Payment, before));
    case "refund":
      return t(name, refundValues(object as Refund));
    case "dispute":
      return t(disputeName(event, object as Dispute, name), disputeValues(object as Dispute));
    default:
      return t(name);
  }
}

/** @param before the payment at its event before this one, from which the amount that moved follows */
function paymentValues({ type }: Event, payment: Payment, before: Payment | undefined) {
  const attempt = payment.attempts.at(-1);
  const failed = [...payment.captures, ...payment.voids].find(({ status }) => status === "failed");
  return {
    amount: formatMoney(movedBy(type, payment, before), payment.currency),
    requested: formatMoney(payment.amount, payment.currency),
    why: declineText(attempt?.declineReason ?? null, attempt?.method),
    reason: failed?.failureReason ? wordsFor("failure", failed.failureReason) : t("failure.unknown"),
  };
}

function movedBy(type: string, payment: Payment, before: Payment | undefined): number {
  switch (type) {
    case "payment.captured":
      return payment.amountCaptured - (before?.amountCaptured ?? 0);
    case "payment.authorized":
      return payment.amountAuthorized;
    case "payment.capture_failed":
      return payment.captures.find(({ status }) => status === "failed")?.amount ?? payment.amount;
    case "payment.voided":
    case "payment.void_failed":
      return payment.voids.at(0)?.amount ?? payment.amountAuthorized - payment.amountCaptured;
    case "payment.needs_review":
    case "payment.partially_funded":
      return payment.amountReceived ?? payment.amount;
    case "payment.late_funds":
    case "payment.overfunded":
      return payment.amountLate - (before?.amountLate ?? 0);
    default:
      return payment.amount;
  }
}

const refundValues = ({ amount, currency, failureReason }: Refund) => ({
  amount: formatMoney(amount, currency),
  reason: failureReason ? wordsFor("failure", failureReason) : t("failure.unknown"),
});

const disputeValues = ({ amount, currency, reason }: Dispute) => ({
  amount: formatMoney(amount, currency),
  reason: wordsFor("dispute-reason", reason),
});

/** A dispute that ended says how. */
function disputeName({ type }: Event, { status, stage }: Dispute, name: TextName): TextName {
  if (type === "dispute.closed" && status === "won") return "event.dispute.won";
  if (type === "dispute.closed" && status === "lost") return "event.dispute.lost";
  if (type === "dispute.opened" && stage === "inquiry") return "event.dispute.inquiry";
  if (type === "dispute.updated" && status === "under_review") return "event.dispute.sent";
  return name;
}

const ofBanks = new Set([
  "generic_decline",
  "insufficient_funds",
  "expired_card",
  "incorrect_cvc",
  "incorrect_postal_code",
  "lost_card",
  "stolen_card",
  "fraudulent",
  "card_velocity_exceeded",
  "do_not_honor",
  "withdrawal_limit_exceeded",
  "debit_not_authorized",
  "account_closed",
]);

/** Who declined, and why. */
export function declineText(reason: string | null, method: string | undefined): string {
  if (reason === null) return t("declined");
  const values = { reason: wordsFor("decline", reason) };
  if (!ofBanks.has(reason)) return t("declined.other", values);
  return t(method === "card" || method === "wallet" ? "declined.card" : "declined.bank", values);
}

const tones: Readonly<Record<string, Tone>> = {
  "checkout.session.completed": "good",
  "checkout.session.async_payment_succeeded": "good",
  "checkout.session.async_payment_failed": "bad",
  "payment.captured": "good",
  "payment.authorized": "good",
  "payment.attempt_failed": "bad",
  "payment.failed": "bad",
  "payment.capture_failed": "bad",
  "payment.void_failed": "bad",
  "payment.needs_review": "open",
  "payment.late_funds": "open",
  "payment.partially_funded": "open",
  "payment.overfunded": "open",
  "refund.failed": "bad",
  "dispute.opened": "bad",
  "dispute.reopened": "bad",
};

const toneOf = (type: string): Tone => tones[type] ?? "neutral";
