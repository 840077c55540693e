import assert from "node:assert/strict";
import { test } from "node:test";
import type { DisputeFacts } from "../connectors/disputes.ts";
import type { DisputedCharge } from "../payments/dispute-reports/disputed-charge.ts";
import type { StoredDispute } from "./dispute.ts";
import { matchFacts } from "./match-facts.ts";

const facts: DisputeFacts = {
  pspReference: "spd_1",
  chargeKey: "att_1",
  stage: "chargeback",
  status: "needs_response",
  reason: "fraudulent",
  amount: 1000,
  currency: "EUR",
  fee: 1500,
  evidenceDueAt: null,
};

type Known = {
  readonly status?: DisputedCharge["attempt"]["status"];
  readonly payment?: Partial<DisputedCharge["payment"]>;
};

/** A charge with 1,000 minor units captured by default. */
function chargeOf({ status = "approved", payment = {} }: Known = {}): DisputedCharge {
  const createdAt = new Date(0);
  return {
    attempt: {
      tenantId: 1,
      id: "att_1",
      mode: "sandbox",
      paymentId: "pay_1",
      number: 1,
      revision: 0,
      status,
      connector: "sandbox",
      connectorAccount: "ca_1",
      passedOver: [],
      method: "card",
      hosted: false,
      hostedReference: null,
      actionExpiresAt: null,
      cardBrand: "visa",
      cardLast4: "0259",
      accountLast4: null,
      cardChecks: null,
      transferInstructions: null,
      amountReceived: null,
      evidence: null,
      compareFrom: null,
      returnedWith: null,
      finishBegunAt: null,
      finishRefused: false,
      clockId: null,
      pspReference: "spc_1",
      redirectUrl: null,
      declineReason: null,
      startedAt: createdAt,
      decidedAt: createdAt,
      checks: 0,
    },
    payment: {
      tenantId: 1,
      id: "pay_1",
      mode: "sandbox",
      sessionId: "cs_1",
      status: "captured",
      amount: 1000,
      currency: "EUR",
      captureMethod: "automatic",
      amountAuthorized: 1000,
      amountCaptured: 1000,
      amountCapturePending: 0,
      amountRefunded: 0,
      amountRefundPending: 0,
      amountOverRefunded: 0,
      amountOverCaptured: 0,
      amountOverDisputed: 0,
      amountReleased: 0,
      amountDisputed: 0,
      amountLate: 0,
      amountLateReturned: 0,
      amountLateDisputed: 0,
      captureBefore: null,
      authorizedUntil: null,
      customerEmail: null,
      clientReferenceId: null,
      metadata: null,
      tags: null,
      clockId: null,
      createdAt,
      ...payment,
    },
  };
}

function stored(is: Partial<StoredDispute> = {}): StoredDispute {
  return {
    id: "dp_1",
    mode: "sandbox",
    paymentId: "pay_1",
    sessionId: "cs_1",
    clientReferenceId: null,
    metadata: null,
    stage: "chargeback",
    status: "needs_response",
    reason: "fraudulent",
    amount: 1000,
    amountLost: 0,
    amountReturned: 0,
    currency: "EUR",
    fee: 1500,
    revision: 0,
    accepted: false,
    pendingAction: null,
    evidence: null,
    files: [],
    evidenceDueAt: null,
    evidenceSubmittedAt: null,
    openedAt: new Date(0),
    closedAt: null,
    late: false,
    attemptId: "att_1",
    connectorAccount: "ca_1",
    pspReference: "spd_1",
    actionKey: null,
    actionCount: 0,
    refusedActions: {},
    evidenceFiles: null,
    checks: 0,
    ...is,
  };
}

/** The verdict in one word: the next state, or why the report isn't applied. Without `isNewer`, the report may be old. */
function verdict(
  said: Partial<DisputeFacts>,
  charge?: DisputedCharge,
  known?: StoredDispute,
  isNewer = false,
): string {
  const found = matchFacts({ ...facts, ...said }, charge, known, { account: "ca_1", isNewer });
  if (found.kind === "fits") return found.to;
  return found.kind === "quarantined" ? found.reason : found.kind;
}

test("a matching report is a change, or none if it says nothing new", () => {
  assert.equal(verdict({}, chargeOf()), "chargeback.needs_response");
  assert.equal(verdict({}, chargeOf({ payment: { amountDisputed: 1000 } }), stored()), "no_change");
});

test("refuses a charge that is unknown, of another account, or not the same as before", () => {
  assert.equal(verdict({}, undefined), "unknown_charge");
  const elsewhere = matchFacts(facts, chargeOf(), undefined, { account: "ca_2", isNewer: true });
  assert.deepEqual(elsewhere, { kind: "quarantined", reason: "account_mismatch" });
  assert.equal(verdict({}, chargeOf(), stored({ paymentId: "pay_2" })), "charge_mismatch");
  assert.equal(verdict({}, chargeOf(), stored({ attemptId: "att_2" })), "charge_mismatch");
  const late = chargeOf({ status: "late", payment: { amountLate: 1000 } });
  assert.equal(verdict({}, late, stored({ attemptId: null })), "charge_mismatch");
});

