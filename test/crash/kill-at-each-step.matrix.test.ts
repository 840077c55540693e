import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type CrashPoint, crashPoints } from "../../src/kernel/crash-point.ts";
import { checkInvariants } from "../support/oracle.ts";
import { type CardName, sessionSummary } from "../support/payments.ts";
import type { Receiver } from "../support/webhook-receiver.ts";
import { dieAt, openReceiver, retryUntilReached, untilWorkDone } from "./die-at.ts";
import { openTestbed, type Testbed, Visitor } from "./testbed.ts";

// Kassa kills itself at each crash point of a payment, and is restarted without one. Afterwards all work must be
// finished within 30 s, the oracle must find no violation, and every customer must be able to finish.

/** How to bring a process to a crash point: a visitor's actions and, for background work, what makes it due. */
type Scenario = {
  /** The cards with which this point is tested. */
  readonly cards: readonly CardName[];
  readonly drive: (visitor: Visitor, session: string, card: CardName) => Promise<unknown>;
  readonly arrange?: (session: string) => Promise<unknown>;
};

let testbed: Testbed;
let receiver: Receiver;

const pay: Scenario["drive"] = (visitor, session, card) => visitor.pay(session, card);
const payAtBank: Scenario["drive"] = (visitor, session) => visitor.payAtBank(session);
const callOff: Scenario["drive"] = async (visitor, session, card) => {
  await visitor.pay(session, card);
  await visitor.callOff(session);
};
const everyCard: readonly CardName[] = ["approved", "declined", "challenge", "approvedLater"];
const reconciled: Scenario = {
  cards: ["approvedUnanswered"],
  drive: async (visitor, session, card) => {
    await visitor.pay(session, card);
    await testbed.db.sql("UPDATE attempts SET next_check_at = now() WHERE status = 'unknown'");
  },
};
/** The job asks before the bank has decided, so that there is nothing to apply. */
const undecided: Scenario = {
  cards: ["approvedLater"],
  drive: async (visitor, session, card) => {
    await visitor.pay(session, card);
    await testbed.db.sql("UPDATE attempts SET next_check_at = now() WHERE status = 'pending'");
  },
};
const delivered: Scenario = { cards: ["approved"], drive: pay };
const expired: Scenario = {
  cards: ["approved"],
  drive: async () => {},
  arrange: (session) =>
    testbed.db.sql("UPDATE checkout_sessions SET expires_at = now() WHERE id = $1", [session]),
};

/** The points of paying. Movements, disputes and clocks have their own crash tests. */
type Paying =
  | "begin-payment"
  | "apply-outcome"
  | "submit"
  | "return"
  | "call-off"
  | "reconcile"
  | "notification"
  | "expire-session"
  | "delivery";
type PayingPoint = Extract<CrashPoint, `${Paying}:${string}`>;

/** The compiler rejects a crash point without a scenario. */
const scenarios: Readonly<Record<PayingPoint, Scenario>> = {
  "submit:limits-asked": { cards: ["approved"], drive: pay },
  "begin-payment:before-intent": { cards: ["approved"], drive: pay },
  "begin-payment:intent-committed": { cards: ["approved"], drive: pay },
  "begin-payment:psp-answered": { cards: everyCard, drive: pay },
  "apply-outcome:before-commit": { cards: everyCard, drive: pay },
  "apply-outcome:committed": { cards: everyCard, drive: pay },
  "submit:paid": { cards: ["approved"], drive: pay },
  "submit:before-redirect": { cards: ["approved", "challenge"], drive: pay },
  "return:intent-committed": { cards: ["challenge"], drive: payAtBank },
  "return:psp-answered": { cards: ["challenge"], drive: payAtBank },
  "return:outcome-applied": { cards: ["challenge"], drive: payAtBank },
  "call-off:intent-committed": { cards: ["challenge"], drive: callOff },
  "call-off:settled": { cards: ["challenge"], drive: callOff },
  "reconcile:leased": reconciled,
  "reconcile:asking": reconciled,
  "reconcile:psp-found": reconciled,
  "reconcile:psp-answered": reconciled,
  "reconcile:outcome-applied": reconciled,
  "reconcile:called-off": undecided,
  "reconcile:released": undecided,
  "notification:verified": { cards: ["approvedLater"], drive: pay },
  "notification:stored": { cards: ["approvedLater"], drive: pay },
  "expire-session:due": expired,
  "expire-session:before-commit": expired,
  "expire-session:committed": expired,
  "delivery:leased": delivered,
  "delivery:receiver-answered": delivered,
  "delivery:recorded": delivered,
};

