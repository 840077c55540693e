import { unreachable } from "../../kernel/assert.ts";
import type { PostingName, ReversalKind } from "../postings.ts";
import type { AttemptFacts, DisputeFacts, MovementFacts, PaymentFacts } from "./facts.ts";

/** A posting that must exist, with the reason as a clause for the text of a difference. `version` is 0 if omitted. */
export type ExpectedPosting = {
  readonly sourceId: string;
  readonly because: string;
  readonly version?: number;
} & (
  | { readonly post: PostingName; readonly amount: number }
  /** `post` is the posting that it reverses, `ofVersion` that posting's version. */
  | {
      readonly reverse: ReversalKind;
      readonly post: PostingName;
      readonly ofVersion: number;
      readonly amount: number;
    }
);

/** All postings that must exist according to a payment's records. */
export function expectedPostings(payment: PaymentFacts): ExpectedPosting[] {
  return [
    ...payment.attempts.flatMap((attempt) => ofAttempt(payment, attempt)),
    ...payment.movements.flatMap((movement) => ofMovement(payment, movement)),
    ...payment.disputes.flatMap((dispute) => ofDispute(payment, dispute)),
  ];
}

function ofAttempt(payment: PaymentFacts, attempt: AttemptFacts): ExpectedPosting[] {
  const { id: sourceId, status } = attempt;
  const received = attempt.amountReceived ?? payment.amount;
  const isAutomatic = attempt.captured ?? payment.captureMethod === "automatic";
  if (status !== "late") {
    const requested = attempt.amountTaken ?? payment.amount;
    const surplus = ofUnexpected(payment, sourceId, received - requested, "the transfer had a surplus");
    return [...ofApproval(payment, attempt, isAutomatic), ...surplus];
  }
  // A late authorization is released without any posting.
  return isAutomatic ? ofUnexpected(payment, sourceId, received, "the attempt's money came late") : [];
}

/** The posting of an approval, its reversal if the money fails later, and so on, as often as the PSP has changed its decision. */
function ofApproval(
  payment: PaymentFacts,
  { id: sourceId, status, revision, amountTaken }: AttemptFacts,
  isAutomatic: boolean,
): ExpectedPosting[] {
  const post = isAutomatic ? "captured_at_once" : "authorized";
  const amount = status === "approved" ? payment.amountAuthorized : (amountTaken ?? payment.amount);
  return revisions(revision, status === "approved").map(({ version, succeeded }): ExpectedPosting => {
    if (!succeeded) {
      const because = "the money of the attempt failed after its approval";
      return { sourceId, because, version, ofVersion: version - 1, reverse: "capture_failed", post, amount };
    }
    const because =
      version > 0 ? "the money of the attempt came after it had failed" : "the attempt was approved";
    return { sourceId, because, version, post, amount };
  });
}

/** The postings of unexpected funds. */
function ofUnexpected(
  payment: PaymentFacts,
  sourceId: string,
  amount: number,
  because: string,
): ExpectedPosting[] {
  if (amount <= 0) return [];
  const received: ExpectedPosting = { sourceId, because, post: "late_received", amount };
  if (returnsOf(payment, sourceId).length > 0) return [received];
  const kept = "late funds that no refund returns are kept";
  return [received, { sourceId, because: kept, post: "late_kept", amount }];
}

/** The refunds that return an attempt's late funds. Its call-offs are `late` as well, but moved no money. */
const returnsOf = ({ movements }: PaymentFacts, attempt: string | null): MovementFacts[] =>
  movements.filter(({ kind, late, attemptId }) => kind === "refund" && late && attemptId === attempt);

function ofMovement(payment: PaymentFacts, movement: MovementFacts): ExpectedPosting[] {
  switch (movement.kind) {
    case "capture":
      return ofCapture(payment, movement);
    case "void":
    case "call_off":
      return movement.status === "succeeded" && !movement.late
        ? [{ ...cause(movement, `the ${movement.kind.replace("_", "-")} succeeded`), post: "released" }]
        : [];
    case "refund":
      return movement.late ? ofLateRefund(movement) : ofRefund(movement);
    default:
      return unreachable(movement.kind);
  }
}

const cause = ({ id, amount }: MovementFacts | DisputeFacts, because: string) => ({
  sourceId: id,
  amount,
  because,
});

function ofCapture(payment: PaymentFacts, movement: MovementFacts): ExpectedPosting[] {
  return decisionsOf(movement).flatMap(({ version, succeeded }): ExpectedPosting[] => {
    if (succeeded) {
      const because = version > 0 ? "the capture succeeded after it had failed" : "the capture succeeded";
      const captured: ExpectedPosting = { ...cause(movement, because), version, post: "captured" };
      return movement.final ? [captured, ...ofRest(payment, movement, version)] : [captured];
    }
    if (version === 0) return [];
    const because = "the capture failed after it had succeeded";
    const undone = { ...cause(movement, because), version, ofVersion: version - 1 };
    return [{ ...undone, reverse: "capture_failed", post: "captured" }];
  });
}

/**
 * A final capture releases the rest of the authorization. The expected amount is computed from the payment's released amount, not
 * from its captures: Kassa may not know of a capture at the PSP's dashboard. If several final captures have succeeded, because the
 * ones before failed later, it is what the others haven't released.
 */
