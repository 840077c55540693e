/** What the runner tells a test process: to run a file (an absolute path) under a name, or to end. */
export type Order =
  | { readonly kind: "run"; readonly file: string; readonly name: string }
  | { readonly kind: "end" };

/** Where a result stands: tests of a file are nested in a suite named like the file, which is at level 0. */
type Place = {
  readonly name: string;
  readonly nesting: number;
  readonly isSuite: boolean;
  readonly tookMs: number;
};

/** What a test process tells the runner. */
export type Report =
  | (Place & { readonly kind: "passed"; readonly skipped: string | undefined })
  | (Place & {
      readonly kind: "failed";
      readonly error: { readonly text: string; readonly isOfSubtests: boolean };
    })
  /** The CPU time that the file took in this process and in those that it has ended, and the memory that the process holds. */
  | { readonly kind: "done"; readonly file: string; readonly cpuMs: number; readonly memoryBytes: number };
