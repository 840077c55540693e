import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import {
  awaitsResponse,
  type DisputeMoney,
  type DisputeState,
  disputeStages,
  disputeStates,
  disputeStatuses,
  effectsBetween,
  eventsOf,
  isOver,
  type MoneyEffect,
  nextState,
  stateOf,
} from "./state.ts";
import { disputeDiagram } from "./state-diagram.ts";

/** A report of a PSP. Amounts are minor units. */
type Report = DisputeMoney & {
  /** Whether the PSP was asked after the model's last change; otherwise the report may be older. */
  readonly isNewer: boolean;
};

/** A dispute as it would be stored, with the balances that all its changes have left. */
type Model = {
  stored: DisputeMoney | null;
  readonly balances: Record<"disputes" | "loss" | "psp", number>;
  readonly events: string[];
  outdated: number;
};

const amount = 100;
const newModel = (): Model => ({
  stored: null,
  balances: { disputes: 0, loss: 0, psp: 0 },
  events: [],
  outdated: 0,
});

/** Applies a report as match-facts.ts and change-dispute.ts do. */
function report(model: Model, { isNewer, ...reported }: Report): void {
  const { stored } = model;
  const next = nextState(stored?.state ?? null, reported.state);
  const isSame = stored?.state === reported.state && stored.amountLost === reported.amountLost;
  if (next === "contradiction" || isSame || (next === "no_change" && stored?.state !== reported.state))
    return;
  if (stored && isOver(stored.state) && !isNewer) {
    model.outdated += 1;
    return;
  }
  for (const effect of effectsBetween(stored, reported)) move(model, effect);
  model.events.push(...eventsOf(stored?.state ?? null, reported.state));
  model.stored = reported;
}

function move({ balances }: Model, { what, amount: by }: MoneyEffect): void {
  assert.ok(by > 0, `${what} of ${by}`);
  const sign = what === "taken" || what === "loss_undone" ? 1 : -1;
  balances.disputes += sign * by;
  if (what === "taken" || what === "given_back") balances.psp -= sign * by;
  else balances.loss -= sign * by;
  assert.ok(balances.disputes >= 0, "more was decided than the bank holds");
}

/** The lost amounts that fit a state. */
const lostIn = (state: DisputeState): fc.Arbitrary<number> => {
  if (state === "chargeback.won") return fc.integer({ min: 0, max: amount - 1 });
  return state === "chargeback.lost" ? fc.integer({ min: 1, max: amount }) : fc.constant(0);
};

const anyReport: fc.Arbitrary<Report> = fc
  .record({ state: fc.constantFrom(...disputeStates), isNewer: fc.boolean() })
  .chain((known) => lostIn(known.state).map((amountLost) => ({ ...known, amount, amountLost })));

test("after any reports in any order, the balances are those of the last state, and every change is told", () => {
  fc.assert(
    fc.property(fc.array(anyReport, { maxLength: 20 }), (reports) => {
      const model = newModel();
      for (const each of reports) {
        const before = structuredClone(model);
        report(model, each);
        if (before.stored && isOver(before.stored.state) && !each.isNewer)
          assert.deepEqual(model.stored, before.stored, "an old report changed a dispute that is over");
        assertBalances(model);
        const again = structuredClone(model);
        report(model, each);
        assert.deepEqual(model, { ...again, outdated: model.outdated }, "a repeated report changes nothing");
      }
      assertEventsFit(model);
    }),
    { numRuns: 5_000 },
  );
});

function assertBalances({ stored, balances }: Model): void {
  const isOpen = stored?.state === "chargeback.needs_response" || stored?.state === "chargeback.under_review";
  const held = isOpen ? amount : 0;
  const loss = stored?.amountLost ?? 0;
  assert.deepEqual(balances, { disputes: held, loss, psp: held + loss === 0 ? 0 : -held - loss });
}

function assertEventsFit({ stored, events }: Model): void {
  if (stored === null) {
    assert.deepEqual(events, []);
    return;
  }
  assert.equal(events[0], "dispute.opened");
  assert.equal(events.filter((type) => type === "dispute.opened").length, 1);
  assert.equal(events.at(-1) === "dispute.closed", isOver(stored.state));
  const reopened = events.filter((type) => type === "dispute.reopened").length;
  assert.ok(events.filter((type) => type === "dispute.closed").length >= reopened);
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
  const tell = (model: Model, states: readonly DisputeState[]): Model => {
    for (const state of states) {
      const amountLost = state === "chargeback.lost" ? amount : 0;
      report(model, { state, amount, amountLost, isNewer: false });
    }
    return model;
  };
  for (const history of histories) {
    const inOrder = tell(newModel(), history);
    for (const order of permutations([...history, history[0] as DisputeState])) {
      const model = tell(newModel(), order);
      assert.equal(model.stored?.state, history.at(-1), order.join(" "));
      assert.deepEqual(model.balances, inOrder.balances);
    }
  }
});

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, place) =>
    permutations(items.toSpliced(place, 1)).map((rest) => [item, ...rest]),
  );
}

test("a dispute that is over can be opened or decided again, but a chargeback never becomes an inquiry", () => {
  assert.equal(nextState("chargeback.won", "chargeback.lost"), "chargeback.lost");
  assert.equal(nextState("chargeback.lost", "chargeback.won"), "chargeback.won");
  assert.equal(nextState("chargeback.won", "chargeback.needs_response"), "chargeback.needs_response");
  assert.equal(nextState("inquiry.closed", "chargeback.needs_response"), "chargeback.needs_response");
  assert.equal(nextState("chargeback.under_review", "inquiry.closed"), "contradiction");
  assert.equal(nextState("chargeback.lost", "inquiry.needs_response"), "no_change");
});

test("won, then lost in part, then won again: each change moves the difference", () => {
  const effects = (from: number, to: number) =>
    effectsBetween(
      { state: from > 0 ? "chargeback.lost" : "chargeback.won", amount, amountLost: from },
      { state: to > 0 ? "chargeback.lost" : "chargeback.won", amount, amountLost: to },
    ).map(({ what, amount: by }) => `${what} ${by}`);
  assert.deepEqual(effects(0, 60), ["taken 60", "gone 60"]);
  assert.deepEqual(effects(60, 100), ["taken 40", "gone 40"]);
  assert.deepEqual(effects(100, 30), ["loss_undone 70", "given_back 70"]);
  assert.deepEqual(effects(30, 0), ["loss_undone 30", "given_back 30"]);
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

test("docs/how-to/disputes.md shows the diagram of this state table", () => {
  const doc = readFileSync(path.resolve(import.meta.dirname, "../../docs/how-to/disputes.md"), "utf8");
  assert.ok(doc.includes(`\`\`\`mermaid\n${disputeDiagram()}\n\`\`\``), "run npm run generate");
});
