import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type CrashPoint, crashPoints } from "../../src/kernel/crash-point.ts";
import { checkInvariants } from "../support/oracle.ts";
import { until } from "../support/until.ts";
import { allDone, allHeard, dieAt, leadTo } from "./dying.ts";
import { type House, openHouse, Visitor } from "./shop.ts";

// Kassa kills itself at each step of hearing of a dispute, sending evidence, giving in and asking how it stands, and is
// started again without one. Afterwards all work has to be finished within 30 s, the oracle has to hold, and each bank
// has to have been told once what the merchant wanted it to be told.

const disputeCard = "4000000000000259";

type Disputing = "dispute-report" | "apply-dispute" | "dispute-action" | "reconcile-dispute";
type DisputingPoint = Extract<CrashPoint, `${Disputing}:${string}`>;
type Answer = "evidence" | "accept";

type Scenario = {
  /** What the merchant sends, while the process is armed. Without it the dispute opens then. */
  readonly answer?: Answer;
  /** Makes the open dispute due to be asked about, with what is pending. */
  readonly overdue?: boolean;
  /** Where an earlier process died of sending the answer, which this one sees to. */
  readonly diedBefore?: DisputingPoint;
};

const opens: Scenario = {};
const sends: Scenario = { answer: "evidence" };
const accepts: Scenario = { answer: "accept" };
const asks: Scenario = { overdue: true };
const sendsAgain: Scenario = { overdue: true, diedBefore: "dispute-action:intent-committed" };
const hearsItArrived: Scenario = { overdue: true, diedBefore: "dispute-action:psp-answered" };

/** The compiler refuses a crash point without a scenario. */
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

let house: House;
/** Sessions of disputes that were opened while nobody died, for the scenarios that begin with one. */
const opened: string[] = [];

before(async () => {
  house = await openHouse();
  const kassa = await house.startKassa();
  const visitor = new Visitor(kassa, house.key);
  const wanted = Object.values(scenarios).flat().filter(beginsOpen).length;
  while (opened.length < wanted) opened.push(await buy(visitor));
  for (const session of opened)
    await until(async () => (await disputeOf(session)) !== undefined, "the dispute is opened");
  await kassa.end();
});
after(() => house.close());

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
      if (session && diedBefore) await ledTo(diedBefore, (visitor) => tell(visitor, session, "evidence"));
      await ledTo(point, async (visitor) => {
        const disputed = session ?? (await buy(visitor));
        crashed.push({ what, session: disputed, answer });
        if (scenario.answer) await tell(visitor, disputed, scenario.answer);
        else if (scenario.overdue) await makeOverdue(disputed);
      });
    });
  }
}

const ledTo = (point: DisputingPoint, drive: (visitor: Visitor) => Promise<unknown>): Promise<void> =>
  leadTo(house, point, async () => (await dieAt(house, point, drive)) === "died");

async function buy(visitor: Visitor): Promise<string> {
  const session = await visitor.createSession();
  await visitor.payWith(session, disputeCard);
  return session;
}

async function disputeOf(session: string): Promise<{ id: string; words: string; asked: number } | undefined> {
  const [row] = await house.db.sql<{ id: string; words: string; asked: number }>(
    `SELECT id, concat_ws(' ', status, CASE WHEN accepted THEN 'accepted' END) AS words,
       (SELECT count(*)::int FROM sandbox_psp.dispute_requests WHERE dispute = psp_reference) AS asked
     FROM disputes WHERE session_id = $1`,
    [session],
  );
  return row;
}

/** Sends what the merchant has to say under a key of its own, so that it can be repeated. */
async function tell(visitor: Visitor, session: string, answer: Answer): Promise<void> {
  const dispute = await disputeOf(session);
  assert.ok(dispute, "there is no dispute yet");
  const path = `/disputes/${dispute.id}/${answer}`;
  await visitor.api(path, bodies[answer], {
    "idempotency-key": `${answer} of ${session}`.replaceAll(" ", "-"),
  });
}

async function makeOverdue(session: string): Promise<void> {
  await house.db.sql(
    `UPDATE disputes SET next_check_at = now(),
       action_check_at = CASE WHEN action_check_at IS NOT NULL THEN now() END
     WHERE session_id = $1 AND next_check_at IS NOT NULL`,
    [session],
  );
}

test("within 30 s after the restart nothing is left to do, the oracle holds, each bank was told once", async () => {
  const kassa = await house.startKassa();
  const visitor = new Visitor(kassa, house.key);
  await allHeard(house);
  await allDone(house);
  assert.deepEqual(await checkInvariants(house.db), []);
  for (const { what, session, answer = "evidence" } of crashed) {
    // Repeats what was cut short, or sends it for the first time where nothing was sent.
    await tell(visitor, session, answer);
    const isOver = async () => /^(won|lost)/.test((await disputeOf(session))?.words ?? "");
    await until(isOver, "the dispute is over");
    const { words, asked } = (await disputeOf(session)) ?? {};
    assert.equal(words, answer === "accept" ? "lost accepted" : "won", what);
    assert.equal(asked, 1, `${what}: the bank was asked ${asked} times`);
  }
  await allDone(house);
  assert.deepEqual(await checkInvariants(house.db), []);
  assert.deepEqual(await kassa.end(), { code: 0, signal: null });
});
