import assert from "node:assert/strict";
import { test } from "node:test";
import { createConnectorRegistry } from "../../src/connectors/registry.ts";
import { sandboxPspSecret } from "../../src/connectors/sandbox/psp-secret.ts";
import { sandboxPspPrefix } from "../../src/sandbox-psp/server.ts";
import { type CallResult, type JsonBody, startTestApp } from "../support/app.ts";
import { sandboxRoute } from "../support/payments.ts";
import { until } from "../support/until.ts";
import { useTestApp } from "../support/use-test-app.ts";
import { authorize, pay, untilAnswered } from "./paying.ts";
import { assertProblem, withoutRequestId } from "./support.ts";

/**
 * Captures, voids and refunds wait for a PSP. So their key is claimed before the PSP is called, and their response is
 * stored afterwards. Between the two a request can be overtaken by its repeats, and the process can die.
 */
const kassa = useTestApp();

const replayed = "idempotent-replayed";
/** A card whose captures, voids and refunds the PSP executes without ever responding. */
const neverAnswers = "4200000000000620";

const send = (path: string, idempotencyKey: string, body?: unknown, key?: string): Promise<CallResult> =>
  kassa.call("POST", path, {
    headers: { "idempotency-key": idempotencyKey },
    ...(body === undefined ? {} : { body }),
    ...(key === undefined ? {} : { key }),
  });
const refund = (key: string, body: unknown) => send("/api/refunds", key, body);
const refundsOf = async (payment: JsonBody): Promise<JsonBody[]> =>
  (await kassa.call("GET", `/api/refunds?payment=${payment.id}`)).body.data;

/** The state of the database if a process died after committing the outcome and before storing the response. */
async function forgetResponse(key: string, ageMs = 0): Promise<void> {
  const rows = await kassa.db.sql(
    `UPDATE idempotent_requests SET response_status = NULL, response_sealed = NULL,
       created_at = seconds_after(created_at, $2) WHERE idempotency_key = $1 RETURNING 1`,
    [key, -ageMs / 1000],
  );
  assert.equal(rows.length, 1);
}

/** The state if a process died before committing the PSP's outcome, and nobody has queried the PSP since. */
async function forgetOutcome(id: string): Promise<void> {
  await kassa.db.sql(
    "UPDATE movements SET status = 'started', decided_at = NULL, next_check_at = 'infinity' WHERE id = $1",
    [id],
  );
}

test("fifty concurrent refunds with one key are one refund, and all get its response", async () => {
  const paid = await pay(kassa);
  const body = { payment: paid.id, amount: 10, metadata: { a: "1" } };
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => untilAnswered(() => refund("fifty", body))),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1, "all responses are identical");
  assert.equal(answers.filter(({ headers }) => headers.get(replayed) === null).length, 1);
  assert.deepEqual(await refundsOf(paid), [answers[0]?.body]);
});

test("concurrent captures or voids with one key are one, although the first leaves nothing to do", async () => {
  for (const [action, body, amountCaptured] of [
    ["capture", { amount: 10 }, 10],
    ["capture", undefined, 2599],
    ["void", undefined, 0],
  ] as const) {
    const { id } = await authorize(kassa);
    const path = `/api/payments/${id}/${action}`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => untilAnswered(() => send(path, "twenty", body))),
    );
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1, answers[0]?.text);
    assert.equal(answers[0]?.body.amountCaptured, amountCaptured);
    const [count] = await kassa.db.sql<{ count: number }>(
      "SELECT count(*) FROM movements WHERE payment_id = $1",
      [id],
    );
    assert.equal(count?.count, 1);
  }
});

test("a repeat gets the first response, whatever has happened since", async () => {
  const payment = await authorize(kassa);
  const path = `/api/payments/${payment.id}/capture`;
  const first = await send(path, "first", { amount: 10 });
  await send(path, "second", {});
  await refund("third", { payment: payment.id });
  const again = await send(path, "first", { amount: 10 });
  assert.deepEqual([again.status, again.headers.get(replayed)], [200, "true"]);
  assert.equal(again.text, first.text);
});

test("refuses a key that was used with another body at every stage, and changes nothing", async () => {
  const paid = await pay(kassa);
  const body = { payment: paid.id, amount: 10 };
  const first = await refund("reused", body);
  const others = [
    { ...body, amount: 11 },
    { payment: paid.id },
    { payment: (await pay(kassa)).id, amount: 10 },
    { ...body, amount: 5_000 },
  ];
  for (const stage of ["answered", "unanswered"]) {
    for (const other of others) {
      const answer = await refund("reused", other);
      assertProblem(answer, "idempotency_key_reused", "Idempotency-Key", stage);
      assert.equal(answer.headers.get(replayed), null);
    }
    await forgetResponse("reused");
  }
  assert.deepEqual(await refundsOf(paid), [first.body]);
});

