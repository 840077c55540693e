import assert from "node:assert/strict";
import { test } from "node:test";
import { cards } from "../support/payments.ts";
import { useTestApp } from "../support/use-test-app.ts";
import { authorize, pay, payOnPage } from "./paying.ts";
import { assertProblem, faultsOf, makeSession } from "./support.ts";

const kassa = useTestApp();

const capture = (id: string, body?: unknown) =>
  kassa.call("POST", `/api/payments/${id}/capture`, body === undefined ? {} : { body });
const voidRest = (id: string) => kassa.call("POST", `/api/payments/${id}/void`);
const get = async (id: string) => (await kassa.call("GET", `/api/payments/${id}`)).body;

/** The status of a payment, and those of its amounts that aren't 0. */
function stateOf(payment: Record<string, unknown>): Record<string, unknown> {
  const shown = Object.entries(payment).filter(
    ([name, value]) => name === "status" || (name.startsWith("amount") && Boolean(value)),
  );
  return Object.fromEntries(shown);
}

test("a paid session's payment shows all its fields", async () => {
  const payment = await pay(kassa, {
    session: { clientReferenceId: "order-1", customerEmail: "Kim@shop.example" },
  });
  const [attempt] = payment.attempts;
  assert.match(payment.id, /^pay_sandbox_/);
  assert.match(attempt.id, /^att_sandbox_/);
  const { id, session, attempts, createdAt, ...rest } = payment;
  assert.deepEqual(rest, {
    object: "payment",
    mode: "sandbox",
    status: "captured",
    amount: 2599,
    currency: "EUR",
    captureMethod: "automatic",
    method: "card",
    amountAuthorized: 2599,
    amountCapturable: 0,
    amountCaptured: 2599,
    amountCapturePending: 0,
    amountRefunded: 0,
    amountRefundPending: 0,
    amountDisputed: 0,
    amountReceived: null,
    amountLate: 0,
    customerEmail: "Kim@shop.example",
    clientReferenceId: "order-1",
    metadata: null,
    tags: [],
    captureBefore: null,
    captures: [],
    voids: [],
    refunds: [],
    disputes: [],
    clock: null,
  });
  assert.equal(attempts.length, 1);
  assert.equal(attempt.status, "approved");
  assert.equal(attempt.card.brand, "visa");
  assert.equal(attempt.card.last4, "4242");
  assert.deepEqual(await get(id), payment);
  const owner = await kassa.call("GET", `/api/checkout/sessions/${session}`);
  assert.equal(owner.body.payment, id);
  assert.ok(Date.parse(createdAt) >= Date.parse(owner.body.createdAt));
});

test("captures an authorization in parts, and the final capture releases the rest", async () => {
  const payment = await authorize(kassa);
  assert.deepEqual(stateOf(payment), {
    status: "authorized",
    amount: 2599,
    amountAuthorized: 2599,
    amountCapturable: 2599,
  });
  assert.ok(Date.parse(payment.captureBefore) > Date.now());
  const first = await capture(payment.id, { amount: 600 });
  assert.equal(first.status, 200, first.text);
  assert.deepEqual(stateOf(first.body), {
    status: "authorized",
    amount: 2599,
    amountAuthorized: 2599,
    amountCapturable: 1999,
    amountCaptured: 600,
  });
  const last = await capture(payment.id, { amount: 1000, final: true });
  assert.deepEqual(stateOf(last.body), {
    status: "captured",
    amount: 2599,
    amountAuthorized: 2599,
    amountCaptured: 1600,
  });
  assert.equal(last.body.captureBefore, null);
  assert.deepEqual(await get(payment.id), last.body);
  assertProblem(await capture(payment.id), "payment_not_capturable");
  assertProblem(await voidRest(payment.id), "payment_not_voidable");
  const session = await kassa.call("GET", `/api/checkout/sessions/${payment.session}`);
  assert.equal(session.body.paymentStatus, "paid");
});

test("captures the remainder by default", async () => {
  for (const body of [undefined, {}, { final: false }]) {
    const payment = await authorize(kassa);
    const answer = await capture(payment.id, body);
    assert.equal(answer.body.amountCaptured, 2599, answer.text);
    assert.equal(answer.body.status, "captured");
  }
});

test("a void releases the uncaptured amount", async () => {
  const whole = await authorize(kassa);
  const voided = await voidRest(whole.id);
  assert.deepEqual(stateOf(voided.body), { status: "voided", amount: 2599, amountAuthorized: 2599 });
  assertProblem(await voidRest(whole.id), "payment_not_voidable");
  assertProblem(await capture(whole.id), "payment_not_capturable");
  const partly = await authorize(kassa);
  await capture(partly.id, { amount: 1 });
  const rest = await voidRest(partly.id);
  assert.equal(rest.body.status, "captured");
  assert.equal(rest.body.amountCaptured, 1);
});

test("refuses impossible captures and voids, and changes nothing", async () => {
  const payment = await authorize(kassa);
  assertProblem(await capture(payment.id, { amount: 2600 }), "capture_exceeds_authorized", "/amount");
  for (const lexeme of ["0", "-1", "1.0", "1e2", '"1"', "9007199254740993", "null", "true"]) {
    const answer = await kassa.call("POST", `/api/payments/${payment.id}/capture`, {
      rawBody: `{"amount":${lexeme}}`,
    });
    assertProblem(answer, "amount_invalid", "/amount", lexeme);
  }
  const many = await capture(payment.id, { amount: 0, final: "yes", note: "x" });
  assert.deepEqual(faultsOf(many), [
    "amount_invalid /amount",
    "parameter_invalid /final",
    "unknown_field /note",
  ]);
  assertProblem(
    await kassa.call("POST", `/api/payments/${payment.id}/void`, { body: { amount: 1 } }),
    "unknown_field",
    "/amount",
  );
  assert.deepEqual(await get(payment.id), payment);
  const captured = await pay(kassa);
  assertProblem(await capture(captured.id), "payment_not_capturable");
  assertProblem(await voidRest(captured.id), "payment_not_voidable");
});

test("a declined payment shows its decline reason", async () => {
  const { id } = await makeSession(kassa);
  await payOnPage(kassa, id, cards.declined);
  const { body } = await kassa.call("GET", `/api/payments?session=${id}`);
  const [payment] = body.data;
  assert.equal(payment.status, "requires_payment_method");
  assert.equal(payment.attempts[0].status, "declined");
  assert.equal(typeof payment.attempts[0].declineReason, "string");
});
