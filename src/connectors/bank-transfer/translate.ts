import type { AuthorizeOutcome, ChargeFacts, ListedCharge, MovementOutcome } from "../contract.ts";
import type { DisputeFacts } from "../disputes.ts";
import type { DeskRefund, DeskReversal, DeskTransfer } from "./desk.ts";

type CertainOutcome = Exclude<AuthorizeOutcome, { kind: "unknown" }>;

/** What became of the attempt whose transfer this is. */
export function outcomeOf(transfer: DeskTransfer): CertainOutcome {
  const { id, status, amount, currency, charged, surplus, received, instructions } = transfer;
  if (status === "ended") return { kind: "declined", pspReference: id, reason: "abandoned" };
  if (status === "open" || charged === null)
    return { kind: "pending", pspReference: id, instructions, amountReceived: received };
  return {
    kind: "approved",
    pspReference: id,
    amount: charged,
    currency,
    captured: true,
    surplus,
    ...(charged === amount ? {} : { amountAccepted: true }),
    captureBefore: null,
    card: null,
  };
}

export const chargeFacts = ({ charged, refunded, reversals }: DeskTransfer): ChargeFacts => ({
  amountCaptured: charged ?? 0,
  amountRefunded: refunded,
  released: false,
  disputes: reversals,
});

/** Money that came after a transfer was over, as a charge of its own. */
export const listedCharge = (transfer: DeskTransfer): ListedCharge => ({
  changedAt: transfer.createdAt,
  idempotencyKey: transfer.attemptId,
  session: transfer.sessionId,
  method: "bank_transfer",
  card: null,
  bankAccount: null,
  outcome: outcomeOf(transfer),
  // Refunds are noted in Kassa only, which never forgets one without the other.
  movements: [],
  disputes: transfer.reversals,
});

export function refundOutcome({
  id,
  status,
  reason,
}: DeskRefund): Exclude<MovementOutcome, { kind: "unknown" }> {
  switch (status) {
    case "open":
      return { kind: "pending", pspReference: id };
    case "confirmed":
      return { kind: "succeeded", pspReference: id };
    case "returned":
      return { kind: "refused", reason };
  }
}

/** The bank has taken the money back already, and nobody can object. */
export const reversalFacts = (
  reference: string,
  { attemptId, amount, currency }: DeskReversal,
): DisputeFacts => ({
  pspReference: reference,
  chargeKey: attemptId,
  stage: "chargeback",
  status: "lost",
  reason: "general",
  amount,
  currency,
  fee: 0,
  evidenceDueAt: null,
});
