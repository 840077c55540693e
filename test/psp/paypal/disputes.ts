import { change } from "./captures.ts";
import { toMoney } from "./currencies.ts";
import { renderDispute } from "./render-dispute.ts";
import { type Capture, type Dispute, type DisputeOutcome, type DisputeStage, makeId } from "./state.ts";
import { book, link, recordMove, toTime, type World } from "./world.ts";

const day = 86_400;
const responseSeconds = 10 * day;
/** PayPal's fee of a chargeback of the customer's bank, in minor units. */
const chargebackFee = 2000;

export type DisputeOpening = {
  /** INQUIRY, the talk between customer and merchant, if omitted. CHARGEBACK is a claim that PayPal or a bank decides. */
  readonly stage?: DisputeStage;
  /** MERCHANDISE_OR_SERVICE_NOT_RECEIVED if omitted. */
  readonly reason?: string;
  /** INTERNAL, by PayPal, if omitted; EXTERNAL by the customer's bank. */
  readonly channel?: Dispute["channel"];
  /** In minor units; the capture's amount if omitted. */
  readonly amount?: number;
};

/** The customer disputes a captured payment. In an inquiry, no money moves yet. */
export function openDispute(world: World, capture: Capture, opening: DisputeOpening = {}): Dispute {
  const now = world.clock.now();
  const { channel = "INTERNAL", reason = "MERCHANDISE_OR_SERVICE_NOT_RECEIVED" } = opening;
  const dispute: Dispute = {
    ...{ id: `PP-R-${makeId(3)}-${makeId(8)}`, created: now, updated: now, capture, reason, channel },
    amount: opening.amount ?? capture.amount - capture.refunded,
    stage: "INQUIRY",
    status: "OPEN",
    respondBy: now + responseSeconds,
    ...{ withheld: false, outcome: null, evidences: [] },
  };
  world.state.disputes.set(dispute.id, dispute);
  if (opening.stage === "CHARGEBACK") beginClaim(world, dispute);
  world.notify("CUSTOMER.DISPUTE.CREATED", renderDispute(world, dispute));
  return dispute;
}

/** The customer turns an inquiry into a claim: the amount is taken, and the merchant has to answer. */
export function escalateDispute(world: World, dispute: Dispute): void {
  if (dispute.stage !== "INQUIRY" || dispute.status === "RESOLVED")
    throw new Error(`Dispute ${dispute.id} is ${dispute.status} in ${dispute.stage}.`);
  beginClaim(world, dispute);
  update(world, dispute, dispute.status);
}

function beginClaim(world: World, dispute: Dispute): void {
  dispute.stage = "CHARGEBACK";
  dispute.status = "WAITING_FOR_SELLER_RESPONSE";
  dispute.respondBy = world.clock.now() + responseSeconds;
  withhold(world, dispute);
  if (dispute.channel === "EXTERNAL")
    book(world, dispute.capture.order, {
      code: "T0106",
      amount: -chargebackFee,
      reference: transactionOf(dispute),
    });
  world.clock.at(dispute.respondBy, () => {
    if (dispute.status === "WAITING_FOR_SELLER_RESPONSE")
      resolveDispute(world, dispute, "RESOLVED_BUYER_FAVOUR");
  });
}

function withhold(world: World, dispute: Dispute): void {
  if (dispute.withheld) return;
  dispute.withheld = true;
  dispute.capture.disputed += dispute.amount;
  recordMove(world, "disputed", dispute.capture.order, dispute.amount, dispute.id);
  const code = dispute.channel === "EXTERNAL" ? "T1201" : "T1110";
  book(world, dispute.capture.order, { code, amount: -dispute.amount, reference: transactionOf(dispute) });
}

function transactionOf({ capture }: Dispute): { readonly id: string; readonly type: "TXN" } {
  return { id: capture.id, type: "TXN" };
}

