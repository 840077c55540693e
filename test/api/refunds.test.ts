import assert from "node:assert/strict";
import { test } from "node:test";
import { useTestApp } from "../support/use-test-app.ts";
import { authorize, pay, untilAnswered } from "./paying.ts";
import { assertProblem, faultsOf } from "./support.ts";

const kassa = useTestApp();

const refund = (body: unknown) => kassa.call("POST", "/api/refunds", { body });
const payment = async (id: string) => (await kassa.call("GET", `/api/payments/${id}`)).body;
const card = "4242 4242 4242 4242";

test("a refund shows all its fields, alone and in its payment", async () => {
  const paid = await pay(kassa);
  const answer = await refund({
    payment: paid.id,
    amount: 1000,
    reason: "requested_by_customer",
    metadata: { ticket: "77" },
  });
  assert.equal(answer.status, 200, answer.text);
  const { id, createdAt, decidedAt, ...rest } = answer.body;
  assert.match(id, /^re_sandbox_/);
  assert.ok(Date.parse(decidedAt) >= Date.parse(createdAt));
  assert.deepEqual(rest, {
    object: "refund",
    mode: "sandbox",
    payment: paid.id,
    session: paid.session,
    amount: 1000,
    currency: "EUR",
    status: "succeeded",
    late: false,
    origin: "kassa",
    reason: "requested_by_customer",
    failureReason: null,
    delayedUntil: null,
    clientReferenceId: null,
    metadata: { ticket: "77" },
  });
  assert.deepEqual((await kassa.call("GET", `/api/refunds/${id}`)).body, answer.body);
  const after = await payment(paid.id);
  assert.equal(after.status, "captured", "a refund doesn't change the status");
  assert.equal(after.amountRefunded, 1000);
  assert.deepEqual(after.refunds, [answer.body]);
  const events = await kassa.call("GET", `/api/events?session=${paid.session}&type=refund.succeeded`);
  assert.deepEqual(events.body.data[0].data.object, answer.body);
});

test("refunds the remainder by default", async () => {
  const paid = await pay(kassa);
  await refund({ payment: paid.id, amount: 99 });
  const rest = await refund({ payment: paid.id });
  assert.deepEqual([rest.body.amount, rest.body.reason, rest.body.metadata], [2500, null, null]);
  assert.equal((await payment(paid.id)).amountRefunded, 2599);
  assertProblem(await refund({ payment: paid.id }), "refund_exceeds_captured", "/amount");
});

test("of a hundred concurrent refunds of 60 out of 100, one succeeds", async () => {
  const paid = await pay(kassa, { session: { amount: 100 } });
  const refundOnce = (key: string) =>
    kassa.call("POST", "/api/refunds", {
      headers: { "idempotency-key": key },
      body: { payment: paid.id, amount: 60 },
    });
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => untilAnswered(() => refundOnce(`of-100-${index}`))),
  );
  const made = answers.filter(({ status }) => status === 200);
  assert.equal(made.length, 1);
  for (const answer of answers)
    if (answer !== made[0]) assertProblem(answer, "refund_exceeds_captured", "/amount");
  const after = await payment(paid.id);
  assert.deepEqual([after.amountRefunded, after.amountRefundPending, after.refunds.length], [60, 0, 1]);
});

test("a payment shows its ten newest refunds, and the list has all", async () => {
  const paid = await pay(kassa);
  const made: string[] = [];
  for (let count = 0; count < 12; count += 1)
    made.unshift((await refund({ payment: paid.id, amount: 1 })).body.id);
  const shown = (await payment(paid.id)).refunds.map(({ id }: { id: string }) => id);
  assert.deepEqual(shown, made.slice(0, 10));
  const { body } = await kassa.call("GET", `/api/refunds?payment=${paid.id}&limit=100`);
  assert.deepEqual(
    body.data.map(({ id }: { id: string }) => id),
    made,
  );
});

