import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type CrashPoint, crashPoints } from "../../src/kernel/crash-point.ts";
import { checkInvariants } from "../support/oracle.ts";
import { allDone, dieAt, leadTo } from "./dying.ts";
import { type House, openHouse, Visitor } from "./shop.ts";

// Kassa kills itself at each step of capturing, voiding, refunding, letting authorizations lapse and learning what a
// restored backup has forgotten, and is started again without one. Afterwards all work has to be finished within 30 s,
// the oracle has to hold, and every request that is repeated with its Idempotency-Key has to have happened once.

type Operation = "capture" | "void" | "refund";
type Scenario = {
  /** Does what leads the process to the point. It isn't there any more when this ends. */
  readonly drive: (visitor: Visitor, point: CrashPoint) => Promise<unknown>;
  /** Before the process starts, which then comes to the point by itself. */
  readonly arrange?: () => Promise<unknown>;
  /** What leads there is a request, which is to be repeated later. */
  readonly asks?: boolean;
};

let house: House;

before(async () => {
  house = await openHouse();
});
after(() => house.close());

/** Requests that were cut short, to be repeated. */
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
  const [row] = await house.db.sql<{ id: string }>("SELECT id FROM payments WHERE session_id = $1", [
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

/** The PSP's answer to the refund never comes, so that the job has to find out. */
const reconciled: Scenario = {
  asks: true,
  drive: async (visitor) => {
    await ask(visitor, "refund", await paid(visitor, "automatic", "4200000000000620"));
    await house.db.sql("UPDATE movements SET next_check_at = now() WHERE status = 'unknown'");
  },
};

const lapsed: Scenario = {
  drive: async (visitor) => {
    const payment = await paid(visitor, "manual");
    await house.db.sql("UPDATE payments SET capture_before = now() WHERE id = $1", [payment]);
  },
};

/** A process that starts compares what the PSP lists with what it knows. */
const compared = (forget: (visitor: Visitor) => Promise<void>): Scenario => ({
  arrange: async () => {
    const kassa = await house.startKassa();
    await forget(new Visitor(kassa, house.key));
    await kassa.end();
  },
  drive: async () => {},
});

/** Sets the database back to before a payment, or to before its refund. */
async function forgetPayment(payment: string): Promise<void> {
  const [row] = await house.db.sql<{ session: string }>(
    "SELECT session_id AS session FROM payments WHERE id = $1",
    [payment],
  );
  await forgetRefunds(payment);
  for (const table of ["ledger_transactions", "attempts"])
    await house.db.sql(`DELETE FROM ${table} WHERE payment_id = $1`, [payment]);
  await house.db.sql("DELETE FROM events WHERE session_id = $1", [row?.session]);
  await house.db.sql("DELETE FROM payments WHERE id = $1", [payment]);
  await house.db.sql(
    `UPDATE checkout_sessions SET status = 'open', payment_status = 'unpaid', payment_id = NULL, completed_at = NULL,
       event_count = 0 WHERE id = $1`,
    [row?.session],
  );
}

async function forgetRefunds(payment: string): Promise<void> {
  const ids = "(SELECT id FROM movements WHERE payment_id = $1)";
  await house.db.sql(`DELETE FROM ledger_transactions WHERE source_id IN ${ids}`, [payment]);
  const [row] = await house.db.sql<{ session: string; events: number }>(
    `WITH gone AS (DELETE FROM events WHERE object->>'id' IN ${ids} RETURNING 1)
     SELECT session_id AS session, (SELECT count(*) FROM gone)::int AS events FROM payments WHERE id = $1`,
    [payment],
  );
  await house.db.sql("UPDATE checkout_sessions SET event_count = event_count - $2 WHERE id = $1", [
    row?.session,
    row?.events,
  ]);
  await house.db.sql("DELETE FROM movements WHERE payment_id = $1", [payment]);
  await house.db.sql("UPDATE payments SET amount_refunded = 0 WHERE id = $1", [payment]);
}

const chargeForgotten = compared(async (visitor) => forgetPayment(await paid(visitor, "automatic")));
const refundForgotten = compared(async (visitor) => {
  const payment = await paid(visitor, "automatic");
  await visitor.api("/refunds", { payment, amount: 1000 });
  await forgetRefunds(payment);
});
/** A transfer that was too large, whose surplus had gone back. */
const surplusForgotten = compared(async (visitor) => {
  const { id } = await visitor.api("/checkout/sessions", {
    amount: 2599,
    currency: "EUR",
    successUrl: "https://shop.example/thanks",
  });
  await visitor.transfer(id, "30.00");
  await allDone(house);
  await forgetPayment(await paymentOf(id));
});
const sessionUnknown = compared(async (visitor) => {
  const payment = await paid(visitor, "automatic");
  const [row] = await house.db.sql<{ session: string }>(
    "SELECT session_id AS session FROM payments WHERE id = $1",
    [payment],
  );
  await forgetPayment(payment);
  await house.db.sql("DELETE FROM checkout_sessions WHERE id = $1", [row?.session]);
});

/** The database was restored: what is found when a process starts. */
const databaseRestored: Scenario = {
  arrange: () => house.db.sql("UPDATE database_watch SET identity = 'another database', beats = beats + 1"),
  drive: async () => {},
};

/** Somebody makes a refund at the PSP's own dashboard, and its notification has arrived. */
const refundedAtPsp: Scenario = {
  drive: async (visitor) => {
    const payment = await paid(visitor, "automatic");
    await house.refundAtPsp(payment, 1000);
    await house.db.sql("UPDATE compared_accounts SET due_at = now()");
  },
};

/** The consumer turns back from their bank. */
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

/** The compiler refuses a crash point without a scenario. */
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
    test(`killed at ${point} (${index + 1})`, () => leadTo(house, point, () => diesOf(scenario, point)));
  }
}

