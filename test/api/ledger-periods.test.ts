import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { enterClock } from "../../src/database/clock-time.ts";
import type { TenantTransaction } from "../../src/database/transaction.ts";
import { makeId } from "../../src/kernel/id.ts";
import { post } from "../../src/ledger/post.ts";
import { makePosting } from "../../src/ledger/postings.ts";
import { createKey } from "../../src/tenants/create-key.ts";
import { sdkFor } from "../psp/stripe/test-support.ts";
import type { JsonBody } from "../support/app.ts";
import { untilLockWaits } from "../support/lock-waits.ts";
import { type StripeShop, startStripeShop } from "./stripe-shop.ts";
import { assertProblem } from "./support.ts";

// Months of a shop at Stripe are closed, with differences and without.
let shop: StripeShop;
before(async () => {
  shop = await startStripeShop();
});
after(() => shop.close());

/** A month in UTC, so many before the current one, as 2026-10. */
function monthsAgo(count: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count)).toISOString().slice(0, 7);
}
const [current, last, earlier] = [monthsAgo(0), monthsAgo(1), monthsAgo(2)];

const close = (body: object) =>
  shop.kassa.call("POST", "/api/ledger/periods", { key: shop.kassa.tenant.keys.sandbox.secret, body });
const reopen = (body: object) =>
  shop.kassa.call("POST", "/api/ledger/periods/reopen", { key: shop.kassa.tenant.keys.sandbox.secret, body });

const scopeOf = () => ({ tenantId: shop.kassa.tenant.tenant.tenantId, mode: "sandbox" as const });

/** A clock of the sandbox that shows the tenth of a month. */
async function makeClock(month: string): Promise<string> {
  const id = makeId("clk", "sandbox", scopeOf().tenantId, Date.now());
  await shop.kassa.db.sql(
    "INSERT INTO clocks (tenant_id, id, mode, name, shows, target, status) VALUES ($1, $2, 'sandbox', $2, $3, NULL, 'ready')",
    [scopeOf().tenantId, id, `${month}-10T00:00:00Z`],
  );
  return id;
}

/** Posts a capture by a clock. Returns its source. */
async function postByClock(trx: TenantTransaction, clock: string, paymentId: string): Promise<string> {
  const sourceId = makeId("cap", trx.mode, trx.tenantId, Date.now());
  await enterClock(trx, clock);
  const cause = { sourceId, paymentId, connectorAccount: "ca_1", currency: "EUR", amount: 100 };
  await post(trx, makePosting("captured_at_once", cause));
  return sourceId;
}

/** When something was posted. */
async function postedAt(sourceId: string): Promise<string | undefined> {
  const [row] = await shop.kassa.db.sql<{ at: Date }>(
    "SELECT created_at AS at FROM ledger_transactions WHERE source_id = $1",
    [sourceId],
  );
  return row?.at.toISOString();
}

/** Has everything that was posted, booked and imported so far belong to a month. */
async function moveTo(month: string): Promise<void> {
  const at = `${month}-20T00:00:00Z`;
  await shop.movePostings(at);
  await shop.kassa.db.sql("UPDATE settlement_lines SET booked_at = $1, imported_at = $1", [at]);
}

test("a month that isn't over can't be closed", async () => {
  for (const month of [current, monthsAgo(-1)])
    assertProblem(await close({ month }), "ledger_period_not_closable", "/month");
  const { code, stderr } = await shop.command("ledger", "close", current, "--mode", "sandbox");
  assert.equal(code, 2);
  assert.match(stderr, new RegExp(`${current} isn't over`));
  assertProblem(await reopen({ month: last, reason: "Mistake" }), "ledger_period_not_closable", "/month");
});

test("nothing is posted in a closed month: what a clock would post there gets the first moment after it", async () => {
  const payment = await shop.pay();
  await shop.importSettlements();
  const clock = await makeClock(earlier);
  const inside = await shop.kassa.app.database.inTenant(scopeOf(), (trx) =>
    postByClock(trx, clock, payment.id),
  );
  assert.equal(await postedAt(inside), `${earlier}-10T00:00:00.000Z`);
  const closed = await close({ month: earlier });
  assert.equal(closed.status, 200, closed.text);
  assert.deepEqual([closed.body.month, closed.body.status, closed.body.differences], [earlier, "closed", []]);
  const outside = await shop.kassa.app.database.inTenant(scopeOf(), (trx) =>
    postByClock(trx, clock, payment.id),
  );
  assert.equal(await postedAt(outside), `${last}-01T00:00:00.000Z`);
  const again = await close({ month: earlier });
  assert.deepEqual([again.status, again.body], [200, closed.body], "closing it again changes nothing");
  const other = await shop.kassa.call("GET", "/api/ledger/periods", {
    key: shop.kassa.tenant.keys.live.secret,
  });
  assert.deepEqual(other.body.data, [], "the other mode is open");
  await shop.kassa.db.sql("DELETE FROM ledger_transactions WHERE source_id = ANY ($1::text[])", [
    [inside, outside],
  ]);
});

test("closing waits for work by a clock that is about to post in the month", async () => {
  const payment = await shop.pay();
  await shop.importSettlements();
  const clock = await makeClock(last);
  const gate = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<void>();
  const posting = shop.kassa.app.database.inTenant(scopeOf(), async (trx) => {
    await enterClock(trx, clock);
    entered.resolve();
    await gate.promise;
    return postByClock(trx, clock, payment.id);
  });
  await entered.promise;
  let isClosed = false;
  const closing = close({ month: last }).then((answer) => {
    isClosed = true;
    return answer;
  });
  try {
    await untilLockWaits(shop.kassa.db, 1);
    assert.equal(isClosed, false);
  } finally {
    gate.resolve();
  }
  const sourceId = await posting;
  const closed = await closing;
  assert.equal(closed.status, 200, closed.text);
  assert.equal(await postedAt(sourceId), `${last}-10T00:00:00.000Z`);
  await shop.kassa.db.sql("DELETE FROM ledger_transactions WHERE source_id = $1", [sourceId]);
});

