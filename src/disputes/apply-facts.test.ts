import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type DisputedSale, sellAndDispute, standingOf } from "../../test/support/disputes.ts";
import { type PaymentRig, startPaymentRig } from "../../test/support/payments.ts";
import type { DisputeFacts } from "../connectors/contract.ts";
import { applyFacts } from "./apply-facts.ts";

let rig: PaymentRig;
before(async () => {
  rig = await startPaymentRig({ pendingMs: 50 });
});
after(() => rig.close());

type Said = Partial<DisputeFacts>;

const hear = (sale: DisputedSale, said: Said = {}) =>
  applyFacts(rig.deps, rig.scope, sale.connectorAccount, { ...sale.facts, ...said });

const typesOf = async (sale: DisputedSale): Promise<string[]> =>
  (await rig.eventsOf(sale.session)).filter((type) => type.startsWith("dispute."));

async function heldOf(sale: DisputedSale): Promise<number | undefined> {
  const [row] = await rig.db.sql<{ held: string }>(
    "SELECT amount_disputed AS held FROM payments WHERE session_id = $1",
    [sale.session],
  );
  return row && Number(row.held);
}

async function kindsOf(sale: DisputedSale): Promise<string[]> {
  const rows = await rig.db.sql<{ kind: string }>(
    `SELECT kind FROM ledger_transactions t JOIN disputes d ON (d.tenant_id, d.id) = (t.tenant_id, t.source_id)
     WHERE d.psp_reference = $1 ORDER BY kind`,
    [sale.facts.pspReference],
  );
  return rows.map(({ kind }) => kind);
}

test("said twenty times at once it is one dispute, one posting each, one event", async () => {
  const sale = await sellAndDispute(rig);
  const applied = await Promise.all(Array.from({ length: 20 }, () => hear(sale)));
  assert.equal(applied.filter(({ kind }) => kind === "moved").length, 1);
  assert.deepEqual(await typesOf(sale), ["dispute.opened"]);
  assert.deepEqual(await kindsOf(sale), ["dispute_fee", "dispute_opened"]);
  assert.equal(await heldOf(sale), 2599);
});

const history: readonly Said[] = [
  { stage: "inquiry", status: "needs_response", fee: 0 },
  { stage: "inquiry", status: "under_review", fee: 0 },
  { status: "needs_response" },
  { status: "under_review" },
  { status: "won" },
];

test("in ten orders and however often it is said, it ends the same, and the books are the same", async () => {
  for (const order of turns(history)) {
    const sale = await sellAndDispute(rig);
    for (const said of [...order, ...order]) await hear(sale, said);
    assert.equal(await standingOf(rig, sale), "chargeback won");
    assert.deepEqual(await kindsOf(sale), ["dispute_fee", "dispute_opened", "dispute_won"]);
    assert.equal(await heldOf(sale), 0);
    const types = await typesOf(sale);
    assert.equal(types[0], "dispute.opened");
    assert.equal(types.indexOf("dispute.closed"), types.length - 1);
  }
});

/**
 * Each item first, then the others after it round the circle, forwards and backwards: for five items ten orders, no two
 * alike, in which each is first and last, before and after its neighbours. state.test.ts has the table hear all orders.
 */
function turns<Item>(items: readonly Item[]): Item[][] {
  return [items, items.toReversed()].flatMap((circle) =>
    circle.map((_, first) => [...circle.slice(first), ...circle.slice(0, first)]),
  );
}

test("won and lost at once: one of them is true, and the books are of that one", async () => {
  const sale = await sellAndDispute(rig);
  await hear(sale);
  const applied = await Promise.all([hear(sale, { status: "won" }), hear(sale, { status: "lost" })]);
  assert.deepEqual(applied.map(({ kind }) => kind).sort(), ["moved", "quarantined"]);
  const isWon = (await standingOf(rig, sale)) === "chargeback won";
  assert.equal(await heldOf(sale), isWon ? 0 : 2599);
  assert.ok((await kindsOf(sale)).includes(isWon ? "dispute_won" : "dispute_lost"));
});

