import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import type { CaptureMethod, SessionPaymentStatus, SessionStatus } from "../sessions/session.ts";
import {
  type AttemptStatus,
  attemptStatuses,
  attemptsPerSession,
  isChangeable,
  isFinal,
  isLive,
  mayTryAgain,
  type OutcomeKind,
  outcomeKinds,
  type PaymentStatus,
  sessionPaymentStatus,
  sessionStatus,
  statusOfAmounts,
  statusOfAttempt,
  step,
} from "./state.ts";
import {
  attemptDiagram,
  callOffDiagram,
  derivedStates,
  paymentDiagram,
  refundDiagram,
} from "./state-diagram.ts";

/** How far an attempt has come. Nothing may ever make it smaller. */
const progress: Readonly<Record<AttemptStatus, number>> = {
  started: 0,
  unknown: 1,
  action_required: 2,
  pending: 3,
  needs_review: 3.5,
  approved: 4,
  declined: 4,
  late: 5,
  failed: 4,
};

test("the whole table, cell by cell", () => {
  const table = attemptStatuses.map((from) => outcomeKinds.map((outcome) => step(from, outcome)));
  assert.deepEqual(outcomeKinds, ["approved", "declined", "failed", "action_required", "pending", "unknown"]);
  assert.deepEqual(Object.fromEntries(attemptStatuses.map((from, row) => [from, table[row]])), {
    started: ["approved", "declined", "declined", "action_required", "pending", "unknown"],
    unknown: ["approved", "declined", "declined", "action_required", "pending", "no_change"],
    action_required: ["approved", "declined", "declined", "no_change", "pending", "no_change"],
    pending: ["approved", "declined", "declined", "no_change", "no_change", "no_change"],
    needs_review: ["approved", "declined", "declined", "no_change", "no_change", "no_change"],
    approved: ["no_change", "no_change", "failed", "no_change", "no_change", "no_change"],
    declined: ["late", "no_change", "no_change", "no_change", "no_change", "no_change"],
    late: ["no_change", "no_change", "no_change", "no_change", "no_change", "no_change"],
    failed: ["approved", "no_change", "no_change", "no_change", "no_change", "no_change"],
  });
});

test("only what is late can't change any more; a declined attempt may have been charged all the same, and an approved one may fail", () => {
  assert.deepEqual(attemptStatuses.filter(isFinal), ["late"]);
});

test("an outcome that isn't known never declines, and never lets another attempt begin", () => {
  for (const from of attemptStatuses) {
    const after = step(from, "unknown");
    assert.equal(isLive(after === "no_change" ? from : after), isLive(from));
  }
});

// A model of paying a session: what begin-payment, apply-outcome and expire-session do with the table, in memory.
type Model = {
  session: { status: SessionStatus; paymentStatus: SessionPaymentStatus };
  payment: PaymentStatus | undefined;
  attempts: AttemptStatus[];
};

type Move =
  | { readonly kind: "submit" }
  | { readonly kind: "expire" }
  | { readonly kind: "outcome"; readonly attempt: number; readonly outcome: OutcomeKind };

const moves: fc.Arbitrary<Move[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constant<Move>({ kind: "submit" }) },
    { weight: 1, arbitrary: fc.constant<Move>({ kind: "expire" }) },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant("outcome" as const),
        attempt: fc.nat(6),
        outcome: fc.constantFrom(...outcomeKinds),
      }),
    },
  ),
  { maxLength: 30 },
);

function play(model: Model, move: Move, capture: CaptureMethod): void {
  const { session, attempts } = model;
  const canChange = session.status === "open" && session.paymentStatus === "unpaid";
  if (move.kind === "expire") {
    if (!canChange) return;
    model.session = { status: "expired", paymentStatus: "unpaid" };
    if (model.payment === "requires_payment_method") model.payment = "failed";
    return;
  }
  if (move.kind === "submit") {
    if (canChange && attempts.length < attemptsPerSession)
      settle(model, attempts.push("started") - 1, "started", capture);
    return;
  }
  const from = attempts[move.attempt];
  if (from === undefined) return;
  const next = step(from, move.outcome);
  // With manual capture, the capture fails and not the attempt.
  if (next === "failed" && capture === "manual") return;
  if (next !== "no_change") settle(model, move.attempt, next, capture);
}