test("only the last closed month can be reopened, with a reason, and months are closed in order", async () => {
  assertProblem(await reopen({ month: earlier, reason: "Mistake" }), "ledger_period_not_closable", "/month");
  const reopened = await shop.command("ledger", "reopen", last, "--mode", "sandbox", "--reason", "Too early");
  assert.equal(reopened.code, 0, reopened.stderr);
  const before = await reopen({ month: earlier, reason: "Too early as well" });
  assert.equal(before.status, 200, before.text);
  const { data } = await shop.ask("GET", "/api/ledger/periods");
  assert.deepEqual(
    data.map((each: JsonBody) => [each.month, each.status, each.reason]),
    [
      [last, "reopened", "Too early"],
      [earlier, "reopened", "Too early as well"],
    ],
  );
  const audited = await shop.kassa.db.sql<{ actor: string; changes: JsonBody }>(
    "SELECT actor, changes FROM audit_entries WHERE object = 'ledger_period' AND object_id = $1 ORDER BY position DESC LIMIT 1",
    [last],
  );
  assert.match(audited[0]?.actor ?? "", /^operator .*kassa ledger reopen/);
  assert.deepEqual(audited[0]?.changes.reason, { from: null, to: "Too early" });
  assert.equal((await close({ month: earlier })).status, 200);
  const skipped = monthsAgo(3);
  const refused = await close({ month: skipped });
  assertProblem(refused, "ledger_period_not_closable", "/month");
  assert.match(refused.body.detail, new RegExp(`The next one is ${last}`));
});

test("a month with differences is refused with their amounts, and closed despite them with their list", async () => {
  const sdk = sdkFor(shop.stripe.url, shop.stripe.keys.test);
  const product = { currency: "eur", unit_amount: 777, product_data: { name: "Book" } };
  const session = await sdk.checkout.sessions.create({
    mode: "payment",
    line_items: [{ quantity: 1, price_data: product }],
    success_url: "https://shop.example/thanks",
  });
  shop.stripe.pay(session.id, { number: "4242424242424242" });
  await shop.importSettlements();
  const unsettled = await shop.pay({ amount: 4_321 });
  await moveTo(last);
  const { data } = await shop.ask("GET", `/api/ledger/differences?month=${last}`);
  assert.deepEqual(
    data.map(({ kind, connectorAccount, currency, count, amount }: JsonBody) => [
      kind,
      connectorAccount,
      currency,
      count,
      amount,
    ]),
    [
      ["exception", shop.account, "EUR", 1, 777],
      ["not_settled", shop.account, "EUR", 1, 4_321],
    ],
  );
  assert.deepEqual(data[1].examples, [unsettled.attempts[0].id]);
  const refused = await close({ month: last });
  assertProblem(refused, "ledger_differences");
  assert.match(refused.body.detail, /1, 7\.77 EUR; .*: 1, 43\.21 EUR/);
  const told = await shop.command("ledger", "close", last, "--mode", "sandbox");
  assert.equal(told.code, 2);
  assert.match(told.stderr, /7\.77 EUR.*--despite-differences/s);
  const closed = await shop.command("ledger", "close", last, "--mode", "sandbox", "--despite-differences");
  assert.equal(closed.code, 0, closed.stderr);
  assert.match(closed.stdout, /is closed.*\n! Closed despite .*7\.77 EUR\n! Closed despite .*43\.21 EUR/);
  const [period] = (await shop.ask("GET", "/api/ledger/periods")).data;
  assert.deepEqual([period.month, period.status, period.differences], [last, "closed", data]);
  const listed = await shop.command("ledger", "periods", "--mode", "sandbox");
  assert.match(listed.stdout, new RegExp(`${last} +closed .*7\\.77 EUR`));
});

test("what is settled after the closing is posted in the open month", async () => {
  await shop.importSettlements();
  const rows = await shop.kassa.db.sql<{ kind: string }>(
    "SELECT kind FROM ledger_transactions WHERE created_at >= date_trunc('month', now(), 'UTC')",
  );
  assert.deepEqual(
    rows.map(({ kind }) => kind),
    ["settled"],
  );
  assert.deepEqual((await shop.ask("GET", `/api/ledger/differences?month=${current}`)).data, []);
  await shop.assertVerified();
});

test("closing takes the scope ledger_periods:write", async () => {
  const { tenantId } = scopeOf();
  const deps = { database: shop.kassa.app.database, keyring: shop.kassa.keyring };
  const reader = await createKey(deps, {
    tenantId,
    mode: "sandbox",
    scopes: ["ledger_periods:read", "balance:write"],
  });
  assert.ok(reader.ok);
  const key = reader.value.secret;
  assert.equal((await shop.kassa.call("GET", "/api/ledger/periods", { key })).status, 200);
  const body = { month: current };
  assertProblem(await shop.kassa.call("POST", "/api/ledger/periods", { key, body }), "scope_missing");
});

test("a month or day of another century is refused, which PostgreSQL or a reader might not know", async () => {
  for (const path of [
    "/api/ledger/differences?month=0000-01",
    "/api/reports/fees?month=0000-01",
    "/api/reports/fees?from=0000-01-01&to=0000-01-02",
    "/api/reports/fees?month=9999-12",
  ])
    assert.equal((await shop.kassa.call("GET", path)).status, 400, path);
});