export function update(world: World, dispute: Dispute, status: Dispute["status"]): void {
  dispute.status = status;
  dispute.updated = world.clock.now();
  const event = status === "RESOLVED" ? "CUSTOMER.DISPUTE.RESOLVED" : "CUSTOMER.DISPUTE.UPDATED";
  world.notify(event, renderDispute(world, dispute));
}

/**
 * Ends a dispute.
 * @param refunded what the customer gets, in minor units: by default all or nothing, by the outcome
 */
export function resolveDispute(
  world: World,
  dispute: Dispute,
  code: DisputeOutcome,
  refunded = code === "RESOLVED_BUYER_FAVOUR" || code === "ACCEPTED" ? dispute.amount : 0,
): void {
  if (dispute.status === "RESOLVED") throw new Error(`Dispute ${dispute.id} is over.`);
  if (refunded > 0) withhold(world, dispute);
  if (dispute.withheld) giveBack(world, dispute, dispute.amount - refunded);
  if (dispute.withheld && refunded > 0) reverseHeld(world, dispute, refunded);
  dispute.outcome = { code, refunded };
  if (refunded > 0) showTaken(world, dispute.capture);
  update(world, dispute, "RESOLVED");
}

/** PayPal ends its own hold, and takes the payment back instead. A bank's chargeback stays. */
function reverseHeld(world: World, dispute: Dispute, amount: number): void {
  if (dispute.channel === "EXTERNAL") return;
  const { order } = dispute.capture;
  const reference = transactionOf(dispute);
  book(world, order, { code: "T1111", amount, reference });
  book(world, order, { code: "T1106", amount: -amount, reference });
}

/** A resolved dispute is examined again, because a party appeals. What had been given back is taken once more. */
export function reopenDispute(world: World, dispute: Dispute): void {
  const { capture, channel, id, outcome } = dispute;
  if (dispute.status !== "RESOLVED" || !outcome || !dispute.withheld)
    throw new Error(`Dispute ${id} is ${dispute.status}, or took no money.`);
  const amount = dispute.amount - outcome.refunded;
  if (amount > 0) {
    capture.disputed += amount;
    recordMove(world, "disputed", capture.order, amount, id);
    const code = channel === "EXTERNAL" ? "T1201" : "T1110";
    book(world, capture.order, { code, amount: -amount, reference: transactionOf(dispute) });
  }
  dispute.outcome = null;
  update(world, dispute, "UNDER_REVIEW");
}

function giveBack(world: World, dispute: Dispute, amount: number): void {
  if (amount === 0) return;
  const { capture, channel, id } = dispute;
  capture.disputed -= amount;
  recordMove(world, "dispute_returned", capture.order, amount, id);
  const code = channel === "EXTERNAL" ? "T1202" : "T1111";
  book(world, capture.order, { code, amount, reference: transactionOf(dispute) });
}

/** What a dispute has taken counts as refunded in the capture's status. */
function showTaken(world: World, capture: Capture): void {
  const taken = capture.refunded + capture.disputed;
  change(world, capture, taken >= capture.amount ? "REFUNDED" : "PARTIALLY_REFUNDED");
}

/** PayPal or a bank takes a captured payment back without a dispute. */
export function reverseCapture(world: World, capture: Capture): void {
  const amount = capture.amount - capture.refunded - capture.disputed;
  const id = makeId();
  capture.disputed += amount;
  recordMove(world, "disputed", capture.order, amount, id);
  book(world, capture.order, {
    id,
    code: "T1106",
    amount: -amount,
    reference: { id: capture.id, type: "TXN" },
  });
  showTaken(world, capture);
  world.notify("PAYMENT.CAPTURE.REVERSED", {
    id,
    status: "COMPLETED",
    amount: toMoney(amount, capture.order.currency),
    ...(capture.order.unit.custom_id === undefined ? {} : { custom_id: capture.order.unit.custom_id }),
    create_time: toTime(world.clock.now()),
    links: [link(world, "up", `/v2/payments/captures/${capture.id}`)],
  });
}
