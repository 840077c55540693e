import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import {
  awaitsResponse,
  type DisputeState,
  disputeStages,
  disputeStates,
  disputeStatuses,
  eventsOf,
  holdsMoney,
  isOver,
  type MoneyEffect,
  moneyEffects,
  nextState,
  stateOf,
} from "./state.ts";
import { disputeDiagram } from "./state-diagram.ts";

/** How far each state is in a dispute's life. It may never decrease. */
const progress: Readonly<Record<DisputeState, number>> = {
  "inquiry.needs_response": 0,
  "inquiry.under_review": 1,
  "inquiry.closed": 4,
  "chargeback.needs_response": 2,
  "chargeback.under_review": 3,
  "chargeback.won": 4,
  "chargeback.lost": 4,
};

/** A dispute as it would be stored, with the effects of all its changes. */
type Model = { state: DisputeState | null; money: MoneyEffect[]; events: string[]; contradictions: number };

const newModel = (): Model => ({ state: null, money: [], events: [], contradictions: 0 });

function report(model: Model, state: DisputeState): void {
  const next = nextState(model.state, state);
  if (next === "contradiction") model.contradictions += 1;
  if (next === "no_change" || next === "contradiction") return;
  model.money.push(...moneyEffects(model.state, next));
  model.events.push(...eventsOf(model.state, next));
  model.state = next;
}

test("after any reports in any order, no dispute goes back or reopens, and money moves at most once each way", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...disputeStates), { maxLength: 20 }), (reports) => {
      const model = newModel();
      for (const state of reports) {
        const before = model.state;
        report(model, state);
        const now = model.state;
        assert.ok(now !== null);
        if (before === null) continue;
        assert.ok(progress[now] >= progress[before], `${before} went back to ${now}`);
        if (isOver(before)) assert.equal(now, before);
      }
      assertMoneyFits(model);
      assertEventsFit(model);
    }),
    { numRuns: 5_000 },
  );
});

function assertMoneyFits({ state, money }: Model): void {
  const balance = { taken: 0, given_back: 0, gone: 0 };
  for (const effect of money) {
    balance[effect] += 1;
    assert.ok(balance[effect] === 1, `${effect} twice`);
    assert.ok(balance.taken === 1, `${effect} before it was taken`);
  }
  assert.ok(balance.given_back + balance.gone <= 1);
  assert.equal(balance.given_back === 1, state === "chargeback.won");
  assert.equal(balance.gone === 1, state === "chargeback.lost");
  assert.equal(balance.taken - balance.given_back === 1, holdsMoney(state));
}

function assertEventsFit({ state, events }: Model): void {
  if (state === null) {
    assert.deepEqual(events, []);
    return;
  }
  assert.equal(events[0], "dispute.opened");
  assert.equal(events.filter((type) => type === "dispute.opened").length, 1);
  assert.equal(events.filter((type) => type === "dispute.closed").length, isOver(state) ? 1 : 0);
  if (isOver(state)) assert.equal(events.at(-1), "dispute.closed");
}

/** The possible histories of disputes at banks. */
const histories: readonly (readonly DisputeState[])[] = [
  ["inquiry.needs_response", "inquiry.under_review", "inquiry.closed"],
  ["inquiry.needs_response", "inquiry.closed"],
  ["chargeback.needs_response", "chargeback.under_review", "chargeback.won"],
  ["chargeback.needs_response", "chargeback.lost"],
  [
    "inquiry.needs_response",
    "inquiry.under_review",
    "chargeback.needs_response",
    "chargeback.under_review",
    "chargeback.won",
  ],
  [
    "inquiry.needs_response",
    "inquiry.under_review",
    "chargeback.needs_response",
    "chargeback.under_review",
    "chargeback.lost",
  ],
];

test("every history has the same end and moves the same money in any order of reports, with repeats", () => {
  for (const history of histories) {
    const inOrder = newModel();
    for (const state of history) report(inOrder, state);
    for (const order of permutations([...history, history[0] as DisputeState])) {
      const model = newModel();
      for (const state of order) report(model, state);
      assert.equal(model.state, history.at(-1), order.join(" "));
      assert.deepEqual(model.money, inOrder.money);
      assert.equal(model.contradictions, 0);
    }
  }
});

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, place) =>
    permutations(items.toSpliced(place, 1)).map((rest) => [item, ...rest]),
  );
}

test("a report of another result after the end of a dispute is a contradiction", () => {
  assert.equal(nextState("chargeback.won", "chargeback.lost"), "contradiction");
  assert.equal(nextState("chargeback.lost", "chargeback.won"), "contradiction");
  assert.equal(nextState("inquiry.closed", "chargeback.needs_response"), "contradiction");
  assert.equal(nextState("chargeback.under_review", "inquiry.closed"), "contradiction");
});

test("stage and status make one of seven states, or none", () => {
  const pairs = disputeStages.flatMap((stage) =>
    disputeStatuses.map((status) => ({ stage, status, state: stateOf({ stage, status }) })),
  );
  const impossible = pairs.filter(({ state }) => state === undefined);
  assert.deepEqual(
    impossible.map(({ stage, status }) => `${stage} ${status}`),
    ["inquiry won", "inquiry lost", "chargeback closed"],
  );
  assert.deepEqual(new Set(pairs.flatMap(({ state }) => state ?? [])), new Set(disputeStates));
});

test("evidence is awaited only in the first state of each stage", () => {
  assert.deepEqual(disputeStates.filter(awaitsResponse), [
    "inquiry.needs_response",
    "chargeback.needs_response",
  ]);
});

test("docs/disputes.md shows the diagram of this state table", () => {
  const doc = readFileSync(path.resolve(import.meta.dirname, "../../docs/disputes.md"), "utf8");
  assert.ok(doc.includes(`\`\`\`mermaid\n${disputeDiagram()}\n\`\`\``), "run npm run generate");
});
