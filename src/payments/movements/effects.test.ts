import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Account } from "../../ledger/accounts.ts";
import {
  makePosting,
  type PostingKind,
  type PostingName,
  postingTable,
  reversalTable,
} from "../../ledger/postings.ts";
import { amountCapturable, statusOfAmounts } from "../state.ts";
import {
  type Amounts,
  type Booking,
  type Effects,
  effectsOfBeginning,
  effectsOfStep,
  type MovementOutcomeKind,
  type MovementStatus,
  movementOutcomes,
  movementStep,
} from "./state.ts";

// A model of one authorized payment in memory: it uses the pure functions as begin-movement and apply-movement do.

type Moving = Parameters<typeof effectsOfBeginning>[1];
type Move =
  | { readonly ask: "capture" | "void" | "refund"; readonly share: number; readonly final: boolean }
  | { readonly answer: MovementOutcomeKind; readonly movement: number };

type Model = {
  amounts: Amounts;
  movements: {
    readonly moving: Moving;
    status: MovementStatus;
    readonly booked: Map<PostingKind, PostingName>;
  }[];
  readonly ledger: Map<Account, number>;
};

const authorized = 100;

const moves: fc.Arbitrary<Move[]> = fc.array(
  fc.oneof(
    fc.record({
      ask: fc.constantFrom("capture" as const, "void" as const, "refund" as const),
      share: fc.integer({ min: 1, max: authorized }),
      final: fc.boolean(),
    }),
    fc.record({ answer: fc.constantFrom(...movementOutcomes), movement: fc.nat(8) }),
  ),
  { maxLength: 40 },
);

function play(model: Model, move: Move): void {
  if ("answer" in move) answer(model, move.movement, move.answer);
  else ask(model, move);
}

function ask(model: Model, { ask: kind, share, final }: Extract<Move, { ask: string }>): void {
  const { amounts, movements } = model;
  const left =
    kind === "refund"
      ? amounts.amountCaptured - amounts.amountRefunded - amounts.amountRefundPending
      : amountCapturable(amounts);
  const underWay = movements.some(
    ({ moving, status }) => moving.kind !== "refund" && ["started", "unknown", "pending"].includes(status),
  );
  if (left <= 0 || (kind !== "refund" && underWay)) return;
  const amount = kind === "void" ? left : Math.min(share, left);
  const moving: Moving = {
    kind,
    amount,
    final: kind === "capture" && (final || amount === left),
    late: false,
    reason: kind === "void" ? "requested" : null,
  };
  const booked = new Map<PostingKind, PostingName>();
  movements.push({ moving, status: "started", booked });
  commit(model, booked, amount, effectsOfBeginning(amounts, moving));
}

function answer(model: Model, index: number, outcome: MovementOutcomeKind): void {
  const movement = model.movements[index];
  if (!movement) return;
  const { moving, status: from, booked } = movement;
  const to = movementStep(moving.kind, from, outcome);
  if (to === "no_change" || to === "contradiction") return;
  movement.status = to;
  commit(model, booked, moving.amount, effectsOfStep(model.amounts, moving, from, to));
}

function commit(model: Model, booked: Map<PostingKind, PostingName>, moved: number, effects: Effects): void {
  model.amounts = { ...model.amounts, ...effects.amounts };
  for (const booking of effects.bookings) post(model.ledger, booked, moved, booking);
}

function post(
  ledger: Model["ledger"],
  booked: Map<PostingKind, PostingName>,
  moved: number,
  booking: Booking,
): void {
  const undone = "reverse" in booking ? reversalTable[booking.reverse].reverses : undefined;
  const name = "post" in booking ? booking.post : booked.get(undone ?? "released");
  assert.ok(name, "nothing to reverse");
  const amount = "post" in booking ? booking.amount : -moved;
  if ("post" in booking) {
    assert.ok(!booked.has(postingTable[name].kind), `${name} is posted once until it is reversed`);
    booked.set(postingTable[name].kind, name);
  } else booked.delete(postingTable[name].kind);
  const sign = Math.sign(amount);
  const cause = {
    sourceId: "re_x",
    paymentId: "pay_x",
    connectorAccount: "sandbox",
    currency: "EUR",
    amount: Math.abs(amount),
  };
  for (const [account, part] of makePosting(name, cause).entries)
    ledger.set(account, (ledger.get(account) ?? 0) + sign * part);
}

test("amounts stay within bounds and agree with the ledger for any requests and PSP answers, in any order", () => {
  fc.assert(
    fc.property(moves, (sequence) => {
      const model: Model = {
        amounts: {
          amountAuthorized: authorized,
          amountCaptured: 0,
          amountCapturePending: 0,
          amountReleased: 0,
          amountRefunded: 0,
          amountRefundPending: 0,
          amountOverRefunded: 0,
          amountOverCaptured: 0,
          amountOverDisputed: 0,
          amountDisputed: 0,
          amountLate: 0,
          amountLateReturned: 0,
        },
        movements: [],
        ledger: new Map<Account, number>([
          ["customer_funds_receivable", authorized],
          ["authorized_funds", -authorized],
        ]),
      };
      for (const move of sequence) {
        play(model, move);
        assertWithinBounds(model.amounts);
        assertBooked(model);
      }
    }),
    { numRuns: 3_000 },
  );
});

