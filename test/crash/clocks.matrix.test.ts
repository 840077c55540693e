import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type CrashPoint, crashPoints } from "../../src/kernel/crash-point.ts";
import { checkInvariants } from "../support/oracle.ts";
import { sessionSummary } from "../support/payments.ts";
import type { Receiver } from "../support/webhook-receiver.ts";
import { dieAt, openReceiver } from "./die-at.ts";
import { openTestbed, type Testbed, type Visitor } from "./testbed.ts";

// Kassa kills itself at each crash point of a clock's advance, and is restarted without one. Every clock must then
// arrive, and everything due on the way must have happened exactly once.

let testbed: Testbed;
let receiver: Receiver;

before(async () => {
  testbed = await openTestbed();
  // Fails every other request, so that there are retries on the way.
  receiver = await openReceiver(
    testbed,
    (number, response) => void response.writeHead(number % 2 ? 500 : 200).end(),
  );
});
after(async () => {
  await testbed.close();
  await receiver.close();
});

const isClockPoint = (point: CrashPoint): boolean => point.startsWith("clock:");
const successUrl = "https://shop.example/thanks";

type Advance = { readonly clock: string; readonly expiring: string; readonly paying: string };

const advances: Advance[] = [];

for (const point of crashPoints.filter(isClockPoint)) {
  test(`killed at ${point}`, async () => {
    // A notification left by an earlier crash may bring the process to the point before its own clock does; then try
    // again.
    for (let tries = 0; tries < 5 && !(await crashAt(point)); tries += 1);
  });
}

/** Postpones the clocks that earlier crashes left on their way, as if their leases lasted. */
const postponeAdvances = (seconds: number): Promise<unknown> =>
  testbed.db.sql(
    "UPDATE clocks SET lease_until = now() + make_interval(secs => $1) WHERE status = 'advancing'",
    [seconds],
  );

/** Whether the process died during the advance that it was asked for. */
async function crashAt(point: CrashPoint): Promise<boolean> {
  await postponeAdvances(3_600);
  let advance: Advance | undefined;
  const death = await dieAt(testbed, point, async (visitor) => {
    advance = await begin(visitor);
    await visitor.api(`/sandbox/clocks/${advance.clock}/advance`, { by: "P2D" });
  });
  // If it died before the request, its session rightly waits on a clock that stands still.
  const [clock] = await testbed.db.sql<{ advances: number }>("SELECT advances FROM clocks WHERE id = $1", [
    advance?.clock ?? "",
  ]);
  if (death === "lived" || !advance || !clock?.advances) return false;
  advances.push(advance);
  return true;
}

test("after the restart every clock arrives, and everything due on the way has happened once", async () => {
  assert.equal(advances.length, crashPoints.filter(isClockPoint).length);
  // As long as the lease of a process that has just died.
  await postponeAdvances(20);
  await testbed.startKassa();
  // The advances continue once their leases end, all at about the same time; on a busy machine that takes a while.
  const deadline = performance.now() + 90_000;
  for (const { clock } of advances) await untilArrived(clock, deadline);
  assert.deepEqual(await checkInvariants(testbed.db), []);
  for (const advance of advances) await assertHappenedOnce(advance);
});

/** Starts with a session that will expire, and one paid with a card that is approved later. */
async function begin(visitor: Visitor): Promise<Advance> {
  const { id: clock } = await visitor.api("/sandbox/clocks", {});
  const session = { amount: 2599, currency: "EUR", successUrl, clock };
  const { id: expiring } = await visitor.api("/checkout/sessions", session);
  const { id: paying } = await visitor.api("/checkout/sessions", session);
  await visitor.pay(paying, "approvedLater");
  return { clock, expiring, paying };
}

async function untilArrived(clock: string, deadline: number): Promise<void> {
  for (; performance.now() < deadline; await sleep(50)) {
    const [row] = await testbed.db.sql<{ status: string }>("SELECT status FROM clocks WHERE id = $1", [
      clock,
    ]);
    if (row?.status === "ready") return;
  }
  assert.fail("the clock has not arrived");
}

async function assertHappenedOnce({ clock, expiring, paying }: Advance): Promise<void> {
  assert.match(await sessionSummary(testbed.db, expiring), /^expired, unpaid, charged 0/);
  assert.match(await sessionSummary(testbed.db, paying), /^complete, paid, charged 1/);
  const told = await testbed.db.sql<{ type: string; at: string }>(
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
  const waiting = await testbed.db.sql(
    `SELECT d.id, d.status, d.next_attempt_at FROM webhook_deliveries d JOIN clocks c ON c.id = d.lives_on
     WHERE d.lives_on = $1 AND d.status = 'pending' AND d.clock_id IS NOT NULL AND d.next_attempt_at <= c.shows`,
    [clock],
  );
  assert.deepEqual(waiting, [], "no delivery that was due on the way is still pending");
}
