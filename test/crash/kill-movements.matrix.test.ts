import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type CrashPoint, crashPoints } from "../../src/kernel/crash-point.ts";
import { checkInvariants } from "../support/oracle.ts";
import { dieAt, retryUntilReached, untilWorkDone } from "./die-at.ts";
import { openTestbed, type Testbed, Visitor } from "./testbed.ts";

// Kassa kills itself at each step of capturing, voiding, refunding, letting authorizations lapse and learning what a
// restored backup has forgotten, and is restarted without a crash point. Afterwards all work must be finished within
// 30 s, the oracle must find no violation, and every request repeated with its Idempotency-Key must have happened
// exactly once.

type Operation = "capture" | "void" | "refund";
type Scenario = {
  /** Brings the process to the point, where it dies. */
  readonly drive: (visitor: Visitor, point: CrashPoint) => Promise<unknown>;
  /** Runs before the process starts, which then reaches the point by itself. */
  readonly arrange?: () => Promise<unknown>;
  /** Whether a request brings it there, which is repeated later. */
  readonly asks?: boolean;
};

let testbed: Testbed;

before(async () => {
  testbed = await openTestbed();
});
after(() => testbed.close());

/** Interrupted requests, to be repeated. */
const cutShort: { readonly path: string; readonly body: object; readonly key: string }[] = [];

async function paid(visitor: Visitor, capture: "automatic" | "manual", card?: string): Promise<string> {
  const { id } = await visitor.api("/checkout/sessions", {
    amount: 2599,
    currency: "EUR",
    successUrl: "https://shop.example/thanks",
    captureMethod: capture,
  });
  await (card === undefined ? visitor.pay(id, "approved") : visitor.payWith(id, card));
  return paymentOf(id);
}

async function paymentOf(session: string): Promise<string> {
  const [row] = await testbed.db.sql<{ id: string }>("SELECT id FROM payments WHERE session_id = $1", [
    session,
  ]);
  assert.ok(row);
  return row.id;
}

async function ask(visitor: Visitor, operation: Operation, payment: string): Promise<unknown> {
  const key = `cut-short-${cutShort.length}`;
  const [path, body] =
    operation === "refund"
      ? ["/refunds", { payment, amount: 1000 }]
      : [`/payments/${payment}/${operation}`, operation === "capture" ? { amount: 1000 } : {}];
  const request = { path, body, key };
  cutShort.push(request);
  return visitor.api(path, body, { "idempotency-key": key });
}

const asked = (operation: Operation): Scenario => ({
  asks: true,
  drive: async (visitor) =>
    ask(visitor, operation, await paid(visitor, operation === "refund" ? "automatic" : "manual")),
});

/** The PSP never responds to the refund, so that the reconcile job has to find the outcome. */
const reconciled: Scenario = {
  asks: true,
  drive: async (visitor) => {
    await ask(visitor, "refund", await paid(visitor, "automatic", "4200000000000620"));
    await testbed.db.sql("UPDATE movements SET next_check_at = now() WHERE status = 'unknown'");
  },
};

const lapsed: Scenario = {
  drive: async (visitor) => {
    const payment = await paid(visitor, "manual");
    await testbed.db.sql("UPDATE payments SET capture_before = now() WHERE id = $1", [payment]);
  },
};

/** A process that starts compares the PSP's list with its own data. */
const compared = (forget: (visitor: Visitor) => Promise<void>): Scenario => ({
  arrange: async () => {
    const kassa = await testbed.startKassa();
    await forget(new Visitor(kassa, testbed.key));
    await kassa.end();
  },
  drive: async () => {},
});

/** Deletes a payment, as if a backup from before it had been restored. */
async function forgetPayment(payment: string): Promise<void> {
  const [row] = await testbed.db.sql<{ session: string }>(
    "SELECT session_id AS session FROM payments WHERE id = $1",
    [payment],
  );
  await forgetRefunds(payment);
  for (const table of ["ledger_transactions", "attempts"])
    await testbed.db.sql(`DELETE FROM ${table} WHERE payment_id = $1`, [payment]);
  await testbed.db.sql("DELETE FROM events WHERE session_id = $1", [row?.session]);
  await testbed.db.sql("DELETE FROM payments WHERE id = $1", [payment]);
  await testbed.db.sql(
    `UPDATE checkout_sessions SET status = 'open', payment_status = 'unpaid', payment_id = NULL, completed_at = NULL,
       event_count = 0 WHERE id = $1`,
    [row?.session],
  );
}

