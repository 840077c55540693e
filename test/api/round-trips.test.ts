import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestApp, type TestApp } from "../support/app.ts";
import { countRoundTrips, type RoundTrips } from "../support/round-trips.ts";
import { until } from "../support/until.ts";
import { startReceiver } from "../support/webhook-receiver.ts";
import { openWebhookHouse } from "../support/webhooks.ts";
import { pay, payOnPage } from "./paying.ts";
import { makeSession } from "./support.ts";

let kassa: TestApp;
before(async () => {
  kassa = await startTestApp();
  // What a process asks once, for its first payment, isn't counted.
  await pay(kassa);
});
after(() => kassa.close());

function assertAtMost(most: number, { trips, statements }: RoundTrips): void {
  assert.ok(
    trips <= most,
    `${trips} round trips, ${statements.length} statements:\n${statements.join("\n")}`,
  );
}

test("a card payment takes at most 24 round trips to PostgreSQL, its page before and after included", async () => {
  const { id } = await makeSession(kassa);
  const count = countRoundTrips("request");
  await payOnPage(kassa, id);
  await (await fetch(`${kassa.url}/pay/${id}`)).text();
  assertAtMost(24, count.stop());
});

test("two deliveries take at most 12 round trips, the search for more included", async (t) => {
  const receiver = await startReceiver();
  const house = await openWebhookHouse();
  t.after(async () => {
    await house.close();
    await receiver.close();
  });
  await house.call("POST", "/webhook-endpoints", { body: { url: receiver.url, events: ["*"] } });
  await house.record("payment.captured");
  await house.record("checkout.session.completed");
  const count = countRoundTrips("request", "worker");
  house.startWorker({ pollMs: 60_000 });
  await receiver.wait(2);
  await until(async () => {
    const [row] = await house.db.sql<{ open: number }>(
      "SELECT count(*)::int AS open FROM webhook_deliveries WHERE status <> 'delivered'",
    );
    return row?.open === 0;
  }, "both deliveries are recorded");
  await until(() => house.database.load().used === 0, "the search for more is over");
  assertAtMost(12, count.stop());
});
