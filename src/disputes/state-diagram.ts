import { type DisputeState, disputeStates, effectsBetween, isOver, nextState } from "./state.ts";

/**
 * The life of a dispute as a Mermaid state diagram, made from the state table. docs/how-to/disputes.md shows it, and a test fails if
 * the two differ. Arrows are labelled with the movement of money. Any state can be the first that the PSP reports; the
 * diagram begins where disputes begin at banks.
 */
export function disputeDiagram(): string {
  const lines = [
    "stateDiagram-v2",
    "  [*] --> inquiry_needs_response: a bank asks",
    "  [*] --> chargeback_needs_response: a bank takes the money back",
  ];
  for (const from of disputeStates) {
    for (const to of disputeStates) {
      if (nextState(from, to) === to) lines.push(`  ${nameOf(from)} --> ${nameOf(to)}${label(from, to)}`);
    }
    if (isOver(from)) lines.push(`  ${nameOf(from)} --> [*]`);
  }
  return lines.join("\n");
}

const nameOf = (state: DisputeState): string => state.replace(".", "_");

function label(from: DisputeState, to: DisputeState): string {
  const effects = effectsBetween(example(from), example(to)).map(({ what }) => what.replace("_", " "));
  return effects.length === 0 ? "" : `: ${effects.join(", ")}`;
}

/** A dispute whose whole amount is won or lost. */
const example = (state: DisputeState) => ({
  state,
  amount: 1,
  amountLost: state === "chargeback.lost" ? 1 : 0,
});
