import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { checkInvariants } from "../support/oracle.ts";
import { sessionSummary } from "../support/payments.ts";
import { dieAt, type Place, retryUntilReached, untilWorkDone } from "./die-at.ts";
import { openTestbed, type Testbed, Visitor } from "./testbed.ts";

// The first of two accounts makes no hosted page, so each submit begins at the second. Kassa dies at every step between the two
// begins. No customer may be charged twice or at the first account, and each must still be able to pay.

const places: readonly Place[] = [
  "begin-payment:psp-answered",
  "apply-outcome:before-commit",
  "apply-outcome:committed",
  "begin-payment:before-intent:2",
  "begin-payment:intent-committed:2",
  "begin-payment:psp-answered:2",
  "apply-outcome:before-commit:2",
  "apply-outcome:committed:2",
];

let testbed: Testbed;
const sessions = new Map<string, Place>();

before(async () => {
  testbed = await openTestbed({ KASSA_SANDBOX_PAGE: "hosted", KASSA_SANDBOX_ACCOUNT: "1,2" });
});
after(() => testbed.close());

for (const place of places) {
  test(`killed at ${place}`, () =>
    retryUntilReached(testbed, place, async () => {
      let session: string | undefined;
      const death = await dieAt(testbed, place, async (visitor) => {
        session = await visitor.createSession({ customerEmail: "psp-1-down@example.com" });
        sessions.set(session, place);
        await visitor.pay(session, "approved");
      });
      return session !== undefined && death === "died";
    }));
}

test("after the restart the work is done, the oracle finds no violation, and every customer pays once, at the second account", async () => {
  assert.deepEqual(new Set(sessions.values()), new Set(places));
  const kassa = await testbed.startKassa();
  await untilWorkDone(testbed);
  assert.deepEqual(await checkInvariants(testbed.db), []);
  const visitor = new Visitor(kassa, testbed.key);
  for (const [session, place] of sessions) {
    const before = await sessionSummary(testbed.db, session);
    if (before.startsWith("open, processing")) await visitor.payAtPsp(session, "approved");
    else await visitor.payOnHostedPage(session, "approved");
    assert.equal(await sessionSummary(testbed.db, session), "complete, paid, charged 1 times", place);
  }
  await untilWorkDone(testbed);
  assert.deepEqual(await checkInvariants(testbed.db), []);
  const accounts = await testbed.db.sql<{ status: string; number: string; failed: number | null }>(
    `SELECT DISTINCT status, right(connector_account, 1) AS number, json_array_length(passed_over) AS failed FROM attempts
     WHERE status <> 'declined'`,
  );
  assert.deepEqual(accounts, [{ status: "approved", number: "1", failed: 1 }]);
  assert.deepEqual(await kassa.end(), { code: 0, signal: null });
});
