import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type CrashPoint, crashPoints } from "../../src/kernel/crash-point.ts";
import { checkInvariants } from "../support/oracle.ts";
import { standing } from "../support/payments.ts";
import type { Receiver } from "../support/webhook-receiver.ts";
import { dieAt, openReceiver } from "./dying.ts";
import { type House, openHouse, type Visitor } from "./shop.ts";

// Kassa kills itself at each crash point of a clock's way, and is started again without one. Every clock has to arrive,
// and everything on its way has to have happened, once.

let house: House;
let receiver: Receiver;

before(async () => {
  house = await openHouse();
  // Fails each first attempt, so that there are retries on the way.
  receiver = await openReceiver(
    house,
    (number, response) => void response.writeHead(number % 2 ? 500 : 200).end(),
  );
});
after(async () => {
  await house.close();
  await receiver.close();
});

const isOfClocks = (point: CrashPoint): boolean => point.startsWith("clock:");
const successUrl = "https://shop.example/thanks";

type Journey = { readonly clock: string; readonly expiring: string; readonly paying: string };

const journeys: Journey[] = [];

for (const point of crashPoints.filter(isOfClocks)) {
  test(`killed at ${point}`, async () => {
    // A notification of an earlier crash's may lead the process to its point before its own clock does: once more, then.
    for (let tries = 0; tries < 5 && !(await crashAt(point)); tries += 1);
  });
}

/** Has those clocks wait that earlier crashes have left on their way, as if their leases lasted. */
const hold = (seconds: number): Promise<unknown> =>
  house.db.sql(
    "UPDATE clocks SET lease_until = now() + make_interval(secs => $1) WHERE status = 'advancing'",
    [seconds],
  );

/** Whether the process died of the advance that it was asked for. */
async function crashAt(point: CrashPoint): Promise<boolean> {
  await hold(3_600);
  let journey: Journey | undefined;
  const death = await dieAt(house, point, async (visitor) => {
    journey = await begin(visitor);
    await visitor.api(`/sandbox/clocks/${journey.clock}/advance`, { by: "P2D" });
  });
  // It may have died before it was asked: its session then waits, rightly, on a clock that stands still.
  const [clock] = await house.db.sql<{ advances: number }>("SELECT advances FROM clocks WHERE id = $1", [
    journey?.clock ?? "",
  ]);
  if (death === "lived" || !journey || !clock?.advances) return false;
  journeys.push(journey);
  return true;
}

test("after the restart every clock arrives, and what was on its way has happened once", async () => {
  assert.equal(journeys.length, crashPoints.filter(isOfClocks).length);
  // As long as the lease of a process that died just now.
  await hold(20);
  await house.startKassa();
  // They are gone on with as soon as their leases are over, eleven at once; on a busy machine that takes a while.
  const deadline = performance.now() + 90_000;
  for (const { clock } of journeys) await arrival(clock, deadline);
  assert.deepEqual(await checkInvariants(house.db), []);
  for (const journey of journeys) await assertLived(journey);
});

/** A session that will expire, and one that is paid by a card that is decided later. */
async function begin(visitor: Visitor): Promise<Journey> {
  const { id: clock } = await visitor.api("/sandbox/clocks", {});
  const session = { amount: 2599, currency: "EUR", successUrl, clock };
  const { id: expiring } = await visitor.api("/checkout/sessions", session);
  const { id: paying } = await visitor.api("/checkout/sessions", session);
  await visitor.pay(paying, "approvedLater");
  return { clock, expiring, paying };
}

async function arrival(clock: string, deadline: number): Promise<void> {
  for (; performance.now() < deadline; await sleep(50)) {
    const [row] = await house.db.sql<{ status: string }>("SELECT status FROM clocks WHERE id = $1", [clock]);
    if (row?.status === "ready") return;
  }
  assert.fail("the clock has not arrived");
}

async function assertLived({ clock, expiring, paying }: Journey): Promise<void> {
  assert.match(await standing(house.db, expiring), /^expired, unpaid, charged 0/);
  assert.match(await standing(house.db, paying), /^complete, paid, charged 1/);
  const told = await house.db.sql<{ type: string; at: string }>(
    `SELECT type, (v.created_at - s.created_at)::text AS at
     FROM events v JOIN checkout_sessions s ON s.id = v.session_id WHERE s.clock_id = $1 ORDER BY type`,
    [clock],
  );
  assert.deepEqual(
    told.map(({ type }) => type),
    [
      "checkout.session.async_payment_succeeded",
      "checkout.session.completed",
      "checkout.session.expired",
      "payment.captured",
    ],
  );
  const waiting = await house.db.sql(
    `SELECT d.id, d.status, d.next_attempt_at FROM webhook_deliveries d JOIN clocks c ON c.id = d.lives_on
     WHERE d.lives_on = $1 AND d.status = 'pending' AND d.clock_id IS NOT NULL AND d.next_attempt_at <= c.shows`,
    [clock],
  );
  assert.deepEqual(waiting, [], "nothing that was due on the way still waits");
}