test("refuses another currency and more than the captured amount", () => {
  assert.equal(verdict({ currency: "USD" }, chargeOf()), "currency_mismatch");
  assert.equal(verdict({ amount: 1001 }, chargeOf()), "amount_over_captured");
  assert.equal(
    verdict({ amount: 600 }, chargeOf({ payment: { amountDisputed: 401 } })),
    "amount_over_captured",
  );
  assert.equal(
    verdict({ amount: 600 }, chargeOf({ payment: { amountDisputed: 400 } })),
    "chargeback.needs_response",
  );
});

test("a bank may take back an amount that was refunded before", () => {
  const refunded = chargeOf({ payment: { amountRefunded: 1000 } });
  assert.equal(verdict({}, refunded), "chargeback.needs_response");
});

test("an inquiry holds no money, so there may be any number of them", () => {
  const charge = chargeOf({ payment: { amountDisputed: 1000 } });
  assert.equal(verdict({ stage: "inquiry" }, charge), "inquiry.needs_response");
});

test("a report is too early while the charge's outcome or capture is unknown, and refused after a decline", () => {
  const nothing = { amountCaptured: 0 };
  assert.equal(verdict({}, chargeOf({ status: "unknown", payment: nothing })), "too_early");
  assert.equal(verdict({}, chargeOf({ status: "pending", payment: nothing })), "too_early");
  assert.equal(verdict({}, chargeOf({ payment: { ...nothing, amountCapturePending: 1000 } })), "too_early");
  assert.equal(verdict({}, chargeOf({ status: "declined", payment: nothing })), "charge_not_captured");
  assert.equal(verdict({}, chargeOf({ status: "late", payment: nothing })), "charge_not_captured");
});

test("disputes of late funds are limited by the late amount, and don't count against the payment's own", () => {
  const late = (payment: Partial<DisputedCharge["payment"]>) =>
    chargeOf({ status: "late", payment: { amountCaptured: 0, amountLate: 1000, ...payment } });
  assert.equal(verdict({}, late({})), "chargeback.needs_response");
  assert.equal(verdict({}, late({ amountLateReturned: 1000 })), "chargeback.needs_response");
  assert.equal(verdict({ amount: 1001 }, late({ amountCaptured: 5000 })), "amount_over_captured");
  assert.equal(
    verdict({}, late({ amountCaptured: 1000, amountDisputed: 1000 })),
    "chargeback.needs_response",
  );
  assert.equal(verdict({ amount: 600 }, late({ amountLateDisputed: 401 })), "amount_over_captured");
  assert.equal(verdict({ stage: "inquiry" }, late({ amountLateDisputed: 1000 })), "inquiry.needs_response");
  const own = { amountLate: 1000, amountLateDisputed: 1000 };
  assert.equal(verdict({}, chargeOf({ payment: own })), "chargeback.needs_response");
});

test("the amount of a chargeback can't change, but may differ from that of its inquiry", () => {
  const charge = chargeOf({ payment: { amountDisputed: 1000 } });
  assert.equal(verdict({ amount: 900 }, charge, stored()), "amount_changed");
  assert.equal(verdict({ amount: 900, status: "won" }, charge, stored()), "amount_changed");
  assert.equal(
    verdict({ amount: 900 }, chargeOf(), stored({ stage: "inquiry" })),
    "chargeback.needs_response",
  );
});

test("an impossible state, and a lost amount that doesn't fit the result, are quarantined", () => {
  assert.equal(verdict({ stage: "inquiry", status: "won" }, chargeOf()), "impossible_state");
  assert.equal(verdict({ stage: "inquiry", status: "closed" }, chargeOf(), stored()), "contradiction");
  assert.equal(verdict({ status: "won", amountLost: 1000 }, chargeOf(), stored()), "impossible_state");
  assert.equal(verdict({ status: "lost", amountLost: 0 }, chargeOf(), stored()), "impossible_state");
  assert.equal(verdict({ status: "lost", amountLost: 1001 }, chargeOf(), stored()), "impossible_state");
  assert.equal(verdict({ status: "won", amountLost: 999 }, chargeOf(), stored()), "chargeback.won");
});

test("another result, or another amount of it, is applied only if the report is newer than the end", () => {
  const won = stored({ status: "won", amountLost: 400, closedAt: new Date(0) });
  for (const said of [
    { status: "lost" },
    { status: "won", amountLost: 300 },
    { status: "won" },
    { status: "under_review" },
  ] as const) {
    assert.equal(verdict(said, chargeOf(), won), "outdated");
    assert.equal(verdict(said, chargeOf(), won, true), `chargeback.${said.status}`);
  }
  assert.equal(verdict({ status: "won", amountLost: 400 }, chargeOf(), won), "no_change");
});

test("a dispute that is lost after it was won counts against the captured amount", () => {
  const won = stored({ status: "won", closedAt: new Date(0) });
  const other = (amountDisputed: number) => chargeOf({ payment: { amountDisputed } });
  assert.equal(verdict({ status: "lost" }, other(0), won, true), "chargeback.lost");
  assert.equal(verdict({ status: "lost" }, other(1), won, true), "amount_over_captured");
  assert.equal(verdict({ status: "lost", amountLost: 400 }, other(600), won, true), "chargeback.lost");
});
