import type { Report } from "./messages.ts";

type Ended = Extract<Report, { kind: "passed" | "failed" }>;
export type Failure = { readonly test: string; readonly error: string };

/**
 * What one test file has reported. Tests count, suites don't; but a suite that fails by itself, such as that of a file that can't be
 * loaded or whose hook fails, counts as a failure.
 */
export class FileResult {
  /** From the project's root, if it is there. */
  readonly file: string;
  /** The tests that passed, and how deep each is nested in suites. */
  readonly passed: { readonly name: string; readonly nesting: number; readonly tookMs: number }[] = [];
  readonly failures: Failure[] = [];
  readonly skipped: string[] = [];
  /** What the file's tests have printed. */
  printed = "";
  tookMs = 0;
  cpuMs = 0;

  constructor(file: string) {
    this.file = file;
  }

  get isPassed(): boolean {
    return this.failures.length === 0;
  }

  note(report: Ended): void {
    const { name, nesting, isSuite } = report;
    if (report.kind === "passed" && !isSuite) {
      this.passed.push({ name, nesting, tookMs: report.tookMs });
      if (report.skipped !== undefined) this.skipped.push(`${this.file}: ${name}: ${report.skipped}`);
    }
    if (report.kind === "failed" && !(isSuite && report.error.isOfSubtests))
      this.failures.push({ test: name, error: report.error.text });
  }

  fail(error: string): void {
    this.failures.push({ test: this.file, error });
  }
}