function ofRest(payment: PaymentFacts, { id: sourceId }: MovementFacts, version: number): ExpectedPosting[] {
  const voided = payment.movements
    .filter(({ kind, status, late }) => {
      return (kind === "void" || kind === "call_off") && status === "succeeded" && !late;
    })
    .reduce((sum, { amount }) => sum + amount, 0);
  const finals = new Set(payment.movements.filter(({ final }) => final).map(({ id }) => id));
  const byOthers = payment.transactions
    .filter((found) => found.kind === "released" && finals.has(found.sourceId))
    .filter((found) => found.sourceId !== sourceId || found.version !== version)
    .flatMap(({ entries }) => entries)
    .reduce((sum, [account, amount]) => (account === "authorized_funds" ? sum + amount : sum), 0);
  const amount = payment.amountReleased - voided - byOthers;
  const because = "the final capture released this much";
  return amount > 0 ? [{ sourceId, because, version, post: "released", amount }] : [];
}

type Decided = { readonly version: number; readonly succeeded: boolean };

/** The decisions of a capture or refund, the first one first. */
function decisionsOf({ status, revision }: MovementFacts): readonly Decided[] {
  return status === "succeeded" || status === "failed" ? revisions(revision, status === "succeeded") : [];
}

/** Whether money had come after each decision: each time that the PSP changes its decision, it is the opposite. */
function revisions(revision: number, isDone: boolean): readonly Decided[] {
  return Array.from({ length: revision + 1 }, (_, version) => ({
    version,
    succeeded: isDone === ((revision - version) % 2 === 0),
  }));
}

function ofRefund(movement: MovementFacts): ExpectedPosting[] {
  const created: ExpectedPosting = { ...cause(movement, "the refund was requested"), post: "refund_created" };
  const decided = decisionsOf(movement).flatMap(({ version, succeeded }): ExpectedPosting[] => {
    const again = version > 0;
    if (succeeded) {
      const because = again ? "the refund succeeded after it had failed" : "the refund succeeded";
      const posted = { ...cause(movement, because), version };
      return [
        ...(again ? [{ ...posted, post: "refund_created" } as const] : []),
        { ...posted, post: "refund_succeeded" },
      ];
    }
    const because = again ? "the refund failed after it had succeeded" : "the refund failed";
    const undone = { ...cause(movement, because), version, ofVersion: Math.max(0, version - 1) };
    return [
      ...(again ? [{ ...undone, reverse: "refund_returned", post: "refund_succeeded" } as const] : []),
      { ...undone, reverse: "refund_failed", post: "refund_created" },
    ];
  });
  return [created, ...decided];
}

function ofLateRefund(movement: MovementFacts): ExpectedPosting[] {
  return decisionsOf(movement).flatMap(({ version, succeeded }): ExpectedPosting[] => {
    if (succeeded)
      return [{ ...cause(movement, "late funds were returned"), version, post: "late_returned" }];
    if (version === 0) return [];
    const because = "the return of late funds failed after it had succeeded";
    const undone = { ...cause(movement, because), version, ofVersion: version - 1 };
    return [{ ...undone, reverse: "late_refund_returned", post: "late_returned" }];
  });
}

/** Whether the ledger has one of these postings of a movement. */
function hasPosted({ transactions }: PaymentFacts, { id }: MovementFacts, kinds: readonly string[]): boolean {
  return transactions.some(({ sourceId, kind }) => sourceId === id && kinds.includes(kind));
}

function ofDispute(payment: PaymentFacts, dispute: DisputeFacts): ExpectedPosting[] {
  const { id: sourceId, stage, status, amount, amountLost, amountReturned, fee, revision } = dispute;
  const fees: ExpectedPosting[] =
    fee > 0 ? [{ sourceId, because: "the dispute has a fee", post: "dispute_fee", amount: fee }] : [];
  if (stage === "inquiry") return fees;
  const opened: ExpectedPosting = {
    ...cause(dispute, "the dispute is a chargeback"),
    post: "dispute_opened",
  };
  // What was decided before isn't recorded with the dispute: audit-dispute.ts checks the sums of all its postings.
  if (revision > 0) return [opened, ...fees];
  const postings = [opened, ...fees];
  const returned = { sourceId, post: "dispute_returned", amount: amountReturned } as const;
  if (amountReturned > 0) postings.push({ ...returned, because: "money came back during the review" });
  if (amountReturned > 0 && status !== "under_review") {
    const because = "the dispute was decided after money had come back";
    postings.push({ ...returned, because, reverse: "dispute_retaken", ofVersion: 0 });
  }
  if (status !== "won" && status !== "lost") return postings;
  if (amount > amountLost) {
    const because = "the dispute was won, or a part of it";
    postings.push({ sourceId, because, post: "dispute_won", amount: amount - amountLost });
  }
  if (amountLost > 0) {
    const because = "the dispute was lost, or a part of it";
    postings.push({ sourceId, because, post: lossOf(payment, dispute), amount: amountLost });
  }
  return postings;
}

/**
 * The loss of late funds that wait to be returned is posted to the surplus, that of other money to the merchant. If the late funds
 * were also returned, it depends on which came first, so either posting is accepted.
 */
function lossOf(payment: PaymentFacts, dispute: DisputeFacts): "dispute_lost" | "late_dispute_lost" {
  const returns = returnsOf(payment, dispute.attemptId);
  if (!dispute.late || returns.length === 0) return "dispute_lost";
  if (!returns.some((movement) => hasPosted(payment, movement, ["late_returned"])))
    return "late_dispute_lost";
  const posted = payment.transactions.find(
    ({ sourceId, kind }) => sourceId === dispute.id && kind === "dispute_lost",
  );
  const isSurplus = posted?.entries.some(([account]) => account === "surplus");
  return isSurplus ? "late_dispute_lost" : "dispute_lost";
}
