import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type CrashPoint, crashPoints } from "../../src/kernel/crash-point.ts";
import { checkInvariants } from "../support/oracle.ts";
import { until } from "../support/until.ts";
import { dieAt, retryUntilReached, untilNotificationsDelivered, untilWorkDone } from "./die-at.ts";
import { openTestbed, type Testbed, Visitor } from "./testbed.ts";

// Kassa kills itself at each step of learning of a dispute, submitting evidence, accepting a dispute and querying its
// state, and is restarted without a crash point. Afterwards all work must be finished within 30 s, the oracle must
// find no violation, and each bank must have received the merchant's response exactly once.

const disputeCard = "4000000000000259";

type Disputing = "dispute-report" | "apply-dispute" | "dispute-action" | "reconcile-dispute";
type DisputingPoint = Extract<CrashPoint, `${Disputing}:${string}`>;
type Answer = "evidence" | "accept";

type Scenario = {
  /** The merchant's response, sent to the process with the armed crash point. Without one, the dispute opens then. */
  readonly answer?: Answer;
  /** Makes the query about an open dispute due, together with its pending action. */
  readonly overdue?: boolean;
  /** Where an earlier process died while it sent the response, which this one then finishes. */
  readonly diedBefore?: DisputingPoint;
};

const opens: Scenario = {};
const sends: Scenario = { answer: "evidence" };
const accepts: Scenario = { answer: "accept" };
const asks: Scenario = { overdue: true };
const sendsAgain: Scenario = { overdue: true, diedBefore: "dispute-action:intent-committed" };
const hearsItArrived: Scenario = { overdue: true, diedBefore: "dispute-action:psp-answered" };

/** The compiler rejects a crash point without a scenario. */
const scenarios: Readonly<Record<DisputingPoint, readonly Scenario[]>> = {
  "dispute-report:leased": [opens],
  "dispute-report:asking": [opens],
  "dispute-report:psp-answered": [opens],
  "dispute-report:settled": [opens],
  "apply-dispute:before-commit": [opens, sends, accepts],
  "apply-dispute:committed": [opens, sends, accepts],
  "dispute-action:before-intent": [sends, accepts],
  "dispute-action:intent-committed": [sends, accepts],
  "dispute-action:files-read": [sends],
  "dispute-action:psp-answered": [sends, accepts],
  "dispute-action:settled": [sends, accepts],
  "reconcile-dispute:leased": [asks],
  "reconcile-dispute:asking": [asks],
  "reconcile-dispute:psp-answered": [asks, sendsAgain],
  "reconcile-dispute:acted": [sendsAgain, hearsItArrived],
  "reconcile-dispute:settled": [sendsAgain, hearsItArrived],
};

let testbed: Testbed;
/** Sessions of disputes that were opened without a crash, for the scenarios that start with one. */
const opened: string[] = [];

before(async () => {
  testbed = await openTestbed();
  const kassa = await testbed.startKassa();
  const visitor = new Visitor(kassa, testbed.key);
  const wanted = Object.values(scenarios).flat().filter(beginsOpen).length;
  while (opened.length < wanted) opened.push(await buy(visitor));
  for (const session of opened)
    await until(async () => (await disputeOf(session)) !== undefined, "the dispute is opened");
  await kassa.end();
});
after(() => testbed.close());

const beginsOpen = ({ answer, overdue }: Scenario): boolean => answer !== undefined || overdue === true;

type Crashed = { readonly what: string; readonly session: string; readonly answer: Answer | undefined };
const crashed: Crashed[] = [];

const bodies: Readonly<Record<Answer, object>> = {
  evidence: { texts: { uncategorizedText: "winning_evidence" }, submit: true },
  accept: {},
};

const isHere = (point: CrashPoint): point is DisputingPoint => Object.hasOwn(scenarios, point);

for (const point of crashPoints.filter(isHere)) {
  for (const scenario of scenarios[point]) {
    const { answer = scenario.diedBefore ? "evidence" : undefined, diedBefore } = scenario;
    const what = [point, answer, diedBefore && `after ${diedBefore}`].filter(Boolean).join(", ");
    test(`killed at ${what}`, async () => {
      const session = beginsOpen(scenario) ? opened.pop() : undefined;
      if (session && diedBefore)
        await dieOnceAt(diedBefore, (visitor) => respond(visitor, session, "evidence"));
      await dieOnceAt(point, async (visitor) => {
        const disputed = session ?? (await buy(visitor));
        crashed.push({ what, session: disputed, answer });
        if (scenario.answer) await respond(visitor, disputed, scenario.answer);
        else if (scenario.overdue) await makeOverdue(disputed);
      });
    });
  }
}

const dieOnceAt = (point: DisputingPoint, drive: (visitor: Visitor) => Promise<unknown>): Promise<void> =>
  retryUntilReached(testbed, point, async () => (await dieAt(testbed, point, drive)) === "died");

async function buy(visitor: Visitor): Promise<string> {
  const session = await visitor.createSession();
  await visitor.payWith(session, disputeCard);
  return session;
}

async function disputeOf(session: string): Promise<{ id: string; words: string; asked: number } | undefined> {
  const [row] = await testbed.db.sql<{ id: string; words: string; asked: number }>(
    `SELECT id, concat_ws(' ', status, CASE WHEN accepted THEN 'accepted' END) AS words,
       (SELECT count(*)::int FROM sandbox_psp.dispute_requests WHERE dispute = psp_reference) AS asked
     FROM disputes WHERE session_id = $1`,
    [session],
  );
  return row;
}

/** Sends the merchant's response under a separate key, so that it can be repeated. */
async function respond(visitor: Visitor, session: string, answer: Answer): Promise<void> {
  const dispute = await disputeOf(session);
  assert.ok(dispute, "there is no dispute yet");
  const path = `/disputes/${dispute.id}/${answer}`;
  await visitor.api(path, bodies[answer], {
    "idempotency-key": `${answer} of ${session}`.replaceAll(" ", "-"),
  });
}

async function makeOverdue(session: string): Promise<void> {
  await testbed.db.sql(
    `UPDATE disputes SET next_check_at = due.at,
       action_check_at = CASE WHEN action_check_at IS NOT NULL THEN due.at END
     FROM (SELECT now() AS at) due WHERE session_id = $1 AND next_check_at IS NOT NULL`,
    [session],
  );
}

test("within 30 s after the restart no work is left, the oracle finds no violation, and each bank got one response", async () => {
  const kassa = await testbed.startKassa();
  const visitor = new Visitor(kassa, testbed.key);
  await untilNotificationsDelivered(testbed);
  await untilWorkDone(testbed);
  assert.deepEqual(await checkInvariants(testbed.db), []);
  for (const { what, session, answer = "evidence" } of crashed) {
    // Repeats an interrupted request, or sends the first one.
    await respond(visitor, session, answer);
    const isOver = async () => /^(won|lost)/.test((await disputeOf(session))?.words ?? "");
    await until(isOver, "the dispute is over");
    const { words, asked } = (await disputeOf(session)) ?? {};
    assert.equal(words, answer === "accept" ? "lost accepted" : "won", what);
    assert.equal(asked, 1, `${what}: the bank received ${asked} requests`);
  }
  await untilWorkDone(testbed);
  assert.deepEqual(await checkInvariants(testbed.db), []);
  assert.deepEqual(await kassa.end(), { code: 0, signal: null });
});
