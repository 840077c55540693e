import assert from "node:assert/strict";
import { test } from "node:test";
import type { PspResponse } from "../psp-response.ts";
import {
  translateAuthorize,
  translateFindCharge,
  translateFindMovement,
  translateHistory,
  translateMovement,
} from "./translate.ts";

const expected = { account: "0000001_sandbox", idempotencyKey: "att_1" };
const expectedMovement = { ...expected, charge: "spc_1", kind: "capture", amount: 2599 } as const;

const charge = {
  object: "charge",
  id: "spc_1",
  mode: "sandbox",
  ...expected,
  merchantReference: "cs_1",
  status: "approved",
  declineReason: null,
  amount: 2599,
  amountCaptured: 2599,
  amountRefunded: 0,
  amountReleased: 0,
  currency: "EUR",
  capture: "automatic",
  captureBefore: null,
  method: "card",
  card: { brand: "visa", last4: "4242" },
  bankAccount: null,
  checks: {
    cvc: "pass",
    postcode: "unchecked",
    threeDSecure: { result: "none", version: null, eci: null, liabilityShift: "not_shifted" },
  },
  hosted: false,
  actionUrl: null,
  actionExpiresAt: null,
  transfer: null,
  disputes: [],
  createdAt: "2026-11-21T12:00:00.000Z",
};
const movement = {
  object: "movement",
  id: "spm_1",
  mode: "sandbox",
  ...expectedMovement,
  final: false,
  status: "succeeded",
  refusal: null,
};

const pspResponse = (body: unknown, status = 200): PspResponse => ({ kind: "response", status, body });
const authorizeKind = (response: PspResponse) => translateAuthorize(response, expected).kind;
const errorBody = (code: string) => ({ error: { code, message: "" } });

test("each charge status maps to its outcome", () => {
  const outcomeOf = (changes: object) => translateAuthorize(pspResponse({ ...charge, ...changes }), expected);
  const approved = {
    kind: "approved",
    pspReference: "spc_1",
    amount: 2599,
    currency: "EUR",
    captured: true,
    surplus: 0,
    captureBefore: null,
    card: charge.checks,
  };
  assert.deepEqual(outcomeOf({}), approved);
  const captureBefore = "2026-11-28T12:00:00.000Z";
  assert.deepEqual(outcomeOf({ capture: "manual", captureBefore }), {
    ...approved,
    captured: false,
    captureBefore,
  });
  const lapsed = { capture: "manual", amountCaptured: 0, amountReleased: 2599 };
  assert.deepEqual(outcomeOf(lapsed), { ...approved, captured: false, captureBefore: charge.createdAt });
  assert.deepEqual(outcomeOf({ status: "voided", capture: "manual" }), {
    kind: "declined",
    pspReference: "spc_1",
    reason: "abandoned",
  });
  assert.deepEqual(outcomeOf({ status: "pending" }), {
    kind: "pending",
    pspReference: "spc_1",
    instructions: null,
    amountReceived: 0,
  });
  assert.deepEqual(outcomeOf({ status: "declined", declineReason: "insufficient_funds" }), {
    kind: "declined",
    pspReference: "spc_1",
    reason: "insufficient_funds",
  });
  assert.deepEqual(outcomeOf({ status: "action_required", actionUrl: "https://psp.example/challenges/1" }), {
    kind: "action_required",
    pspReference: "spc_1",
    hostedReference: null,
    redirectUrl: "https://psp.example/challenges/1",
    expiresAt: null,
  });
});

test("a response with an unexpected shape or about another charge is unknown", () => {
  for (const changes of [
    { status: "splendid" },
    { status: "declined" },
    { status: "action_required" },
    { status: "action_required", actionUrl: "javascript:alert(1)" },
    { amount: "2599" },
    { amount: 25.99 },
    { amount: 2 ** 53 },
    { mode: "live" },
    { idempotencyKey: "att_2" },
    { account: "0000002_sandbox" },
  ]) {
    assert.equal(authorizeKind(pspResponse({ ...charge, ...changes })), "unknown", JSON.stringify(changes));
  }
  for (const body of [null, [], "approved", {}]) assert.equal(authorizeKind(pspResponse(body)), "unknown");
});

test("an error is a decline only if it proves that nothing was charged", () => {
  assert.equal(authorizeKind(pspResponse(errorBody("unknown_test_card"), 400)), "declined");
  assert.equal(authorizeKind(pspResponse(errorBody("unauthorized"), 401)), "declined");
  assert.equal(authorizeKind(pspResponse(errorBody("idempotency_key_reused"), 409)), "unknown");
  assert.equal(authorizeKind(pspResponse(errorBody("rate_limited"), 429)), "unknown");
  assert.equal(authorizeKind(pspResponse(errorBody("unavailable"), 503)), "unknown");
  assert.equal(authorizeKind(pspResponse(errorBody("unknown_test_card"), 502)), "unknown");
  assert.equal(authorizeKind(pspResponse({ error: "from a proxy" }, 403)), "unknown");
  assert.equal(authorizeKind(pspResponse(charge, 201)), "unknown");
  assert.equal(authorizeKind({ kind: "no_response", detail: "no response in time" }), "unknown");
});

