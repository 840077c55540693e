import assert from "node:assert/strict";
import { test } from "node:test";
import { cards } from "../support/payments.ts";
import { useTestApp } from "../support/use-test-app.ts";
import { pay, payByDebit } from "./paying.ts";
import { assertProblem, makeSession } from "./support.ts";

/** The payments, newest first: captured EUR, captured JPY, authorized EUR, declined EUR. */
const made: Record<string, string>[] = [];
const kassa = useTestApp({}, async () => {
  const purchases = [
    { card: cards.declined, session: { clientReferenceId: "order-0", customerEmail: "Kim@shop.example" } },
    { session: { captureMethod: "manual", clientReferenceId: "order-1", customerEmail: "kim@shop.example" } },
    {
      card: "5555555555554444",
      session: { amount: 4242, currency: "JPY", customerEmail: "sam@shop.example" },
    },
    { session: { amount: 424_200, clientReferenceId: "order-3" } },
  ];
  for (const purchase of purchases) made.unshift(await pay(kassa, purchase));
  const other = await kassa.makeTenant("Other");
  await pay(kassa, { key: other.keys.sandbox.secret });
});

const list = (query: string) => kassa.call("GET", `/api/payments?${query}`);
async function placesOf(query: string): Promise<number[]> {
  const { status, body, text } = await list(query);
  assert.equal(status, 200, text);
  return body.data.map(({ id }: { id: string }) => made.findIndex((payment) => payment.id === id));
}

test("each filter returns the matching payments, and pages are contiguous", async () => {
  const cases: [query: string, places: number[]][] = [
    ["", [0, 1, 2, 3]],
    ["status=captured", [0, 1]],
    ["status=authorized", [2]],
    ["status=requires_payment_method", [3]],
    ["status=voided", []],
    ["amount=2599", [2, 3]],
    ["currency=jpy", [1]],
    [`session=${made[2]?.session}`, [2]],
    ["session=nothing", []],
    ["clientReferenceId=order-3", [0]],
    ["customerEmail=KIM@shop.example", [2, 3]],
    ["last4=4444", [1]],
    ["last4=4242&status=captured", [0]],
    ["method=card", [0, 1, 2, 3]],
    ["method=bank_debit", []],
    ["connector=sandbox&status=captured", [0, 1]],
    ["connector=stripe", []],
    ["customerEmail=kim@shop.example&amount=2599&currency=EUR&status=authorized&last4=4242", [2]],
    ["limit=1", [0]],
    [`startingAfter=${made[1]?.id}`, [2, 3]],
    [`endingBefore=${made[2]?.id}&limit=1`, [1]],
    ["createdAfter=2020-01-01T00:00:00Z&createdBefore=2020-01-02T00:00:00Z", []],
  ];
  for (const [query, places] of cases) assert.deepEqual(await placesOf(query), places, query);
  assert.equal((await list("limit=3")).body.hasMore, true);
  assert.equal((await list("limit=4")).body.hasMore, false);
  const [first] = (await list("")).body.data;
  assert.deepEqual(
    first,
    (await kassa.call("GET", `/api/payments/${made[0]?.id}`)).body,
    "items are complete",
  );
});

test("finds a payment by any of its details", async () => {
  const refund = await kassa.call("POST", "/api/refunds", { body: { payment: made[0]?.id, amount: 1 } });
  const [attempt] = (await kassa.call("GET", `/api/payments/${made[1]?.id}`)).body.attempts;
  const cases: [text: string, places: number[]][] = [
    [String(made[3]?.id), [3]],
    [String(made[2]?.session), [2]],
    [refund.body.id, [0]],
    [attempt.id, [1]],
    [attempt.pspReference, [1]],
    ["order-1", [2]],
    ["kim@SHOP.example", [2, 3]],
    ["KIM", [2, 3]],
    ["sam@", [1]],
    ["@Shop.example", [1, 2, 3]],
    ["@example", []],
    ["hop.example", []],
    ["25.99", [2, 3]],
    ["4242 JPY", [1]],
    ["4242.00 EUR", [0]],
    // Matches the last four digits, an amount in yen, and one in euros.
    ["4242", [0, 1, 2]],
    ["nothing of the kind", []],
  ];
  for (const [text, places] of cases) {
    assert.deepEqual(await placesOf(`search=${encodeURIComponent(text)}`), places, text);
  }
  assert.deepEqual(await placesOf("search=4242&status=authorized"), [2]);
  assert.deepEqual(await placesOf(`search=4242&limit=1&startingAfter=${made[0]?.id}`), [1]);
  assert.deepEqual(await placesOf(`search=4242&endingBefore=${made[2]?.id}`), [0, 1]);
});

test("finds a direct debit by the account's last digits, and stores no more of the account", async () => {
  const iban = "DE89370400440532013000";
  const { id } = await makeSession(kassa);
  await payByDebit(kassa, id, iban);
  assert.deepEqual((await list("method=bank_debit")).body.data[0].session, id);
  const { body } = await list("last4=3000");
  const [attempt] = body.data[0].attempts;
  assert.deepEqual(
    [body.data.length, body.data[0].session, attempt.card, attempt.bankAccount],
    [1, id, null, { last4: "3000" }],
  );
  assert.equal((await list("search=3000")).body.data[0].session, id);
  const [row] = await kassa.db.sql<{ found: number }>(
    `SELECT count(*)::int AS found FROM (SELECT a::text FROM attempts a WHERE tenant_id = $2
       UNION ALL SELECT p::text FROM payments p WHERE tenant_id = $2 UNION ALL SELECT e::text FROM events e WHERE tenant_id = $2
       UNION ALL SELECT c::text FROM sandbox_psp.charges c WHERE merchant_reference = $3) rows (text)
     WHERE text LIKE '%' || $1 || '%'`,
    [iban.slice(4, -4), kassa.tenant.tenant.tenantId, id],
  );
  assert.equal(row?.found, 0);
});

test("refuses invalid queries", async () => {
  for (const [query, code, param] of [
    ["status=refunded", "parameter_invalid", "status"],
    ["amount=25.99", "amount_invalid", "amount"],
    ["amount=0", "amount_invalid", "amount"],
    ["currency=euro", "currency_invalid", "currency"],
    ["last4=42", "parameter_invalid", "last4"],
    ["method=cash", "parameter_invalid", "method"],
    ["connector=sand", "parameter_invalid", "connector"],
    ["last4=42-2", "parameter_invalid", "last4"],
    ["search=", "parameter_invalid", "search"],
    ["search=%20", "parameter_invalid", "search"],
    [`search=${"x".repeat(256)}`, "parameter_invalid", "search"],
    ["search=a%00b", "text_invalid", "search"],
    ["search=4242424242424242", "pan_in_field", "search"],
    ["search=card%204242%204242%204242%204242", "pan_in_field", "search"],
    ["createdAfter=yesterday", "parameter_invalid", "createdAfter"],
    [`startingAfter=${made[0]?.session}`, "cursor_invalid", "startingAfter"],
    ["email=kim@shop.example", "unknown_field", "email"],
  ] as const) {
    assertProblem(await list(query), code, param, query);
  }
});

test("answers an unknown status with the known ones", async () => {
  const { body } = await kassa.call("GET", "/api/payments?status=refunded");
  assert.equal(
    body.detail,
    "It has to be requires_payment_method, processing, requires_action, needs_review, authorized, captured, voided or failed.",
  );
});
