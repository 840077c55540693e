import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import process from "node:process";

export type TestRun = { readonly ended: "passed" | "failed" | "timeout"; readonly tookMs: number };
export type Covering = {
  readonly file: string;
  readonly tookMs: number;
  readonly passes: ReadonlySet<string>;
};

/** Runs one test file in the sandbox, with one active mutant or none. */
export function runTestFile(
  folder: string,
  file: string,
  limitMs: number,
  env: Record<string, string>,
): Promise<TestRun> {
  const startedAt = performance.now();
  const recorder = path.join(folder, "test/mutate/record-coverage.ts");
  const reporter = path.join(folder, "test/mutate/first-failure.ts");
  const child = spawn(process.execPath, ["--import", recorder, "--test-reporter", reporter, file], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: "ignore",
    detached: true,
  });
  return new Promise((resolve, reject) => {
    let ended: TestRun["ended"] | undefined;
    const timer = setTimeout(() => {
      ended = "timeout";
      endGroup(child.pid);
    }, limitMs);
    child.once("error", reject);
    child.once("exit", (code) => {
      clearTimeout(timer);
      if (code !== 0) endGroup(child.pid);
      resolve({ ended: ended ?? (code === 0 ? "passed" : "failed"), tookMs: performance.now() - startedAt });
    });
  });
}

/** Kills the whole process group of a test, because tests start other processes. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // None of them is left.
  }
}

/** Runs a test file without a mutant: "late" if it takes too long, undefined if it fails and so can't judge mutants. */
export async function coverageOf(
  folder: string,
  file: string,
  limitMs: number,
): Promise<Covering | "late" | undefined> {
  const record = path.join(folder, `passed-${file.replaceAll("/", "-")}`);
  const { ended, tookMs } = await runTestFile(folder, file, limitMs, { KASSA_MUTANTS_PASSED: record });
  const passed = existsSync(record) ? readFileSync(record, "utf8").split("\n") : [];
  rmSync(record, { force: true });
  if (ended === "timeout") return "late";
  return ended === "passed"
    ? { file, tookMs, passes: new Set(passed.filter((line) => line !== "")) }
    : undefined;
}