test("requests that differ only in the spelling of their body and path are the same", async () => {
  const paid = await pay(kassa);
  const first = await refund("spelled", { payment: paid.id, amount: 10, metadata: { a: "1", b: "2" } });
  const rawBody = `{ "metadata": {"b":"\\u0032","a":"1"},\n"amount":10, "payment":"${paid.id}" }`;
  for (const path of ["/api/refunds", "/api/%72efunds", "/%61pi/refunds"]) {
    const headers = { "idempotency-key": "spelled" };
    const again = await kassa.call("POST", path, { rawBody, headers });
    assert.deepEqual([again.text, again.headers.get(replayed)], [first.text, "true"], path);
  }
  assert.deepEqual(await refundsOf(paid), [first.body]);

  const open = await authorize(kassa);
  const escaped = open.id.replace("pay", "%70ay");
  const captured = await send(`/api/payments/${open.id}/capture`, "spelled");
  assert.equal((await send(`/api/payments/${escaped}/capture`, "spelled", {})).text, captured.text);
});

test("refuses null and other values that aren't objects, even where the body is optional", async () => {
  const payment = await authorize(kassa);
  const paid = await pay(kassa);
  const events = (await kassa.call("GET", "/api/events")).body.data;
  const clock = (await kassa.call("POST", "/api/sandbox/clocks")).body;
  assert.equal(clock.object, "sandbox.clock", "the body is optional here");
  const paths = [
    `/api/payments/${payment.id}/capture`,
    `/api/payments/${payment.id}/void`,
    "/api/refunds",
    `/api/events/${events[0].id}/resend`,
    "/api/sandbox/clocks",
    `/api/sandbox/clocks/${clock.id}/advance`,
  ];
  for (const path of paths) {
    for (const rawBody of ["null", "[]", "0", '""', "false", "1.5"])
      assertProblem(await kassa.call("POST", path, { rawBody }), "json_not_object", undefined, path);
  }
  const { status, amountCaptured } = (await kassa.call("GET", `/api/payments/${payment.id}`)).body;
  assert.deepEqual([status, amountCaptured], ["authorized", 0]);
  assert.deepEqual(await refundsOf(paid), []);
  assert.equal((await kassa.call("GET", "/api/sandbox/clocks")).body.data.length, 1);
});

test("tells a repeat to wait until the PSP responds, then returns the first one's response", async (t) => {
  const hasty = await startTestApp({ KASSA_PSP_TIMEOUT_MS: "3000" });
  t.after(() => hasty.close());
  const paid = await pay(hasty, { card: neverAnswers });
  const refundOnce = () =>
    hasty.call("POST", "/api/refunds", {
      headers: { "idempotency-key": "slow" },
      body: { payment: paid.id, amount: 10 },
    });
  const refunds = async () => (await hasty.call("GET", `/api/refunds?payment=${paid.id}`)).body.data;
  const first = refundOnce();
  await until(async () => (await refunds()).length > 0, "the refund has begun");
  const inFlight = await refundOnce();
  assertProblem(inFlight, "idempotency_key_in_flight");
  assert.equal(inFlight.headers.get("retry-after"), "1");
  const repeat = await untilAnswered(refundOnce);
  assert.equal((await first).body.status, "pending");
  assert.equal(repeat.text, (await first).text);
  assert.equal((await refunds()).length, 1);
});

test("after a crash that follows the outcome a repeat gets it as its response, which is then stored", async () => {
  const paid = await pay(kassa);
  const body = { payment: paid.id, amount: 10 };
  const lost = await refund("crashed", body);
  await forgetResponse("crashed");
  const [second, third] = [await refund("crashed", body), await refund("crashed", body)];
  for (const answer of [second, third]) {
    assert.deepEqual([answer.status, answer.headers.get(replayed)], [200, "true"]);
    assert.equal(answer.text, lost.text);
  }
  assert.equal((await refundsOf(paid)).length, 1);

  const open = await authorize(kassa);
  const path = `/api/payments/${open.id}/capture`;
  await send(path, "crashed-capture", { amount: 10 });
  await forgetResponse("crashed-capture");
  await send(path, "another", { amount: 20 });
  const now = await send(path, "crashed-capture", { amount: 10 });
  assert.equal(now.body.amountCaptured, 30, "the payment's current state");
  await send(path, "last");
  assert.equal((await send(path, "crashed-capture", { amount: 10 })).text, now.text);
});

