import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { after, before, test } from "node:test";
import type { onRequestHookHandler } from "fastify";
import { startTestApp, type TestApp } from "../support/app.ts";
import { countRoundTripsWhere, type RoundTrips } from "../support/round-trips.ts";
import { until } from "../support/until.ts";
import { startReceiver } from "../support/webhook-receiver.ts";
import { openWebhookTestbed } from "../support/webhooks.ts";
import { pay, payOnPage } from "./paying.ts";
import { makeSession } from "./support.ts";

// The app's jobs run beside the work that is counted, and some are woken by it: only statements of the work itself count.

let kassa: TestApp;
/** Whether the code that is running serves a request of the payment page. */
const servesPage = new AsyncLocalStorage<boolean>();
before(async () => {
  kassa = await startTestApp({}, (server) => {
    const enter: onRequestHookHandler = (request, _reply, done) =>
      servesPage.run(request.url.startsWith("/pay/"), done);
    server.addHook("onRequest", enter);
    // Once more after the body was read: its parser may leave the context.
    server.addHook("preValidation", enter);
  });
  // Statements that a process sends only once, for its first payment, aren't counted.
  await pay(kassa);
});
after(() => kassa.close());

function assertAtMost(most: number, { trips, statements }: RoundTrips): void {
  assert.ok(
    trips <= most,
    `${trips} round trips, ${statements.length} statements:\n${statements.join("\n")}`,
  );
}

test("a card payment takes at most 12 round trips to PostgreSQL, its page before and after included", async () => {
  const { id } = await makeSession(kassa);
  const count = countRoundTripsWhere(({ role }) => role === "request" && servesPage.getStore() === true);
  await payOnPage(kassa, id);
  await (await fetch(`${kassa.url}/pay/${id}`)).text();
  assertAtMost(12, count.stop());
});

test("two deliveries take at most 12 round trips, the search for more included", async (t) => {
  const receiver = await startReceiver();
  const testbed = await openWebhookTestbed();
  t.after(async () => {
    await testbed.close();
    await receiver.close();
  });
  await testbed.call("POST", "/webhook-endpoints", { body: { url: receiver.url, events: ["*"] } });
  await testbed.record("payment.captured");
  await testbed.record("checkout.session.completed");
  // Asked once in a process.
  await testbed.database.distribution();
  const [{ name } = {}] = await testbed.db.sql<{ name: string }>("SELECT current_database() AS name");
  const count = countRoundTripsWhere(
    ({ role, database }) => database === name && (role === "request" || role === "worker"),
  );
  testbed.startWorker({ pollMs: 60_000 });
  await receiver.wait(2);
  await until(async () => {
    const [row] = await testbed.db.sql<{ open: number }>(
      "SELECT count(*)::int AS open FROM webhook_deliveries WHERE status <> 'delivered'",
    );
    return row?.open === 0;
  }, "both deliveries are recorded");
  await until(() => testbed.database.load().used === 0, "the search for more is over");
  const counted = count.stop();
  // Citus can't find the due deliveries and their endpoints in one statement.
  const second = counted.statements.filter((statement) => statement.includes("AS found (tenant_id, id,"));
  assertAtMost(12 + second.length, counted);
});
