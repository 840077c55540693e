import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openLink, sendForm } from "../api/link-visitor.ts";
import { dieAt } from "./die-at.ts";
import { openTestbed, type Testbed, Visitor } from "./testbed.ts";

let testbed: Testbed;
before(async () => {
  testbed = await openTestbed();
});
after(() => testbed.close());

test("a process that dies between a link's session and the redirect loses no place: the same form leads to that session", async (t) => {
  const first = await testbed.startKassa();
  const body = { name: "Concert", amount: 2500, currency: "EUR", maxPayments: 1 };
  const link = await new Visitor(first, testbed.key).api("/payment-links", body);
  await first.end();
  let form: Awaited<ReturnType<typeof openLink>> | undefined;
  const death = await dieAt(testbed, "payment-link:session-committed", async () => {
    form = await openLink(`${first.url}/l/${link.id}`);
    await sendForm(form);
  });
  assert.equal(death, "died");
  assert.ok(form);
  const second = await testbed.startKassa();
  t.after(() => second.end());
  const { status, session } = await sendForm(form);
  assert.equal(status, 303);
  const sessions = await testbed.db.sql<{ id: string }>(
    "SELECT id FROM checkout_sessions WHERE payment_link_id = $1",
    [link.id],
  );
  assert.deepEqual(sessions, [{ id: session }]);
});
