import type { Problem, ProblemCode } from "./types.ts";

/** Kassa answered that the call failed. `code` is for programs, `message` for people. */
export class KassaError extends Error {
  override name = "KassaError";
  readonly status: number;
  /** `unexpected_answer` when something that isn't Kassa answered, such as a proxy before it. */
  readonly code: ProblemCode | "unexpected_answer";
  /** JSON pointer to the field that is at fault, or the name of a query parameter or header. */
  readonly param: string | undefined;
  /** All faults, when there are several. */
  readonly errors: readonly { code: ProblemCode; detail: string; param?: string }[];
  /** Finds the request in the operator's log. */
  readonly requestId: string | undefined;
  readonly docUrl: string | undefined;

  constructor(status: number, problem: Partial<Problem>) {
    super(problem.detail ?? `Kassa's address answered ${status} and no problem that Kassa knows.`);
    this.status = status;
    this.code = problem.code ?? "unexpected_answer";
    this.param = problem.param;
    this.errors = problem.errors ?? [];
    this.requestId = problem.requestId;
    this.docUrl = problem.docUrl;
  }
}

/** Kassa didn't answer in time or can't be reached; `cause` says why. Whether the call was done is not known. */
export class KassaConnectionError extends Error {
  override name = "KassaConnectionError";
}