/** Whether it was the scenario that led it there. */
async function diesOf({ arrange, drive, asks }: Scenario, point: MovingPoint): Promise<boolean> {
  await arrange?.();
  const askedBefore = cutShort.length;
  const death = await dieAt(house, point, (visitor) => drive(visitor, point));
  if (arrange !== undefined) return death !== "lived";
  return death === "died" && (!asks || cutShort.length > askedBefore);
}

test("within 30 s after the restart nothing is left to do, the oracle holds, and each repeated request has happened once", async () => {
  const kassa = await house.startKassa();
  await allDone(house);
  await allLearned();
  assert.deepEqual(await violations(), []);
  const visitor = new Visitor(kassa, house.key);
  for (const { path, body, key } of cutShort) await visitor.repeat(path, body, key);
  await allDone(house);
  assert.deepEqual(await violations(), []);
  for (const { path, body } of cutShort) assert.equal(await timesDone(path, body), 1, path);
  assert.deepEqual(await kassa.end(), { code: 0, signal: null });
});

/** How often what a request asked for was done: each has a payment of its own. */
async function timesDone(path: string, body: object): Promise<number> {
  const payment = "payment" in body ? body.payment : path.split("/")[2];
  const [row] = await house.db.sql<{ count: number }>(
    "SELECT count(*)::int AS count FROM movements WHERE payment_id = $1 AND status = 'succeeded'",
    [payment],
  );
  return row?.count ?? 0;
}

const isOfNoAttempt = (words: string): boolean => words.includes("which no attempt has");

/** Of all that was forgotten one charge stays unknown: its session is gone. */
async function allLearned(): Promise<void> {
  const unknown = async () => (await checkInvariants(house.db)).filter(isOfNoAttempt);
  const deadline = performance.now() + 90_000;
  while ((await unknown()).length > 1 && performance.now() < deadline) await sleep(200);
  assert.equal((await unknown()).length, 1, (await unknown()).join("\n"));
}

/** The charge whose session nobody knows any more is in quarantine, where it belongs. */
async function violations(): Promise<string[]> {
  const [row] = await house.db.sql<{ count: number }>(
    "SELECT count(*)::int AS count FROM psp_notifications WHERE quarantine_reason = 'unknown_session'",
  );
  assert.equal(row?.count, 1);
  return (await checkInvariants(house.db)).filter((words) => !isOfNoAttempt(words));
}