async function forgetRefunds(payment: string): Promise<void> {
  const ids = "(SELECT id FROM movements WHERE payment_id = $1)";
  await testbed.db.sql(`DELETE FROM ledger_transactions WHERE source_id IN ${ids}`, [payment]);
  const [row] = await testbed.db.sql<{ session: string; events: number }>(
    `WITH gone AS (DELETE FROM events WHERE object->>'id' IN ${ids} RETURNING 1)
     SELECT session_id AS session, (SELECT count(*) FROM gone)::int AS events FROM payments WHERE id = $1`,
    [payment],
  );
  await testbed.db.sql("UPDATE checkout_sessions SET event_count = event_count - $2 WHERE id = $1", [
    row?.session,
    row?.events,
  ]);
  await testbed.db.sql("DELETE FROM movements WHERE payment_id = $1", [payment]);
  await testbed.db.sql("UPDATE payments SET amount_refunded = 0 WHERE id = $1", [payment]);
}

const chargeForgotten = compared(async (visitor) => forgetPayment(await paid(visitor, "automatic")));
const refundForgotten = compared(async (visitor) => {
  const payment = await paid(visitor, "automatic");
  await visitor.api("/refunds", { payment, amount: 1000 });
  await forgetRefunds(payment);
});
/** A transfer that was too large, and whose surplus was refunded. */
const surplusForgotten = compared(async (visitor) => {
  const { id } = await visitor.api("/checkout/sessions", {
    amount: 2599,
    currency: "EUR",
    successUrl: "https://shop.example/thanks",
  });
  await visitor.transfer(id, "30.00");
  await untilWorkDone(testbed);
  await forgetPayment(await paymentOf(id));
});
const sessionUnknown = compared(async (visitor) => {
  const payment = await paid(visitor, "automatic");
  const [row] = await testbed.db.sql<{ session: string }>(
    "SELECT session_id AS session FROM payments WHERE id = $1",
    [payment],
  );
  await forgetPayment(payment);
  await testbed.db.sql("DELETE FROM checkout_sessions WHERE id = $1", [row?.session]);
});

/** The database was restored, as a process notices when it starts. */
const databaseRestored: Scenario = {
  arrange: () => testbed.db.sql("UPDATE database_watch SET identity = 'another database', beats = beats + 1"),
  drive: async () => {},
};

/** A refund at the PSP's dashboard, whose notification has arrived. */
const refundedAtPsp: Scenario = {
  drive: async (visitor) => {
    const payment = await paid(visitor, "automatic");
    await testbed.refundAtPsp(payment, 1000);
    await testbed.db.sql("UPDATE compared_accounts SET due_at = now()");
  },
};

/** The customer returns from their bank without confirming. */
const calledOff: Scenario = {
  drive: async (visitor) => {
    const session = await visitor.createSession();
    await visitor.pay(session, "challenge");
    await visitor.callOff(session);
  },
};

const everyOperation = [asked("capture"), asked("void"), asked("refund")];

type Moving =
  | "answer"
  | "move-money"
  | "apply-movement"
  | "reconcile-movements"
  | "release"
  | "compare"
  | "hold"
  | "compare-due";
type MovingPoint = Extract<CrashPoint, `${Moving}:${string}`>;