test("after a crash before the outcome a repeat waits for the duration of the call, then gets the known state", async () => {
  const paid = await pay(kassa);
  const body = { payment: paid.id, amount: 10 };
  const { id } = (await refund("cut", body)).body;
  await forgetOutcome(id);
  await forgetResponse("cut");
  assertProblem(await refund("cut", body), "idempotency_key_in_flight");
  await forgetResponse("cut", 15_100);
  const answer = await refund("cut", body);
  assert.deepEqual([answer.status, answer.body.id, answer.body.status], [200, id, "pending"]);
  assert.equal((await refund("cut", body)).text, answer.text);
  assert.equal((await refundsOf(paid)).length, 1);
});

test("concurrent repeats after a crash get one response", async () => {
  const paid = await pay(kassa);
  const body = { payment: paid.id, amount: 10 };
  await refund("herd", body);
  await forgetResponse("herd");
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => untilAnswered(() => refund("herd", body))),
  );
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
  assert.equal((await refundsOf(paid)).length, 1);
});

test("a request refused before the PSP call isn't stored: the corrected one may use its key", async () => {
  const payment = await authorize(kassa);
  const path = `/api/payments/${payment.id}/capture`;
  assertProblem(await send(path, "mended", { amount: 2600 }), "capture_exceeds_authorized", "/amount");
  assertProblem(await send(path, "mended", { amount: 0 }), "amount_invalid", "/amount");
  const mended = await send(path, "mended", { amount: 2599 });
  assert.deepEqual([mended.status, mended.headers.get(replayed)], [200, null]);
  assertProblem(
    await refund("mended", { payment: payment.id, amount: 2600 }),
    "refund_exceeds_captured",
    "/amount",
  );
  assert.equal((await refund("mended", { payment: payment.id })).status, 200);
});

test("a refusal by the PSP is stored: a new attempt needs a new key", async () => {
  const payment = await authorize(kassa);
  await voidAtPsp(payment.attempts[0].pspReference);
  const path = `/api/payments/${payment.id}/capture`;
  const first = await send(path, "refused", { amount: 10 });
  assertProblem(first, "movement_refused");
  assert.equal(first.headers.get(replayed), null);
  await forgetResponse("refused");
  for (const _ of [1, 2]) {
    const again = await send(path, "refused", { amount: 10 });
    assertProblem(again, "movement_refused");
    assert.equal(again.headers.get(replayed), "true");
    assert.equal(withoutRequestId(again), withoutRequestId(first));
  }
  const failedRefund = await pay(kassa, { card: "4200000000000612" });
  const refused = await refund("refused", { payment: failedRefund.id });
  assert.deepEqual(
    [refused.status, refused.body.status],
    [200, "failed"],
    "a failed refund is still a refund",
  );
  assert.equal((await refund("refused", { payment: failedRefund.id })).text, refused.text);
});

test("a key belongs to one tenant, mode, operation and payment", async () => {
  const other = await kassa.makeTenant("Other");
  const key = other.keys.sandbox.secret;
  const [one, two] = [await authorize(kassa), await authorize(kassa)];
  const theirs = await pay(kassa, { key });
  const answers = [
    await send(`/api/payments/${one.id}/capture`, "shared", { amount: 10 }),
    await send(`/api/payments/${two.id}/capture`, "shared", { amount: 20 }),
    await send(`/api/payments/${one.id}/void`, "shared"),
    await refund("shared", { payment: one.id }),
    await send("/api/refunds", "shared", { payment: theirs.id }, key),
  ];
  for (const { status, headers, text } of answers) {
    assert.deepEqual([status, headers.get(replayed)], [200, null], text);
  }
});

test("refuses an invalid key before anything is done", async () => {
  const paid = await pay(kassa);
  const body = { payment: paid.id };
  assertProblem(await refund("a b", body), "idempotency_key_invalid", "Idempotency-Key");
  assertProblem(await refund("x-4242424242424242", body), "pan_in_field", "Idempotency-Key");
  assert.deepEqual(await refundsOf(paid), []);
});

/** Releases an authorization without Kassa, as a merchant can at the PSP's dashboard. */
async function voidAtPsp(pspReference: string): Promise<void> {
  const connectors = createConnectorRegistry({
    sandbox: { baseUrl: `${kassa.url}${sandboxPspPrefix}`, secretKey: sandboxPspSecret(kassa.keyring) },
  });
  const scope = { tenantId: kassa.tenant.tenant.tenantId, mode: "sandbox" } as const;
  const { connector, account } = await sandboxRoute(connectors, scope);
  const requested = { account, idempotencyKey: "any", session: "any", amount: 100, currency: "EUR" };
  const charge = {
    ...requested,
    capture: "manual",
    startedAt: new Date(),
    hostedReference: null,
    pspReference,
  } as const;
  const outcome = await connector.void({ charge, idempotencyKey: "by-hand" }, { timeoutMs: 30_000 });
  assert.equal(outcome.kind, "succeeded");
}
