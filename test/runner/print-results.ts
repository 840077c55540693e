import type { FileResult } from "./file-result.ts";

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
const indent = (text: string): string => text.trimEnd().replaceAll(/^/gm, "      ");

/** A line when a file has ended, and what failed in it. */
export function printResult(result: FileResult, number: number, of: number): void {
  const { file, passed, failures, tookMs } = result;
  const place = `${String(number).padStart(String(of).length)}/${of}`;
  const count =
    failures.length === 0 ? `${passed.length} tests` : `${passed.length} passed, ${failures.length} failed`;
  console.log(`${place} ${failures.length === 0 ? "✔" : "✖"} ${file}  ${count}, ${seconds(tookMs)}`);
  if (of <= 3) for (const { name, tookMs } of passed) console.log(`  ✔ ${name} (${seconds(tookMs)})`);
  printFailures(result);
  if (result.printed.trim() !== "") console.log(indent(result.printed));
}

function printFailures({ file, failures }: FileResult): void {
  for (const { test, error } of failures) console.log(`  ✖ ${file}: ${test}\n${indent(error)}`);
}

/** What didn't run, what failed, once more, and what took longest. */
export function printSummary(results: readonly FileResult[]): void {
  const skipped = results.flatMap((result) => result.skipped);
  if (skipped.length > 0) console.log(`\nNot run:\n${skipped.map((each) => `  ${each}`).join("\n")}`);
  const failed = results.filter(({ isPassed }) => !isPassed);
  if (failed.length > 0) console.log("\n✖ failing tests:");
  failed.forEach(printFailures);
  if (results.length <= 20) return;
  console.log("\nThe slowest files, with the CPU time of their process and those that it ended:");
  for (const { file, tookMs, cpuMs } of results
    .toSorted((one, other) => other.tookMs - one.tookMs)
    .slice(0, 10))
    console.log(`${seconds(tookMs).padStart(9)} ${seconds(cpuMs).padStart(9)}  ${file}`);
}
