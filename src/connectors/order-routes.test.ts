import assert from "node:assert/strict";
import { test } from "node:test";
import { newChargeRoute } from "../../test/support/new-charge-route.ts";
import { orderRoutes } from "./order-routes.ts";
import type { NewChargeRoute } from "./registry.ts";

// The order depends on nothing but the ids, so these tests can't fail by chance.
const sessions = Array.from({ length: 10_000 }, (_, n) => `cs_sandbox_${n}`);
const idsOf = (routes: readonly NewChargeRoute[]) => routes.map(({ account }) => account.id);
const orderOf = (routes: readonly NewChargeRoute[], session: string) => idsOf(orderRoutes(routes, session));

/** How many sessions use each account first. */
function firstOf(routes: readonly NewChargeRoute[]): Record<string, number> {
  const counts: Record<string, number> = Object.fromEntries(idsOf(routes).map((id) => [id, 0]));
  for (const session of sessions) {
    const [first = "none"] = orderOf(routes, session);
    counts[first] = (counts[first] ?? 0) + 1;
  }
  return counts;
}

const near = (count: number | undefined, expected: number) =>
  assert.ok(Math.abs((count ?? 0) - expected) < 150, `${count} of about ${expected}`);

test("a lower position comes first, whatever the weights are", () => {
  const routes = [
    newChargeRoute("third", { position: 7, weight: 1000 }),
    newChargeRoute("first", { position: 1 }),
    newChargeRoute("second", { position: 2, weight: 1000 }),
  ];
  for (const session of sessions.slice(0, 1_000))
    assert.deepEqual(orderOf(routes, session), ["first", "second", "third"]);
});

test("accounts with the same position get sessions in proportion to their weights", () => {
  const counts = firstOf([newChargeRoute("heavy", { weight: 3 }), newChargeRoute("light")]);
  near(counts.heavy, 7_500);
  near(counts.light, 2_500);
  const three = firstOf(
    ["a", "b", "c"].map((id, index) => newChargeRoute(id, { weight: [5, 3, 2][index] ?? 0 })),
  );
  near(three.a, 5_000);
  near(three.b, 3_000);
  near(three.c, 2_000);
});

test("a session always gets the same order, however the accounts are listed", () => {
  const routes = ["a", "b", "c", "d"].map((id) => newChargeRoute(id));
  const orders = new Set<string>();
  for (const session of sessions.slice(0, 1_000)) {
    const order = orderOf(routes, session);
    assert.deepEqual(orderOf(routes, session), order);
    assert.deepEqual(orderOf(routes.toReversed(), session), order);
    orders.add(order.join());
  }
  assert.equal(orders.size, 24, "each order of the four accounts occurs");
});

test("the sessions of a removed account move to the others, and no other session moves", () => {
  const routes = ["a", "b", "c"].map((id) => newChargeRoute(id));
  const left = routes.filter(({ account }) => account.id !== "b");
  for (const session of sessions) {
    const before = orderOf(routes, session);
    assert.deepEqual(
      orderOf(left, session),
      before.filter((id) => id !== "b"),
    );
  }
});
