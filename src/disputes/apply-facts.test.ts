import assert from "node:assert/strict";
import { test } from "node:test";
import { type DisputedSale, disputeSummary, makeDisputedSale } from "../../test/support/disputes.ts";
import { usePaymentTestbed } from "../../test/support/payments.ts";
import type { DisputeFacts } from "../connectors/disputes.ts";
import { applyFacts } from "./apply-facts.ts";

const rig = usePaymentTestbed({ pendingMs: 50 });

type Report = Partial<DisputeFacts>;

const apply = (sale: DisputedSale, reported: Report = {}) =>
  applyFacts(rig.deps, rig.scope, sale.connectorAccount, { ...sale.facts, ...reported });

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

test("twenty concurrent reports make one dispute, one posting of each kind and one event", async () => {
  const sale = await makeDisputedSale(rig);
  const applied = await Promise.all(Array.from({ length: 20 }, () => apply(sale)));
  assert.equal(applied.filter(({ kind }) => kind === "moved").length, 1);
  assert.deepEqual(await typesOf(sale), ["dispute.opened"]);
  assert.deepEqual(await kindsOf(sale), ["dispute_fee", "dispute_opened"]);
  assert.equal(await heldOf(sale), 2599);
});

const history: readonly Report[] = [
  { stage: "inquiry", status: "needs_response", fee: 0 },
  { stage: "inquiry", status: "under_review", fee: 0 },
  { status: "needs_response" },
  { status: "under_review" },
  { status: "won" },
];

test("reports in ten different orders, each twice, lead to the same dispute and the same postings", async () => {
  for (const order of rotations(history)) {
    const sale = await makeDisputedSale(rig);
    for (const reported of [...order, ...order]) await apply(sale, reported);
    assert.equal(await disputeSummary(rig, sale), "chargeback won");
    assert.deepEqual(await kindsOf(sale), ["dispute_fee", "dispute_opened", "dispute_won"]);
    assert.equal(await heldOf(sale), 0);
    const types = await typesOf(sale);
    assert.equal(types[0], "dispute.opened");
    assert.equal(types.indexOf("dispute.closed"), types.length - 1);
  }
});

/**
 * All rotations of the items, forwards and backwards: for five items, ten different orders. state.test.ts covers all orders of
 * the state table.
 */
function rotations<Item>(items: readonly Item[]): Item[][] {
  return [items, items.toReversed()].flatMap((circle) =>
    circle.map((_, first) => [...circle.slice(first), ...circle.slice(0, first)]),
  );
}

test("of concurrent reports of won and lost, one is applied, and the postings match it", async () => {
  const sale = await makeDisputedSale(rig);
  await apply(sale);
  const applied = await Promise.all([apply(sale, { status: "won" }), apply(sale, { status: "lost" })]);
  assert.deepEqual(applied.map(({ kind }) => kind).sort(), ["moved", "outdated"]);
  const isWon = (await disputeSummary(rig, sale)) === "chargeback won";
  assert.equal(await heldOf(sale), isWon ? 0 : 2599);
  assert.ok((await kindsOf(sale)).includes(isWon ? "dispute_won" : "dispute_lost"));
});

test("a report that doesn't match the charge changes nothing, and is logged with its reason", async () => {
  const sale = await makeDisputedSale(rig);
  const unknownKey = sale.attemptId.slice(0, -1) + (sale.attemptId.endsWith("0") ? "1" : "0");
  const mismatches: readonly (readonly [Report, string])[] = [
    [{ chargeKey: unknownKey }, "unknown_charge"],
    [{ chargeKey: "something else" }, "unknown_charge"],
    [{ currency: "USD" }, "currency_mismatch"],
    [{ amount: 2600 }, "amount_over_captured"],
    [{ stage: "inquiry", status: "lost" }, "impossible_state"],
  ];
  for (const [reported, reason] of mismatches) {
    const before = rig.logged.length;
    assert.deepEqual(await apply(sale, reported), { kind: "quarantined", reason });
    assert.match(rig.logged.slice(before).join(""), new RegExp(`"reason":"${reason}"`));
  }
  assert.equal(await disputeSummary(rig, sale), undefined);
  assert.deepEqual(await typesOf(sale), []);
});

test("two chargebacks of one payment can't exceed the captured amount together", async () => {
  const sale = await makeDisputedSale(rig);
  await apply(sale, { amount: 2000 });
  const second = { pspReference: "spd_second" };
  assert.deepEqual(await apply(sale, { ...second, amount: 600 }), {
    kind: "quarantined",
    reason: "amount_over_captured",
  });
  assert.equal((await apply(sale, { ...second, amount: 599 })).kind, "moved");
  assert.equal(await heldOf(sale), 2599);
});

test("a dispute is applied only once the outcome of its charge is known", async () => {
  const sale = await makeDisputedSale(rig);
  await rig.db.sql("UPDATE attempts SET status = 'unknown', next_check_at = 'infinity' WHERE id = $1", [
    sale.attemptId,
  ]);
  assert.deepEqual(await apply(sale), { kind: "too_early" });
  await rig.db.sql("UPDATE attempts SET status = 'approved', next_check_at = NULL WHERE id = $1", [
    sale.attemptId,
  ]);
  assert.equal((await apply(sale)).kind, "moved");
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
  test(`a fee that is reported later is booked once and leaves the dispute ${status}`, async () => {
    const sale = await makeDisputedSale(rig);
    await apply(sale, { fee: 0 });
    if (status !== "needs_response") await apply(sale, { fee: 0, status });
    assert.deepEqual(await feesOf(sale), { fee: 0, booked: 0 });
    const before = await typesOf(sale);
    for (let times = 0; times < 2; times += 1) await apply(sale, { fee: 1500, status });
    assert.deepEqual(await feesOf(sale), { fee: 1500, booked: 1500 });
    assert.equal(await disputeSummary(rig, sale), `chargeback ${status}`);
    assert.deepEqual(await typesOf(sale), [...before, "dispute.updated"]);
  });
}

test("a mismatch during the comparison of a restored database is checked again later, without an alarm", async () => {
  const sale = await makeDisputedSale(rig);
  const reported = { ...sale.facts, amount: sale.facts.amount + 1 };
  const logged = rig.logged.length;
  const comparing = { ...rig.deps, mayBeMissingPayments: async () => true };
  assert.deepEqual(await applyFacts(comparing, rig.scope, sale.connectorAccount, reported), {
    kind: "too_early",
  });
  assert.equal(rig.logged.length, logged);
  const { kind } = await applyFacts(rig.deps, rig.scope, sale.connectorAccount, reported);
  assert.equal(kind, "quarantined");
});
