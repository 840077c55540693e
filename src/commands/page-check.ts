import process from "node:process";
import type { Database } from "../database/database.ts";
import { DatabaseClock } from "../kernel/clock.ts";
import { commandLine } from "../kernel/command-line.ts";
import type { CheckResult } from "../page-safety/check/check-page.ts";
import type { Difference } from "../page-safety/check/differences.ts";
import { checkNow, type LastCheck, lastCheck } from "../page-safety/check/run-check.ts";
import { withDatabase } from "./context.ts";
import { CommandFailure, UsageFailure } from "./failure.ts";
import { print } from "./output.ts";

type CheckOptions = { last: boolean; at?: string; json: boolean };

/** `kassa page check`: opens the page through the public address. Exits with 1 if it was changed, 2 if it is unreachable. */
export async function checkPageCommand({ last, at: given, json }: CheckOptions): Promise<void> {
  const at = given === undefined ? undefined : readAddress(given);
  await withDatabase(async ({ database, config, keyring }) => {
    const clock = new DatabaseClock();
    const place = { publicUrl: config.publicUrl, ...(at ? { at } : {}) };
    const check = () => checkNow({ database, keyring, ...place, nowMs: () => clock.nowMs() });
    const { checkedAt, result } = last
      ? await findLast(database)
      : { result: await check(), checkedAt: new Date(clock.nowMs()) };
    print(json, { object: "page.check", checkedAt: checkedAt.toISOString(), ...result }, () => [
      ...lines(result),
      ...(last ? [`Checked at ${checkedAt.toISOString()}.`] : []),
    ]);
    if (result.outcome !== "same") process.exitCode = result.outcome === "differs" ? 1 : 2;
  });
}

async function findLast(database: Database): Promise<LastCheck> {
  const found = await lastCheck(database);
  if (found) return found;
  throw new CommandFailure(`The page hasn't been checked yet. Check it now: ${commandLine("page check")}`);
}

function readAddress(text: string): URL {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new UsageFailure(`--at: "${text}" is not an address. Write it like http://127.0.0.1:8080.`);
}

function lines(result: CheckResult): string[] {
  switch (result.outcome) {
    case "same":
      return [`✓ The payment page at ${result.address} arrives unchanged.`];
    case "unreachable":
      return [
        `! The payment page at ${result.address} couldn't be opened: ${result.why}`,
        "    Is a server running, and can this machine reach it at KASSA_PUBLIC_URL?",
      ];
    case "differs":
      return [
        `✗ The payment page at ${result.address} was changed in transit:`,
        ...result.differences.flatMap(differenceLines),
        'What to do: docs/explanation/page-security.md, "When it alarms".',
      ];
  }
}

function differenceLines({ where, expected, found }: Difference): string[] {
  if (expected === null) return [`  ${where}: added ${found}`];
  if (found === null) return [`  ${where}: missing ${expected}`];
  return [`  ${where}:`, `    sent:    ${expected}`, `    arrived: ${found}`];
}
