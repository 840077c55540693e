import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { roomOf } from "./rooms.ts";
import type { Mutant } from "./sandbox.ts";

export type Verdict = "Killed" | "Timeout" | "Survived" | "NoCoverage" | "Ignored";
export type Judged = { readonly mutant: Mutant; readonly verdict: Verdict; readonly killedBy?: string };

/** The share of the tried mutants that a test noticed. A mutant that no test executes counts as unnoticed. */
function scoreOf(judged: readonly Judged[]): string {
  const count = (...wanted: Verdict[]): number =>
    judged.filter(({ verdict }) => wanted.includes(verdict)).length;
  const [noticed, survived, uncovered] = [count("Killed", "Timeout"), count("Survived"), count("NoCoverage")];
  const tried = noticed + survived + uncovered;
  const share = tried === 0 ? "–" : `${((100 * noticed) / tried).toFixed(1)} %`;
  return `${share} (${noticed} of ${tried}; ${survived} survived, ${uncovered} in code that no test of the room runs; ${count("Ignored")} not tried)`;
}

/** A line per room and file, and the survivors with their place and text. */
export function describe(judged: readonly Judged[]): string {
  const lines: string[] = [];
  for (const [room, ofRoom] of Map.groupBy(judged, ({ mutant }) => roomOf(mutant.fileName))) {
    lines.push(`${room}: ${scoreOf(ofRoom)}`);
    for (const [file, ofFile] of Map.groupBy(ofRoom, ({ mutant }) => mutant.fileName))
      lines.push(`  ${file}: ${scoreOf(ofFile)}`);
  }
  for (const { mutant, verdict } of judged) {
    if (verdict !== "Survived" && verdict !== "NoCoverage") continue;
    // Babel counts lines from 1, the instrumenter from 0.
    const { line, column } = mutant.location.start;
    const place = `${mutant.fileName}:${line + 1}:${column + 1}`;
    lines.push(
      `${verdict} ${place} ${mutant.mutatorName} → ${mutant.replacement.replace(/\s+/g, " ").slice(0, 120)}`,
    );
  }
  lines.push(`all: ${scoreOf(judged)}`);
  return lines.join("\n");
}

/** artifacts/mutation.json in the format of mutation-testing-report-schema, which Stryker's report viewer reads. */
export function writeReport(judged: readonly Judged[]): string {
  const files: Record<string, { language: string; source: string; mutants: object[] }> = {};
  for (const { mutant, verdict, killedBy } of judged) {
    const { fileName, ...rest } = mutant;
    files[fileName] ??= { language: "typescript", source: readFileSync(fileName, "utf8"), mutants: [] };
    const { start, end } = rest.location;
    const location = {
      start: { line: start.line + 1, column: start.column + 1 },
      end: { line: end.line + 1, column: end.column + 1 },
    };
    files[fileName].mutants.push({
      ...rest,
      location,
      status: verdict,
      ...(killedBy ? { killedBy: [killedBy] } : {}),
    });
  }
  mkdirSync("artifacts", { recursive: true });
  const target = "artifacts/mutation.json";
  writeFileSync(target, JSON.stringify({ schemaVersion: "2", thresholds: { high: 90, low: 80 }, files }));
  return target;
}
