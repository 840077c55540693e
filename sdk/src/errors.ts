import type { Problem, ProblemCode } from "./types.ts";

/** Kassa refused the call. `code` is for programs, `message` for people. */
export class KassaError extends Error {
  override name = "KassaError";
  readonly status: number;
  /** `unexpected_answer` if the response isn't Kassa's, but for example that of a proxy in front of it. */
  readonly code: ProblemCode | "unexpected_answer";
  /** JSON pointer to the invalid field, or the name of the query parameter or header. */
  readonly param: string | undefined;
  /** All errors, if there are several. */
  readonly errors: readonly { code: ProblemCode; detail: string; param?: string }[];
  /** Identifies the request in Kassa's log. */
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

/** Kassa can't be reached or didn't respond in time; `cause` says why. The call may or may not have been carried out. */
export class KassaConnectionError extends Error {
  override name = "KassaConnectionError";
}
