import type { Database } from "../database/database.ts";
import { commandLine } from "../kernel/command-line.ts";
import { lastCheck } from "../page-safety/check/run-check.ts";

type LastCheck = NonNullable<Awaited<ReturnType<typeof lastCheck>>>;

/** A check older than this says little of the page now: twelve of the usual intervals. */
const staleMs = 60 * 60_000;

const advice = `Run: ${commandLine("page check")}`;

/** What the last check of the payment page found, for the doctor. */
export async function pageFinding(database: Database) {
  const name = "Payment page";
  const last = await lastCheck(database);
  if (!last) return { name, state: "ok", text: "not opened from outside yet" } as const;
  return { name, ...standingOf(last) };
}

function standingOf({ checkedAt, result }: LastCheck) {
  switch (result.outcome) {
    case "differs":
      return {
        state: "problem",
        text: `doesn't arrive as it was sent, in ${result.differences.length} places`,
        advice: `${advice}. What to do then: docs/page-security.md, "When it alarms".`,
      } as const;
    case "unreachable":
      return {
        state: "warning",
        text: `couldn't be opened at ${result.address}: ${result.why}`,
        advice,
      } as const;
    case "same":
      return Date.now() - checkedAt.getTime() < staleMs
        ? ({ state: "ok", text: "arrives as it was sent" } as const)
        : ({ state: "warning", text: `was last looked at ${checkedAt.toISOString()}`, advice } as const);
  }
}
