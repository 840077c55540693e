import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { CrashPoint } from "../../src/kernel/crash-point.ts";
import { checkInvariants } from "../support/oracle.ts";
import { sessionSummary } from "../support/payments.ts";
import { dieAt, retryUntilReached, untilWorkDone } from "./die-at.ts";
import { openTestbed, type Testbed, Visitor } from "./testbed.ts";

// Like kill-at-each-step, for customers who pay on the PSP's hosted page. A begin that was interrupted charges nothing, and
// every customer can still finish.

type Scenario = (visitor: Visitor, session: string) => Promise<unknown>;

const goToPsp: Scenario = (visitor, session) => visitor.pay(session, "approved");
const payAtPsp: Scenario = (visitor, session) => visitor.payOnHostedPage(session, "approved");
const callOff: Scenario = async (visitor, session) => {
  await visitor.pay(session, "approved");
  await visitor.callOff(session);
};
/** The customer pays and closes the browser. */
const closeBrowser: Scenario = async (visitor, session) => {
  await visitor.pay(session, "approved");
  await testbed.db.sql("UPDATE attempts SET next_check_at = now() WHERE status = 'action_required'");
};

const scenarios = {
  "begin-payment:before-intent": goToPsp,
  "begin-payment:intent-committed": goToPsp,
  "begin-payment:psp-answered": goToPsp,
  "apply-outcome:before-commit": goToPsp,
  "apply-outcome:committed": goToPsp,
  "submit:before-redirect": goToPsp,
  "return:intent-committed": payAtPsp,
  "return:psp-answered": payAtPsp,
  "return:outcome-applied": payAtPsp,
  "notification:verified": payAtPsp,
  "notification:stored": payAtPsp,
  "call-off:intent-committed": callOff,
  "call-off:settled": callOff,
  "reconcile:asking": closeBrowser,
  "reconcile:psp-answered": closeBrowser,
  "reconcile:outcome-applied": closeBrowser,
} satisfies Partial<Record<CrashPoint, Scenario>>;

let testbed: Testbed;
const sessions = new Map<string, CrashPoint>();

before(async () => {
  testbed = await openTestbed({ KASSA_SANDBOX_PAGE: "hosted" });
});
after(() => testbed.close());

for (const [point, drive] of Object.entries(scenarios) as [CrashPoint, Scenario][]) {
  test(`killed at ${point}`, () =>
    retryUntilReached(testbed, point, async () => {
      let session: string | undefined;
      const death = await dieAt(testbed, point, async (visitor) => {
        session = await visitor.createSession();
        sessions.set(session, point);
        await drive(visitor, session);
      });
      return session !== undefined && death === "died";
    }));
}

test("after the restart the work is done, the oracle finds no violation, and every customer pays once", async () => {
  assert.deepEqual(new Set(sessions.values()), new Set(Object.keys(scenarios)));
  const kassa = await testbed.startKassa();
  await untilWorkDone(testbed);
  assert.deepEqual(await checkInvariants(testbed.db), []);
  const visitor = new Visitor(kassa, testbed.key);
  for (const [session, point] of sessions) {
    const before = await sessionSummary(testbed.db, session);
    if (before.startsWith("open, processing")) await visitor.payAtPsp(session, "approved");
    else if (before.startsWith("open, unpaid")) await visitor.payOnHostedPage(session, "approved");
    assert.match(await sessionSummary(testbed.db, session), /^complete, paid, charged 1/, point);
  }
  await untilWorkDone(testbed);
  assert.deepEqual(await checkInvariants(testbed.db), []);
  assert.deepEqual(await kassa.end(), { code: 0, signal: null });
});