/** The compiler rejects a crash point without a scenario. */
const scenarios: Readonly<Record<MovingPoint, readonly Scenario[]>> = {
  "answer:settled": everyOperation,
  "answer:stored": everyOperation,
  "move-money:before-intent": everyOperation,
  "move-money:intent-committed": everyOperation,
  "move-money:psp-answered": [...everyOperation, calledOff],
  "move-money:charge-found": [...everyOperation, calledOff],
  "apply-movement:before-commit": [...everyOperation, calledOff],
  "apply-movement:committed": [...everyOperation, calledOff],
  "reconcile-movements:leased": [reconciled],
  "reconcile-movements:asking": [reconciled],
  "reconcile-movements:psp-found": [reconciled],
  "reconcile-movements:psp-answered": [reconciled],
  "reconcile-movements:charge-found": [reconciled],
  "reconcile-movements:released": [reconciled],
  "release:due": [lapsed],
  "release:begun": [lapsed],
  "compare:scopes-listed": [chargeForgotten],
  "compare:begun": [chargeForgotten],
  "compare:listing": [chargeForgotten],
  "compare:listed": [chargeForgotten],
  "compare:page-read": [chargeForgotten],
  "compare:charge-adopted": [chargeForgotten],
  "compare:outcome-applied": [chargeForgotten, surplusForgotten],
  "compare:charge-learned": [chargeForgotten],
  "compare:key-checked": [refundForgotten],
  "compare:movement-adopted": [refundForgotten],
  "compare:movement-applied": [refundForgotten],
  "compare:movement-learned": [refundForgotten, surplusForgotten],
  "compare:quarantined": [sessionUnknown],
  "compare:charge-compared": [chargeForgotten],
  "compare:marked": [chargeForgotten],
  "compare:account-compared": [chargeForgotten],
  "hold:raised": [databaseRestored],
  "hold:leased": [databaseRestored],
  "hold:compared": [databaseRestored],
  "hold:released": [databaseRestored],
  "compare-due:taken": [refundedAtPsp],
  "compare-due:compared": [refundedAtPsp],
  "compare-due:settled": [refundedAtPsp],
};
const isHere = (point: CrashPoint): point is MovingPoint => Object.hasOwn(scenarios, point);

for (const point of crashPoints.filter(isHere)) {
  for (const [index, scenario] of scenarios[point].entries()) {
    test(`killed at ${point} (${index + 1})`, () =>
      retryUntilReached(testbed, point, () => diesOf(scenario, point)));
  }
}

/** Whether the scenario brought the process there. */
async function diesOf({ arrange, drive, asks }: Scenario, point: MovingPoint): Promise<boolean> {
  await arrange?.();
  const askedBefore = cutShort.length;
  const death = await dieAt(testbed, point, (visitor) => drive(visitor, point));
  if (arrange !== undefined) return death !== "lived";
  return death === "died" && (!asks || cutShort.length > askedBefore);
}

test("within 30 s after the restart no work is left, the oracle finds no violation, and each repeated request happened once", async () => {
  const kassa = await testbed.startKassa();
  await untilWorkDone(testbed);
  await untilAllLearned();
  assert.deepEqual(await violations(), []);
  const visitor = new Visitor(kassa, testbed.key);
  for (const { path, body, key } of cutShort) await visitor.repeat(path, body, key);
  await untilWorkDone(testbed);
  assert.deepEqual(await violations(), []);
  for (const { path, body } of cutShort) assert.equal(await timesDone(path, body), 1, path);
  assert.deepEqual(await kassa.end(), { code: 0, signal: null });
});

/** How often a request was executed: each has its own payment. */
async function timesDone(path: string, body: object): Promise<number> {
  const payment = "payment" in body ? body.payment : path.split("/")[2];
  const [row] = await testbed.db.sql<{ count: number }>(
    "SELECT count(*)::int AS count FROM movements WHERE payment_id = $1 AND status = 'succeeded'",
    [payment],
  );
  return row?.count ?? 0;
}

const isOfNoAttempt = (words: string): boolean => words.includes("which no attempt has");

/** Of everything forgotten, one charge stays unknown: its session is gone. */
async function untilAllLearned(): Promise<void> {
  const unknown = async () => (await checkInvariants(testbed.db)).filter(isOfNoAttempt);
  const deadline = performance.now() + 90_000;
  while ((await unknown()).length > 1 && performance.now() < deadline) await sleep(200);
  assert.equal((await unknown()).length, 1, (await unknown()).join("\n"));
}

/** Checks that the charge of a deleted session is in quarantine, and returns the other violations. */
async function violations(): Promise<string[]> {
  const [row] = await testbed.db.sql<{ count: number }>(
    "SELECT count(*)::int AS count FROM psp_notifications WHERE quarantine_reason = 'unknown_session'",
  );
  assert.equal(row?.count, 1);
  return (await checkInvariants(testbed.db)).filter((words) => !isOfNoAttempt(words));
}
