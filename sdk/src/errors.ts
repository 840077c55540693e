import type { Problem, ProblemCode } from "./types.ts";

/** Kassa refused the call. `code` is for programs, `message` for people. */
export class KassaError extends Error {
  override name = "KassaError";
  /** The HTTP status. */
  readonly status: number;
  /** `unexpected_response` if the response isn't Kassa's, but for example that of a proxy in front of it. */
  readonly code: ProblemCode | "unexpected_response";
  /** JSON pointer to the invalid field, or the name of the query parameter or header. */
  readonly param: string | undefined;
  /** All errors, if the request has several. */
  readonly errors: readonly { code: ProblemCode; detail: string; param?: string }[];
  /** Identifies the request in Kassa's log. */
  readonly requestId: string | undefined;
  /** The URL of the code's documentation. */
  readonly docUrl: string | undefined;
  /** How long Kassa asks to wait before the next try, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, problem: Partial<Problem>, retryAfterMs?: number) {
    super(
      problem.detail ?? `The response has the status ${status} and isn't Kassa's. Check baseUrl and proxies.`,
    );
    this.status = status;
    this.code = problem.code ?? "unexpected_response";
    this.param = problem.param;
    this.errors = problem.errors ?? [];
    this.requestId = problem.requestId;
    this.docUrl = problem.docUrl;
    this.retryAfterMs = retryAfterMs;
  }
}

/** There was no response, or a broken one; `cause` says why. The call may or may not have been carried out. */
export class KassaConnectionError extends Error {
  override name = "KassaConnectionError";
}

/** Kassa didn't respond in time. The call may or may not have been carried out. */
export class KassaTimeoutError extends KassaConnectionError {
  override name = "KassaTimeoutError";
}