type Crashed = { readonly point: PayingPoint; readonly card: CardName; readonly session: string };
const crashed: Crashed[] = [];

before(async () => {
  testbed = await openTestbed();
  receiver = await openReceiver(testbed);
});
after(async () => {
  await testbed.close();
  await receiver.close();
});

// In reverse, so that webhook deliveries come first: a new worker can't take them over before the dead worker's
// leases end.
const isHere = (point: CrashPoint): point is PayingPoint => Object.hasOwn(scenarios, point);
const inOrder = crashPoints.filter(isHere).reverse();

for (const point of inOrder) {
  for (const card of scenarios[point].cards) {
    test(`killed at ${point} (${card})`, async () => {
      await retryUntilReached(testbed, point, () => crashAt(point, card));
    });
  }
}

/** A crash at these points leaves no attempt. */
const beforeIntent: readonly PayingPoint[] = ["submit:limits-asked", "begin-payment:before-intent"];

/** Whether the process died because of its own visitor. */
async function crashAt(point: PayingPoint, card: CardName): Promise<boolean> {
  const { drive, arrange } = scenarios[point];
  let session: string | undefined;
  const death = await dieAt(testbed, point, async (visitor) => {
    session = await visitor.createSession();
    crashed.push({ point, card, session });
    await arrange?.(session);
    await drive(visitor, session, card);
  });
  if (session === undefined || death === "lived") return false;
  return arrange !== undefined || beforeIntent.includes(point) || (await hasAttempt(session));
}

async function hasAttempt(session: string): Promise<boolean> {
  const rows = await testbed.db.sql(
    `SELECT FROM payments p JOIN attempts a ON (a.tenant_id, a.payment_id) = (p.tenant_id, p.id)
     WHERE p.session_id = $1`,
    [session],
  );
  return rows.length > 0;
}

test("within 30 s after the restart no work is left, the oracle finds no violation, and every customer can finish", async () => {
  const wanted = inOrder.flatMap((point) => scenarios[point].cards.map((card) => `${point} ${card}`));
  assert.deepEqual(new Set(crashed.map(({ point, card }) => `${point} ${card}`)), new Set(wanted));
  const kassa = await testbed.startKassa();
  await untilWorkDone(testbed);
  assert.deepEqual(await checkInvariants(testbed.db), []);
  const visitor = new Visitor(kassa, testbed.key);
  for (const { point, card, session } of crashed) {
    const before = await sessionSummary(testbed.db, session);
    const end = await finishAsCustomer(visitor, session, before);
    assert.match(
      end,
      point.startsWith("expire") ? /^expired, unpaid, charged 0/ : /^complete, paid, charged 1/,
      `${point} (${card})`,
    );
  }
  await untilWorkDone(testbed);
  assert.deepEqual(await checkInvariants(testbed.db), []);
  await assertEveryEventArrived();
  assert.deepEqual(await kassa.end(), { code: 0, signal: null });
});

/** Does what the page offers until the session is over, as a patient customer would. */
async function finishAsCustomer(visitor: Visitor, session: string, before: string): Promise<string> {
  if (before.startsWith("open, processing")) await visitor.authenticate(session);
  else if (before.startsWith("open, unpaid")) await visitor.pay(session, "approved");
  return sessionSummary(testbed.db, session);
}

/** At least once: a process that dies between the receiver's response and recording it has to deliver again. */
async function assertEveryEventArrived(): Promise<void> {
  const events = await testbed.db.sql<{ id: string }>("SELECT id FROM events ORDER BY id");
  const arrived = new Set(receiver.received.map(({ headers }) => headers["webhook-id"]));
  assert.deepEqual(
    events.map(({ id }) => id).filter((id) => !arrived.has(id)),
    [],
  );
}