test("only an empty list means not_charged", () => {
  const kindOf = (response: PspResponse) => translateFindCharge(response, expected).kind;
  assert.equal(kindOf(pspResponse({ object: "list", data: [] })), "not_charged");
  assert.equal(kindOf(pspResponse({ object: "list", data: [charge] })), "found");
  assert.equal(
    kindOf(pspResponse({ object: "list", data: [{ ...charge, idempotencyKey: "att_2" }] })),
    "unknown",
  );
  assert.equal(kindOf(pspResponse({ object: "list" })), "unknown");
  assert.equal(kindOf(pspResponse(errorBody("not_found"), 404)), "unknown");
  assert.equal(kindOf(pspResponse(errorBody("unauthorized"), 401)), "unknown");
});

test("a movement succeeds, is refused, or is unknown", () => {
  const outcomeOf = (body: unknown, status = 200) =>
    translateMovement(pspResponse(body, status), expectedMovement);
  assert.deepEqual(outcomeOf(movement), { kind: "succeeded", pspReference: "spm_1" });
  assert.deepEqual(outcomeOf({ ...movement, status: "refused", refusal: "charge_voided" }), {
    kind: "refused",
    reason: "already_voided",
  });
  assert.deepEqual(outcomeOf({ ...movement, status: "pending" }), { kind: "pending", pspReference: "spm_1" });
  assert.deepEqual(outcomeOf(errorBody("not_found"), 404), { kind: "refused", reason: "refused_by_psp" });
  assert.equal(outcomeOf({ ...movement, charge: "spc_2" }).kind, "unknown");
  assert.equal(outcomeOf({ ...movement, amount: 2598 }).kind, "unknown", "another amount was captured");
  assert.equal(outcomeOf({ ...movement, kind: "refund" }).kind, "unknown");
  assert.equal(outcomeOf(errorBody("idempotency_key_reused"), 409).kind, "unknown");
  assert.equal(outcomeOf(errorBody("internal_error"), 500).kind, "unknown");
});

test("a movement with another amount or charge under the key is key_reused", () => {
  const kindOf = (found: object) =>
    translateFindMovement(pspResponse({ object: "list", data: [found] }), expectedMovement).kind;
  assert.equal(kindOf(movement), "found");
  assert.equal(kindOf({ ...movement, amount: 2598 }), "key_reused");
  assert.equal(kindOf({ ...movement, charge: "spc_2" }), "key_reused");
  assert.equal(kindOf({ ...movement, kind: "void", amount: 2599 }), "unknown");
  assert.equal(kindOf({ ...movement, idempotencyKey: "cap_2" }), "unknown");
});

test("a refusal of another amount under the key counts as a refusal of this movement", () => {
  const refused = { ...movement, amount: 2598, status: "refused", refusal: "amount_exceeds_captured" };
  assert.deepEqual(
    translateFindMovement(pspResponse({ object: "list", data: [refused] }), expectedMovement),
    {
      kind: "found",
      outcome: { kind: "refused", reason: "amount_too_large" },
    },
  );
  const otherKind = { ...refused, kind: "refund" };
  const found = translateFindMovement(pspResponse({ object: "list", data: [otherKind] }), expectedMovement);
  assert.equal(found.kind, "unknown");
});

test("one charge that can't be translated makes the whole page unknown", () => {
  const listed = { ...charge, movements: [movement], changedAt: "2026-11-21T12:00:00.000Z" };
  const page = (data: object[]) =>
    translateHistory(pspResponse({ object: "list", data, next: "spc_1" }), expected.account);
  const read = page([listed, { ...listed, status: "voided", amountCaptured: 0, amountReleased: 2599 }]);
  assert.ok(read.kind === "page");
  assert.deepEqual(
    read.charges.map(({ outcome, movements }) => [outcome.kind, movements.length]),
    [
      ["approved", 1],
      ["approved", 1],
    ],
  );
  assert.deepEqual(read.charges[0]?.changedAt, new Date(listed.changedAt));
  assert.equal(read.next, "spc_1");
  assert.equal(page([listed, { ...listed, status: "declined" }]).kind, "unknown");
  assert.equal(page([{ ...listed, account: "0000002_sandbox" }]).kind, "unknown");
  assert.equal(page([charge]).kind, "unknown");
});
