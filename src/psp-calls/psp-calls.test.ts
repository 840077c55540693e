import assert from "node:assert/strict";
import { test } from "node:test";
import { pay } from "../../test/api/paying.ts";
import { cards } from "../../test/support/payments.ts";
import { until } from "../../test/support/until.ts";
import { join, usePeopleApp, type Visitor } from "../people/test-support.ts";

let owner: Visitor;
let place: Record<string, string>;
const kassa = usePeopleApp({}, async () => {
  owner = kassa.visit();
  await join(owner, await kassa.firstOwnerLink(), "ada@shop.example");
  place = { "kassa-tenant": kassa.tenant.tenant.id, "kassa-mode": "sandbox" };
});

const read = (payment: string, who = owner, at = place) =>
  who.get(`/dashboard/api/payments/${payment}/psp-calls`, at);

type Call = { operation: string; outcome: string; detail: string | null; exchanges: { status: number }[] };

/** The calls of a payment, once the newest are stored. */
async function callsOf(payment: string, count: number): Promise<Call[]> {
  let calls: Call[] = [];
  await until(async () => {
    calls = (await read(payment)).body.data;
    return calls.length >= count;
  }, "the calls are stored");
  return calls;
}

test("says what the PSP was asked about a payment and what it answered, newest first", async () => {
  const payment = await pay(kassa);
  await kassa.call("POST", "/api/refunds", { body: { payment: payment.id, amount: 700 } });
  const calls = await callsOf(payment.id, 2);
  assert.deepEqual(
    calls.map(({ operation, outcome, exchanges }) => [
      operation,
      outcome,
      exchanges.map((each) => each.status),
    ]),
    [
      ["refund", "succeeded", [200]],
      ["authorize", "approved", [200]],
    ],
  );
  const declined = await pay(kassa, { card: cards.declined });
  const [call] = await callsOf(declined.id, 1);
  assert.deepEqual([call?.outcome, call?.detail], ["declined", "generic_decline"]);
});

test("has nothing of the customer, and no credentials", async () => {
  const payment = await pay(kassa, { session: { customerEmail: "emil@customer.example" } });
  await callsOf(payment.id, 1);
  const stored = JSON.stringify(
    await kassa.db.sql("SELECT * FROM psp_calls WHERE tenant_id = $1", [kassa.tenant.tenant.tenantId]),
  );
  for (const secret of ["@customer.example", cards.approved.replaceAll(" ", ""), "Bearer", "?"])
    assert.ok(!stored.includes(secret), secret);
});

test("is for those who may see the payment", async () => {
  const payment = await pay(kassa);
  assert.equal((await read(payment.id, kassa.visit())).status, 401);
  assert.equal((await read(payment.id, owner, { ...place, "kassa-mode": "live" })).status, 403);
  assert.equal((await read("pay_sandbox_none")).status, 404);
  const other = await kassa.makeTenant("Other");
  const foreign = await pay(kassa, { key: other.keys.sandbox.secret });
  assert.equal((await read(foreign.id)).status, 404);
});
