import type { Database } from "../database/database.ts";
import { commandLine } from "../kernel/command-line.ts";
import { lastCheck } from "../page-safety/check/run-check.ts";

type LastCheck = NonNullable<Awaited<ReturnType<typeof lastCheck>>>;

/** As KASSA_PAGE_CHECK_MINUTES. */
type EveryMinutes = number | "off";

/** A check is stale after an hour, or after three intervals if that is longer. */
const staleMs = (everyMinutes: number): number => Math.max(60, 3 * everyMinutes) * 60_000;

const advice = `Run: ${commandLine("page check")}`;

/** What the last check of the payment page found, for the doctor. */
export async function pageFinding(database: Database, everyMinutes: EveryMinutes) {
  const check = "payment_page" as const;
  const last = await lastCheck(database);
  if (!last) return { check, state: "ok", text: "not checked over the public address yet" } as const;
  return { check, ...standingOf(last, everyMinutes) };
}

function standingOf({ checkedAt, result }: LastCheck, everyMinutes: EveryMinutes) {
  switch (result.outcome) {
    case "differs":
      return {
        state: "problem",
        text: `was changed between Kassa and the browser, in ${result.differences.length} ${result.differences.length === 1 ? "place" : "places"}`,
        advice: `${advice}. Then follow docs/explanation/page-security.md, "When it alarms".`,
      } as const;
    case "unreachable":
      return {
        state: "warning",
        text: `can't be opened at ${result.address}: ${result.why}`,
        advice,
      } as const;
    case "same":
      return soundAt(checkedAt, everyMinutes);
  }
}

function soundAt(checkedAt: Date, everyMinutes: EveryMinutes) {
  const at = checkedAt.toISOString();
  // With KASSA_PAGE_CHECK_MINUTES=off, the checks may run elsewhere, at an unknown interval.
  if (everyMinutes === "off")
    return { state: "ok", text: `arrived unchanged at the last check, ${at}` } as const;
  return Date.now() - checkedAt.getTime() < staleMs(everyMinutes)
    ? ({ state: "ok", text: "arrives unchanged" } as const)
    : ({ state: "warning", text: `was last checked at ${at}`, advice } as const);
}
