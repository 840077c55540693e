import type { ProblemCode } from "./problem-codes.ts";

/** One fault of a request, as rooms return it; http makes RFC 9457 problem+json of it. */
export type Problem = {
  readonly code: ProblemCode;
  /** A sentence for this occurrence: what is wrong and what to change. */
  readonly detail: string;
  /** JSON pointer to the field, or the name of the query parameter or header. */
  readonly param?: string;
  /** All faults of a body that has several; the problem itself is then the first of them. */
  readonly errors?: readonly Problem[];
  /** Seconds, for the Retry-After header. */
  readonly retryAfter?: number;
};

/** One fault. */
export function problem(code: ProblemCode, detail: string, param?: string): Problem {
  return param === undefined ? { code, detail } : { code, detail, param };
}

/** How many faults of one request are named; whoever has mended these sees the next. */
export const faultsAtMost = 20;

/** Several faults of one body as one problem, 20 of them at most; undefined when there are none. */
export function combineProblems(faults: readonly Problem[]): Problem | undefined {
  const first = faults[0];
  if (!first || faults.length === 1) return first;
  return { ...first, errors: faults.slice(0, faultsAtMost) };
}
