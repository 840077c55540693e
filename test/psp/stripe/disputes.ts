import { book, disputeFee } from "./balance.ts";
import type { Call } from "./call.ts";
import { invalidRequest, resourceMissing } from "./errors.ts";
import { emitCharge, emitDispute } from "./events.ts";
import { mergeMetadata } from "./metadata.ts";
import { renderDispute } from "./render-money.ts";
import { type Charge, type Dispute, makeId } from "./state.ts";
import { chargeOf, recordMove, type World } from "./world.ts";

const daySeconds = 86_400;

/** The customer's bank disputes a captured charge. An inquiry takes no money yet. */
export function openDispute(
  world: World,
  charge: Charge,
  opening: { readonly reason: string; readonly inquiry: boolean },
): Dispute {
  const created = world.clock.now();
  const dispute: Dispute = {
    id: makeId("du"),
    livemode: charge.livemode,
    created,
    charge: charge.id,
    amount: charge.amountCaptured - (charge.amountRefunded - charge.amountReleased),
    currency: charge.currency,
    reason: opening.reason,
    dueBy: created + 7 * daySeconds,
    status: opening.inquiry ? "warning_needs_response" : "needs_response",
    evidence: {},
    submissions: 0,
    metadata: {},
    balanceTransactions: [],
  };
  world.state.disputes.set(dispute.id, dispute);
  charge.disputed = true;
  if (!opening.inquiry) withdraw(world, dispute);
  emitDispute(world, "created", dispute);
  if (!opening.inquiry) emitDispute(world, "funds_withdrawn", dispute);
  emitCharge(world, "updated", charge, { disputed: false });
  world.clock.at(dispute.dueBy, () => {
    if (dispute.status === "needs_response") closeAs(world, dispute, "lost");
    if (dispute.status === "warning_needs_response") closeAs(world, dispute, "warning_closed");
  });
  return dispute;
}

function withdraw(world: World, dispute: Dispute): void {
  moveDisputed(world, dispute, -dispute.amount, disputeFee);
}

/** @param amount above zero if it comes back to the merchant */
function moveDisputed(world: World, dispute: Dispute, amount: number, fee: number): void {
  const { currency, livemode, id } = dispute;
  const effect = amount > 0 ? "dispute_returned" : "disputed";
  recordMove(world, effect, chargeOf(world, dispute), Math.abs(amount), id);
  const booked = book(world, {
    amount,
    fee,
    feeDescription: "Dispute fee",
    currency,
    type: "adjustment",
    reportingCategory: amount > 0 ? "dispute_reversal" : "dispute",
    source: id,
    livemode,
  });
  dispute.balanceTransactions.push(booked);
}

export function findDispute(call: Call): Dispute {
  const dispute = call.world.state.disputes.get(call.id);
  if (dispute?.livemode !== call.livemode) throw resourceMissing("dispute", call.id, "dispute");
  return dispute;
}

const fileFields = [
  ...[
    "cancellation_policy",
    "customer_communication",
    "customer_signature",
    "duplicate_charge_documentation",
  ],
  ...["receipt", "refund_policy", "service_documentation", "shipping_documentation", "uncategorized_file"],
];

export function updateDispute(call: Call): object {
  const { world } = call;
  const dispute = findDispute(call);
  const { evidence, submit, metadata } = call.body as {
    evidence?: Record<string, string>;
    submit?: boolean;
    metadata?: unknown;
  };
  dispute.metadata = mergeMetadata(dispute.metadata, metadata);
  if (evidence === undefined) return renderDispute(world, dispute);
  if (!dispute.status.endsWith("needs_response"))
    throw invalidRequest(
      dispute.status.endsWith("under_review")
        ? "This dispute's evidence has already been submitted, and can't be changed."
        : "This dispute is already closed",
      { code: "dispute_closed" },
    );
  checkFiles(call, evidence);
  dispute.evidence = { ...dispute.evidence, ...evidence };
  if (submit !== false) submitEvidence(world, dispute);
  emitDispute(world, "updated", dispute);
  return renderDispute(world, dispute);
}

function checkFiles(call: Call, evidence: Readonly<Record<string, string>>): void {
  for (const field of fileFields) {
    const id = evidence[field];
    if (id !== undefined && call.world.state.files.get(id)?.purpose !== "dispute_evidence")
      throw resourceMissing("file", id, `evidence[${field}]`);
  }
}

/** Stripe's test evidence decides the dispute; other evidence waits for `decideDispute`. */
function submitEvidence(world: World, dispute: Dispute): void {
  dispute.submissions += 1;
  dispute.status = dispute.status.startsWith("warning") ? "warning_under_review" : "under_review";
  const decided = { winning_evidence: true, losing_evidence: false }[
    dispute.evidence.uncategorized_text ?? ""
  ];
  if (decided !== undefined)
    world.clock.at(world.clock.now() + daySeconds, () => decideDispute(world, dispute, decided));
}

/**
 * The bank decides, or decides again. An inquiry that the merchant doesn't win becomes a chargeback.
 * @param returned what comes back to the merchant of a won dispute, in minor units
 */
export function decideDispute(world: World, dispute: Dispute, won: boolean, returned = dispute.amount): void {
  if (dispute.status === "won" || dispute.status === "lost") decideAgain(world, dispute, won);
  else if (!dispute.status.startsWith("warning")) closeAs(world, dispute, won ? "won" : "lost", returned);
  else if (won) closeAs(world, dispute, "warning_closed");
  else escalate(world, dispute);
}

/** What came back is taken once more, or what was lost comes back. */
function decideAgain(world: World, dispute: Dispute, won: boolean): void {
  const kept = dispute.balanceTransactions.reduce(
    (sum, id) => sum - (world.state.balanceTransactions.get(id)?.amount ?? 0),
    0,
  );
  const amount = won ? kept : kept - dispute.amount;
  if (amount === 0) return;
  dispute.status = won ? "won" : "lost";
  moveDisputed(world, dispute, amount, 0);
  emitDispute(world, won ? "funds_reinstated" : "funds_withdrawn", dispute);
  emitDispute(world, "closed", dispute);
}

function escalate(world: World, dispute: Dispute): void {
  dispute.status = "needs_response";
  withdraw(world, dispute);
  emitDispute(world, "updated", dispute);
  emitDispute(world, "funds_withdrawn", dispute);
}

function closeAs(
  world: World,
  dispute: Dispute,
  status: "won" | "lost" | "warning_closed",
  returned = dispute.amount,
): void {
  if (dispute.status === "won" || dispute.status === "lost" || dispute.status === "warning_closed") return;
  dispute.status = status;
  if (status === "won") {
    moveDisputed(world, dispute, returned, 0);
    emitDispute(world, "funds_reinstated", dispute);
  }
  emitDispute(world, "closed", dispute);
}

export function closeDispute(call: Call): object {
  const dispute = findDispute(call);
  if (dispute.status !== "needs_response" && dispute.status !== "warning_needs_response")
    throw invalidRequest("This dispute is already closed", { code: "dispute_closed" });
  closeAs(call.world, dispute, dispute.status === "needs_response" ? "lost" : "warning_closed");
  return renderDispute(call.world, dispute);
}