test("refuses impossible refunds, and stores nothing", async () => {
  const paid = await pay(kassa);
  assertProblem(await refund({ payment: paid.id, amount: 2600 }), "refund_exceeds_captured", "/amount");
  const open = await authorize(kassa);
  assertProblem(await refund({ payment: open.id }), "payment_not_refundable");
  for (const lexeme of ["0", "-1", "1.0", "1e2", '"1"', "9007199254740993", "null"]) {
    const rawBody = `{"payment":"${paid.id}","amount":${lexeme}}`;
    assertProblem(await kassa.call("POST", "/api/refunds", { rawBody }), "amount_invalid", "/amount", lexeme);
  }
  assertProblem(await refund({}), "parameter_missing", "/payment");
  assertProblem(await kassa.call("POST", "/api/refunds"), "json_not_object");
  const many = await refund({ payment: 7, reason: "because", note: "x", metadata: { a: 1 } });
  assert.deepEqual(faultsOf(many), [
    "metadata_invalid /metadata/a",
    "parameter_invalid /payment",
    "parameter_invalid /reason",
    "unknown_field /note",
  ]);
  for (const id of ["x", paid.session, open.id.replace(/.$/, "~"), "pay_live_1"]) {
    assertProblem(await refund({ payment: id }), "not_found", undefined, id);
  }
  assert.deepEqual(await payment(paid.id), paid);
});

test("a refund's metadata follows the rules of all metadata", async () => {
  const paid = await pay(kassa);
  const fifty = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${index}`, "v".repeat(500)]));
  const cases: [metadata: unknown, fault: string][] = [
    [{ ...fifty, more: "1" }, "metadata_invalid /metadata"],
    [{ ["n".repeat(41)]: "1" }, "metadata_invalid /metadata"],
    [{ note: "v".repeat(501) }, "metadata_invalid /metadata/note"],
    [{ note: "a\u202eb" }, "text_invalid /metadata/note"],
    [{ note: `paid with ${card}` }, "pan_in_field /metadata/note"],
    [{ [card]: "x" }, "pan_in_field /metadata"],
    ["x", "metadata_invalid /metadata"],
  ];
  for (const [metadata, fault] of cases) {
    const answer = await refund({ payment: paid.id, amount: 1, metadata });
    assert.ok(faultsOf(answer).includes(fault), `${fault}: ${answer.text}`);
    assert.ok(!answer.text.includes("4242"), "the response doesn't repeat the card number");
  }
  assert.deepEqual((await refund({ payment: paid.id, amount: 1, metadata: fifty })).body.metadata, fifty);
});

test("each filter returns the matching refunds, and pages are contiguous", async () => {
  const other = await kassa.makeTenant("Lists");
  const key = other.keys.sandbox.secret;
  const call = (path: string, body?: unknown) =>
    kassa.call(body === undefined ? "GET" : "POST", path, { key, ...(body === undefined ? {} : { body }) });
  const [euro, yen] = [await pay(kassa, { key }), await pay(kassa, { key, session: { currency: "JPY" } })];
  const made: string[] = [];
  for (const [from, amount] of [
    [euro, 1],
    [yen, 2],
    [euro, 2],
    [yen, 3],
  ] as const) {
    const { body, text } = await call("/api/refunds", { payment: from.id, amount });
    assert.equal(body.status, "succeeded", text);
    made.unshift(body.id);
  }
  await kassa.db.sql("UPDATE movements SET status = 'unknown', next_check_at = 'infinity' WHERE id = $1", [
    made[1],
  ]);
  const idsOf = async (query: string): Promise<string[]> => {
    const { status, body, text } = await call(`/api/refunds?${query}`);
    assert.equal(status, 200, text);
    return body.data.map(({ id }: { id: string }) => id);
  };
  const pick = (...places: number[]) => places.map((place) => made[place]);
  const cases: [query: string, expected: (string | undefined)[]][] = [
    ["", made],
    [`payment=${euro.id}`, pick(1, 3)],
    ["payment=pay_sandbox_nothing", []],
    ["status=pending", pick(1)],
    ["status=succeeded", pick(0, 2, 3)],
    ["status=failed", []],
    ["amount=2", pick(1, 2)],
    ["currency=jpy", pick(0, 2)],
    [`currency=EUR&amount=2&status=pending&payment=${euro.id}`, pick(1)],
    [`startingAfter=${made[1]}`, pick(2, 3)],
    [`endingBefore=${made[2]}&limit=1`, pick(1)],
    ["createdBefore=2020-01-01T00:00:00Z", []],
    ["createdAfter=2020-01-01T00:00:00Z&limit=2", pick(0, 1)],
  ];
  for (const [query, expected] of cases) assert.deepEqual(await idsOf(query), expected, query);
  for (const [query, code, param] of [
    ["status=started", "parameter_invalid", "status"],
    ["amount=1.5", "amount_invalid", "amount"],
    ["currency=euro", "currency_invalid", "currency"],
    [`startingAfter=${euro.id}`, "cursor_invalid", "startingAfter"],
    ["reason=other", "unknown_field", "reason"],
  ] as const) {
    assertProblem(await call(`/api/refunds?${query}`), code, param, query);
  }
});