const lateRefund: Moving = { kind: "refund", amount: 30, final: false, late: true, reason: null };
test("a capture that fails after it succeeded leaves the merchant owing what was refunded or taken by a bank", () => {
  const capture: Moving = { kind: "capture", amount: 60, final: false, late: false, reason: null };
  const payment = { ...withLate(0), amountAuthorized: 100, amountCaptured: 60, amountReleased: 40 };
  const before = { ...payment, amountRefunded: 25, amountRefundPending: 5, amountDisputed: 10 };
  const failed = effectsOfStep(before, capture, "succeeded", "failed");
  assert.deepEqual(failed, {
    amounts: { amountCaptured: 0, amountOverCaptured: 0, amountOverRefunded: 30, amountOverDisputed: 10 },
    bookings: [{ reverse: "capture_failed" }],
    events: ["payment.capture_failed"],
  });
  const again = effectsOfStep({ ...before, ...failed.amounts }, capture, "failed", "succeeded");
  assert.deepEqual(again.amounts, {
    amountCapturePending: 0,
    amountCaptured: 60,
    amountReleased: 40,
    amountOverCaptured: 0,
    amountOverRefunded: 0,
    amountOverDisputed: 0,
  });
  const late = effectsOfStep(
    { ...before, amountReleased: 100, amountCaptured: 0 },
    capture,
    "failed",
    "succeeded",
  );
  assert.equal(late.amounts.amountOverCaptured, 60);
});

const withLate = (amountLateReturned: number): Amounts => ({
  amountAuthorized: 0,
  amountCaptured: 0,
  amountCapturePending: 0,
  amountReleased: 0,
  amountRefunded: 0,
  amountRefundPending: 0,
  amountOverRefunded: 0,
  amountOverCaptured: 0,
  amountOverDisputed: 0,
  amountDisputed: 0,
  amountLate: 100,
  amountLateReturned,
});

test("a refund that succeeds after it had failed counts again, even if its money was refunded in another way meanwhile", () => {
  const refund: Moving = { ...lateRefund, amount: 60, late: false };
  const captured = { ...withLate(0), amountAuthorized: 100, amountCaptured: 100 };
  const again = effectsOfStep({ ...captured, amountRefunded: 100 }, refund, "failed", "succeeded");
  assert.deepEqual(again, {
    amounts: { amountRefunded: 160, amountOverRefunded: 60 },
    bookings: [
      { post: "refund_created", amount: 60 },
      { post: "refund_succeeded", amount: 60 },
    ],
    events: ["refund.succeeded"],
  });
  const once = effectsOfStep(captured, refund, "failed", "succeeded");
  assert.deepEqual(once.amounts, { amountRefunded: 60, amountOverRefunded: 0 });
  const back = { ...captured, amountRefunded: 160, amountOverRefunded: 60 };
  assert.deepEqual(effectsOfStep(back, refund, "succeeded", "failed").amounts, {
    amountRefunded: 100,
    amountOverRefunded: 0,
  });
});

test("a return of late funds counts once it has succeeded, and no longer if the bank sends it back", () => {
  assert.deepEqual(effectsOfBeginning(withLate(20), lateRefund).amounts, {});
  assert.deepEqual(effectsOfStep(withLate(20), lateRefund, "pending", "failed"), {
    amounts: {},
    bookings: [],
    events: ["refund.failed"],
  });
  assert.deepEqual(effectsOfStep(withLate(20), lateRefund, "pending", "succeeded"), {
    amounts: { amountLateReturned: 50 },
    bookings: [{ post: "late_returned", amount: 30 }],
    events: ["refund.succeeded"],
  });
  assert.deepEqual(effectsOfStep(withLate(50), lateRefund, "succeeded", "failed"), {
    amounts: { amountLateReturned: 20 },
    bookings: [{ reverse: "late_refund_returned" }],
    events: ["refund.failed"],
  });
});

function assertWithinBounds(amounts: Amounts): void {
  for (const [name, amount] of Object.entries(amounts)) assert.ok(amount >= 0, `${name} is ${amount}`);
  const { amountCaptured, amountCapturePending, amountReleased } = amounts;
  const { amountRefunded, amountRefundPending, amountOverRefunded, amountOverCaptured } = amounts;
  assert.ok(amountCaptured + amountCapturePending + amountReleased <= authorized + amountOverCaptured);
  assert.ok(amountRefunded + amountRefundPending <= amountCaptured + amountOverRefunded);
  const status = statusOfAmounts(amounts);
  assert.equal(status === "authorized", amountCaptured + amountReleased < authorized);
  assert.equal(status === "voided", amountReleased === authorized && amountCaptured === 0);
}

function assertBooked({ amounts, ledger }: Model): void {
  const balance = (account: Account): number => ledger.get(account) ?? 0;
  const open = authorized - amounts.amountCaptured - amounts.amountReleased;
  assert.equal(balance("customer_funds_receivable"), open);
  assert.equal(balance("authorized_funds") + open, 0);
  assert.equal(balance("psp_clearing"), amounts.amountCaptured - amounts.amountRefunded);
  assert.equal(balance("refunds") + amounts.amountRefundPending, 0);
  const kept = amounts.amountCaptured - amounts.amountRefunded - amounts.amountRefundPending;
  assert.equal(balance("merchant_payable") + kept, 0);
}
