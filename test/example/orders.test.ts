import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { applyEvent } from "../../examples/shop/apply-event.ts";
import { readCart } from "../../examples/shop/cart.ts";
import { Orders } from "../../examples/shop/orders.ts";
import type { Event } from "../../sdk/src/index.ts";

const id = "00000000-0000-4000-8000-000000000001";
/** A monstera, two pots, shipping. */
const cart = readCart({ monstera: "1", pot: "2", can: "10", pearls: "-1", monster: "1" });

test("a cart takes known products in possible quantities, at the shop's prices", () => {
  assert.deepEqual(
    cart.lines.map(({ product, quantity }) => [product.sku, quantity]),
    [
      ["monstera", 1],
      ["pot", 2],
    ],
  );
  assert.equal(cart.amount, 3490 + 2 * 900 + 490);
  assert.equal(readCart({}).amount, 0);
});

const paid = sessionEvent("evt_1", 2, "checkout.session.completed", "paid");
const refundCreated = refundEvent("evt_2", 4, "refund.created", "pending");
const refundFailed = refundEvent("evt_3", 5, "refund.failed", "failed");

test("whatever the order of events, and however often they come, an order ends the same and is packed once", (t) => {
  for (const order of permutations([paid, refundCreated, refundFailed])) {
    const orders = openOrders(t);
    for (const event of [...order, ...order]) applyEvent(orders, event);
    const { state, refundedAmount, fulfilledAt } = orders.find(id) ?? assert.fail();
    const names = order.map(({ type }) => type).join();
    assert.deepEqual([state, refundedAmount, orders.parcels()], ["paid", 0, [id]], names);
    assert.ok(fulfilledAt);
  }
});

test("a delayed payment is packed when the money has arrived, not before", (t) => {
  const processing = sessionEvent("evt_4", 2, "checkout.session.completed", "processing");
  const arrived = sessionEvent("evt_5", 3, "checkout.session.async_payment_succeeded", "paid");
  for (const order of permutations([processing, arrived])) {
    const orders = openOrders(t);
    for (const event of order) {
      applyEvent(orders, event);
      assert.deepEqual(orders.parcels().length, orders.find(id)?.state === "paid" ? 1 : 0);
    }
    assert.equal(orders.find(id)?.state, "paid");
  }
  const failed = openOrders(t);
  applyEvent(failed, processing);
  applyEvent(failed, sessionEvent("evt_6", 3, "checkout.session.async_payment_failed", "unpaid"));
  assert.deepEqual([failed.find(id)?.state, failed.parcels()], ["failed", []]);
});

test("an order whose money went back before it was packed isn't packed", (t) => {
  const orders = openOrders(t);
  applyEvent(orders, refundEvent("evt_7", 4, "refund.succeeded", "succeeded", cart.amount));
  applyEvent(orders, paid);
  assert.deepEqual([orders.find(id)?.refundedAmount, orders.parcels()], [cart.amount, []]);
});

test("an event whose effect fails is processed when it comes again", (t) => {
  const orders = openOrders(t);
  const fulfil = t.mock.method(orders, "fulfil", () => {
    throw new Error("the disk is full");
  });
  assert.throws(() => applyEvent(orders, paid), /disk/);
  assert.equal(orders.find(id)?.state, "unpaid");
  fulfil.mock.restore();
  applyEvent(orders, paid);
  assert.deepEqual([orders.find(id)?.state, orders.parcels()], ["paid", [id]]);
});

test("work for an event runs once", (t) => {
  const orders = openOrders(t);
  const work = t.mock.fn();
  assert.deepEqual([orders.once("evt_1", work), orders.once("evt_1", work)], [true, false]);
  assert.equal(work.mock.callCount(), 1);
});

/** With one order that isn't paid. */
function openOrders(t: TestContext): Orders {
  const folder = mkdtempSync(path.join(tmpdir(), "kassa-shop-"));
  const orders = new Orders(path.join(folder, "orders.sqlite"));
  t.after(() => {
    orders.close();
    rmSync(folder, { recursive: true });
  });
  orders.place(id, cart);
  return orders;
}

function sessionEvent(eventId: string, sequence: number, type: Event["type"], paymentStatus: string): Event {
  return event(eventId, sequence, type, { object: "checkout.session", clientReferenceId: id, paymentStatus });
}

function refundEvent(
  eventId: string,
  sequence: number,
  type: Event["type"],
  status: string,
  amount = 900,
): Event {
  const refund = { object: "refund", id: "re_1", clientReferenceId: id, amount, status, late: false };
  return event(eventId, sequence, type, refund);
}

/** An event as it arrives: only what the shop reads. */
function event(eventId: string, sequence: number, type: Event["type"], object: object): Event {
  return JSON.parse(JSON.stringify({ object: "event", id: eventId, type, sequence, data: { object } }));
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}
