import type { Problem } from "@kassa/sdk";

/** Why a request failed: a problem that Kassa described, or no answer. */
export class RequestProblem extends Error {
  override name = "RequestProblem";
  readonly status: number;
  readonly code: string;
  /** The field that it is about, as /email. */
  readonly param: string | undefined;
  /** What each fault is, if there are several. */
  readonly details: readonly string[];

  constructor(status: number, problem: Partial<Problem>) {
    super(problem.detail ?? problem.title ?? "Kassa gave no answer that can be read.");
    this.status = status;
    this.code = problem.code ?? "no_answer";
    this.param = problem.param;
    this.details = problem.errors?.map(({ detail }) => detail) ?? [];
  }
}

export const isProblem = (error: unknown, code: string): boolean =>
  error instanceof RequestProblem && error.code === code;