function settle(model: Model, attempt: number, next: AttemptStatus, capture: CaptureMethod): void {
  model.attempts[attempt] = next;
  // Money that nobody waits for changes neither payment nor session.
  if (next === "late") return;
  const status = sessionStatus(next, model.session.status);
  model.payment =
    next === "approved" ? approved(capture) : statusOfAttempt(next, mayTryAgain(attempt + 1, status));
  model.session = { status, paymentStatus: sessionPaymentStatus(model.payment) };
}

function approved(capture: CaptureMethod): PaymentStatus {
  const amountCaptured = capture === "automatic" ? 2599 : 0;
  const amounts = { amountAuthorized: 2599, amountCaptured, amountCapturePending: 0, amountReleased: 0 };
  return statusOfAmounts(amounts) ?? "failed";
}

test("whatever is submitted and whatever PSPs say, in any order: final is final, nothing goes back, one approval at most", () => {
  fc.assert(
    fc.property(moves, fc.constantFrom<CaptureMethod>("automatic", "manual"), (sequence, capture) => {
      const model: Model = {
        session: { status: "open", paymentStatus: "unpaid" },
        payment: undefined,
        attempts: [],
      };
      for (const move of sequence) {
        const before = { ...model, attempts: [...model.attempts] };
        play(model, move, capture);
        assertNeverBack(before, model);
        assertConsistent(model, capture);
      }
    }),
    { numRuns: 5_000 },
  );
});

function assertNeverBack(before: Model, after: Model): void {
  for (const [index, status] of before.attempts.entries()) {
    const now = after.attempts[index];
    assert.ok(now !== undefined && progress[now] >= progress[status], `${status} went back to ${now}`);
    if (status === "late") assert.equal(now, status);
    if (isChangeable(status)) assert.ok(now !== undefined && isChangeable(now));
    if (status === "declined") assert.ok(now === "declined" || now === "late");
  }
  if (before.session.status !== "open") assert.equal(after.session.status, before.session.status);
  if (before.session.paymentStatus === "paid" || before.session.paymentStatus === "authorized") {
    const hasFailed = after.attempts.includes("failed");
    assert.deepEqual(
      after.session,
      hasFailed ? { status: "complete", paymentStatus: "unpaid" } : before.session,
    );
  }
}

function assertConsistent({ session, payment, attempts }: Model, capture: CaptureMethod): void {
  const approved = attempts.filter((status) => status === "approved").length;
  const failed = attempts.filter((status) => status === "failed").length;
  const live = attempts.filter(isLive).length;
  assert.ok(approved + failed + live <= 1, "two attempts that could both bring money");
  const taken = session.paymentStatus === "paid" || session.paymentStatus === "authorized";
  assert.equal(taken, approved === 1);
  assert.equal(session.paymentStatus === "processing", live === 1);
  if (taken) assert.equal(session.status, "complete");
  if (session.status === "expired") assert.equal(session.paymentStatus, "unpaid");
  assert.equal(payment === "captured" || payment === "authorized", taken);
  if (payment === "captured") assert.equal(capture, "automatic");
  assert.equal(payment === undefined, attempts.length === 0);
  const isOver = session.status !== "open" || attempts.length === attemptsPerSession;
  if (payment === "failed") assert.ok(isOver && session.paymentStatus === "unpaid");
  if (payment === "requires_payment_method") assert.ok(!isOver);
}

test("docs/reference/payment-processing.md shows the diagrams and the derived states of these very tables", () => {
  const doc = readFileSync(
    path.resolve(import.meta.dirname, "../../docs/reference/payment-processing.md"),
    "utf8",
  );
  for (const diagram of [attemptDiagram(), paymentDiagram(), refundDiagram(), callOffDiagram()]) {
    assert.ok(
      doc.includes(`\`\`\`mermaid\n${diagram}\n\`\`\``),
      `put this into docs/reference/payment-processing.md:\n${diagram}`,
    );
  }
  assert.ok(
    doc.includes(`\n${derivedStates()}\n`),
    `put this into docs/reference/payment-processing.md:\n${derivedStates()}`,
  );
});