test("what doesn't fit the charge changes nothing, and is logged and counted", async () => {
  const sale = await sellAndDispute(rig);
  const stranger = sale.attemptId.slice(0, -1) + (sale.attemptId.endsWith("0") ? "1" : "0");
  const lies: readonly (readonly [Said, string])[] = [
    [{ chargeKey: stranger }, "unknown_charge"],
    [{ chargeKey: "something else" }, "unknown_charge"],
    [{ currency: "USD" }, "currency_mismatch"],
    [{ amount: 2600 }, "amount_over_captured"],
    [{ stage: "inquiry", status: "lost" }, "impossible_state"],
  ];
  for (const [said, reason] of lies) {
    const before = rig.logged.length;
    assert.deepEqual(await hear(sale, said), { kind: "quarantined", reason });
    assert.match(rig.logged.slice(before).join(""), new RegExp(`"reason":"${reason}"`));
  }
  assert.equal(await standingOf(rig, sale), undefined);
  assert.deepEqual(await typesOf(sale), []);
});

test("two chargebacks of one payment together are no more than was captured", async () => {
  const sale = await sellAndDispute(rig);
  await hear(sale, { amount: 2000 });
  const second = { pspReference: "spd_second" };
  assert.deepEqual(await hear(sale, { ...second, amount: 600 }), {
    kind: "quarantined",
    reason: "amount_over_captured",
  });
  assert.equal((await hear(sale, { ...second, amount: 599 })).kind, "moved");
  assert.equal(await heldOf(sale), 2599);
});

test("the dispute of a charge whose outcome isn't known yet waits for that", async () => {
  const sale = await sellAndDispute(rig);
  await rig.db.sql("UPDATE attempts SET status = 'unknown', next_check_at = 'infinity' WHERE id = $1", [
    sale.attemptId,
  ]);
  assert.deepEqual(await hear(sale), { kind: "too_early" });
  await rig.db.sql("UPDATE attempts SET status = 'approved', next_check_at = NULL WHERE id = $1", [
    sale.attemptId,
  ]);
  assert.equal((await hear(sale)).kind, "moved");
});

async function feesOf(sale: DisputedSale): Promise<{ fee: number; booked: number }> {
  const [row] = await rig.db.sql<{ fee: number; booked: number }>(
    `SELECT d.fee, COALESCE((SELECT sum(amount) FROM ledger_entries
       WHERE source_id = d.id AND account = 'fees'), 0)::int AS booked
     FROM disputes d WHERE d.psp_reference = $1`,
    [sale.facts.pspReference],
  );
  assert.ok(row);
  return row;
}

for (const status of ["needs_response", "under_review", "won", "lost"] as const) {
  test(`a fee that the PSP names later is booked once, with the dispute ${status} as before`, async () => {
    const sale = await sellAndDispute(rig);
    await hear(sale, { fee: 0 });
    if (status !== "needs_response") await hear(sale, { fee: 0, status });
    assert.deepEqual(await feesOf(sale), { fee: 0, booked: 0 });
    const told = await typesOf(sale);
    for (let times = 0; times < 2; times += 1) await hear(sale, { fee: 1500, status });
    assert.deepEqual(await feesOf(sale), { fee: 1500, booked: 1500 });
    assert.equal(await standingOf(rig, sale), `chargeback ${status}`);
    assert.deepEqual(await typesOf(sale), [...told, "dispute.updated"]);
  });
}

test("what doesn't fit while a restored database is compared is asked again, and raises no alarm before that", async () => {
  const sale = await sellAndDispute(rig);
  const said = { ...sale.facts, amount: sale.facts.amount + 1 };
  const logged = rig.logged.length;
  const comparing = { ...rig.deps, mayHaveForgotten: async () => true };
  assert.deepEqual(await applyFacts(comparing, rig.scope, sale.connectorAccount, said), {
    kind: "too_early",
  });
  assert.equal(rig.logged.length, logged);
  const { kind } = await applyFacts(rig.deps, rig.scope, sale.connectorAccount, said);
  assert.equal(kind, "quarantined");
});
