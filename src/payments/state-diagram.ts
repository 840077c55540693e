import type { CaptureMethod } from "../sessions/session.ts";
import { attemptStatuses, isLive, outcomeKinds, paymentStatus, sessionState, step } from "./state.ts";

/**
 * The life of an attempt as a Mermaid state diagram, drawn from the state table itself: docs/payments.md shows it, and a
 * test fails when the two differ. Outcomes that change nothing have no arrow.
 */
export function stateDiagram(): string {
  const lines = ["stateDiagram-v2", "  [*] --> started: the consumer submits"];
  for (const from of attemptStatuses) {
    for (const to of attemptStatuses) {
      const outcomes = outcomeKinds.filter((outcome) => step(from, outcome) === to);
      if (outcomes.length > 0) lines.push(`  ${from} --> ${to}: ${outcomes.join(", ")}`);
    }
    const late = outcomeKinds.filter((outcome) => step(from, outcome) === "late_approval");
    if (late.length > 0) lines.push(`  note right of ${from}: ${late.join(", ")} is a late approval`);
    if (!isLive(from)) lines.push(`  ${from} --> [*]`);
  }
  return lines.join("\n");
}

/** What an attempt's state makes of its payment and session, as the rows of a Markdown table. */
export function derivedStates(): string {
  const head = [
    "| attempt | capture | payment | session | paymentStatus |",
    "| --- | --- | --- | --- | --- |",
  ];
  const captures: readonly CaptureMethod[] = ["automatic", "manual"];
  const rows = attemptStatuses.flatMap((attempt) =>
    captures.map((capture) => {
      const { status, paymentStatus: ofSession } = sessionState(attempt, capture, "open");
      return `| ${attempt} | ${capture} | ${paymentStatus(attempt, capture, status)} | ${status} | ${ofSession} |`;
    }),
  );
  return [...head, ...rows].join("\n");
}
