import type { ProblemCode } from "./problem-codes.ts";

/** A fault of a request, as rooms return it. `http` converts it to RFC 9457 problem+json. */
export type Problem = {
  readonly code: ProblemCode;
  /** A sentence for this occurrence: what is wrong and what to change. */
  readonly detail: string;
  /** JSON pointer to the field, or the name of the query parameter or header. */
  readonly param?: string;
  /** All faults, if the body has several; the problem itself is the first. */
  readonly errors?: readonly Problem[];
  /** Seconds, for the Retry-After header. */
  readonly retryAfter?: number;
};

/** One fault. */
export function problem(code: ProblemCode, detail: string, param?: string): Problem {
  return param === undefined ? { code, detail } : { code, detail, param };
}

/** The most faults reported for a request. Further ones show after these are corrected. */
export const faultsAtMost = 20;

/** Combines the faults of a body, at most 20, into one problem; undefined if there are none. */
export function combineProblems(faults: readonly Problem[]): Problem | undefined {
  const first = faults[0];
  if (!first || faults.length === 1) return first;
  return { ...first, errors: faults.slice(0, faultsAtMost) };
}
