import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type FakePayPal, startFakePayPal } from "../psp/paypal/fake-paypal.ts";
import { until } from "../support/until.ts";
import { dieAt, type Place, retryUntilReached, untilWorkDone } from "./die-at.ts";
import { openTestbed, type Testbed, Visitor } from "./testbed.ts";

// PayPal charges only when Kassa asks it to, after the customer has approved. Kassa dies at every step of that, and PayPal loses answers.
// Every customer who approved pays once, and one who has chosen another way to pay beforehand pays nothing at PayPal.

type Scenario = {
  readonly drive: (visitor: Visitor, session: string) => Promise<unknown>;
  /** What PayPal has captured in the end. */
  readonly captured: 0 | 2599;
};

const comeBack: Scenario = {
  drive: async (visitor, session) => {
    approve(session, await goToPayPal(visitor, session));
    await visitor.comeBack(session);
  },
  captured: 2599,
};
/** PayPal charges, and its answer is lost. */
const loseAnswer: Scenario = {
  drive: async (visitor, session) => {
    approve(session, await goToPayPal(visitor, session));
    paypal.faults.add({ kind: "lose_answer_after", match: "/capture" });
    await visitor.comeBack(session);
  },
  captured: 2599,
};
const closeBrowser: Scenario = {
  drive: async (visitor, session) => {
    approve(session, await goToPayPal(visitor, session));
    await testbed.db.sql("UPDATE attempts SET next_check_at = now() WHERE status = 'action_required'");
  },
  captured: 2599,
};
/** The customer chooses another way to pay, and approves at PayPal afterwards in another tab. */
const callOffFirst: Scenario = {
  drive: async (visitor, session) => {
    const page = await goToPayPal(visitor, session);
    await visitor.callOff(session).finally(() => approve(session, page));
  },
  captured: 0,
};

const scenarios = new Map<Place, Scenario>([
  ["return:intent-committed", comeBack],
  ["finish:intent-committed", comeBack],
  ["finish:psp-answered", comeBack],
  ["return:psp-answered", loseAnswer],
  ["apply-outcome:before-commit:2", comeBack],
  ["apply-outcome:committed:2", comeBack],
  ["reconcile:asking", closeBrowser],
  ["reconcile:psp-answered", closeBrowser],
  ["call-off:intent-committed", callOffFirst],
  ["call-off:settled", callOffFirst],
]);

let testbed: Testbed;
let paypal: FakePayPal;
const sessions = new Map<string, Place>();
/** The sessions whose customers have approved. Work that an earlier crash has left may end a process before that. */
const approved = new Set<string>();

before(async () => {
  paypal = await startFakePayPal({ webhookRetryMs: 20 });
  testbed = await openTestbed({ KASSA_PAYPAL_URL: paypal.url, KASSA_PSP_TIMEOUT_MS: "1500" });
  const kassa = await testbed.startKassa();
  const visitor = new Visitor(kassa, testbed.key);
  const body = { connector: "paypal", label: "Shop", credentials: paypal.app };
  const { id } = await visitor.api("/connector-accounts", body);
  await visitor.api(`/connector-accounts/${id}/register-notifications`, {});
  await visitor.api(`/connector-accounts/${id}`, { status: "enabled" });
  await kassa.end();
});
after(async () => {
  await testbed.close();
  await paypal.close();
});

/** Where the page leads a customer who pays with PayPal. A begin that PayPal doesn't answer in time is tried again. */
async function goToPayPal(visitor: Visitor, session: string): Promise<string> {
  for (let tries = 0; tries < 5; tries += 1) {
    const page = await visitor.choose(session, "wallet");
    if (URL.canParse(page) && new URL(page).searchParams.has("token")) return page;
  }
  return assert.fail("PayPal made no page in five tries");
}

/** The customer approves on the page to which Kassa has sent the browser. */
function approve(session: string, page: string): void {
  const order = new URL(page).searchParams.get("token") ?? "";
  assert.equal(paypal.pay(order, { outcome: "approve" }).kind, "return");
  approved.add(session);
}

for (const [place, { drive }] of scenarios) {
  test(`killed at ${place}`, () =>
    retryUntilReached(testbed, place, async () => {
      await settleAll();
      let session: string | undefined;
      const death = await dieAt(testbed, place, async (visitor) => {
        session = await visitor.createSession();
        sessions.set(session, place);
        await drive(visitor, session);
      });
      paypal.faults.clear();
      return session !== undefined && death === "died" && approved.has(session);
    }));
}

test("after the restart PayPal has captured once from everyone who approved, and Kassa's amounts are PayPal's", async () => {
  assert.deepEqual(new Set(sessions.values()), new Set(scenarios.keys()));
  await settleAll();
  for (const [session, place] of sessions) {
    const expected = expectedOf(session);
    assert.deepEqual(await amountsOf(session), { inKassa: expected, atPayPal: expected }, place);
  }
  assert.deepEqual(paypal.problems, []);
});

const expectedOf = (session: string): number =>
  approved.has(session) ? (scenarios.get(sessions.get(session) as Place)?.captured ?? 0) : 0;

/** Lets a process that doesn't die finish what the crashes have left, so that the next crash is its own visitor's. */
async function settleAll(): Promise<void> {
  const kassa = await testbed.startKassa();
  await untilWorkDone(testbed);
  for (const session of approved)
    await until(
      async () => (await amountsOf(session)).inKassa === expectedOf(session),
      `${session} (${sessions.get(session)}) is settled`,
    );
  const due = () => testbed.db.sql("SELECT FROM attempts WHERE next_check_at <= clock_timestamp()");
  await until(async () => (await due()).length === 0, "no attempt is due");
  assert.deepEqual(await kassa.end(), { code: 0, signal: null });
}

/** What was captured for a session, in minor units. */
async function amountsOf(session: string): Promise<{ inKassa: number; atPayPal: number }> {
  const attempts = await testbed.db.sql<{ id: string; captured: number }>(
    `SELECT a.id, p.amount_captured::int AS captured FROM payments p JOIN attempts a ON (a.tenant_id, a.payment_id) = (p.tenant_id, p.id)
     WHERE p.session_id = $1`,
    [session],
  );
  const moved = paypal.movedAmounts();
  const atPayPal = attempts.reduce((sum, { id }) => sum + (moved.get(id)?.amounts.captured ?? 0), 0);
  return { inKassa: attempts[0]?.captured ?? 0, atPayPal };
}
