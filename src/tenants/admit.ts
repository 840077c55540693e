import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result } from "../kernel/result.ts";
import type { Caller } from "./caller.ts";
import { type Access, allows, type Resource } from "./scopes.ts";

const tooMany = { ...problem("rate_limited", "You made too many requests in one second."), retryAfter: 1 };

/** Whom a route of the dashboard lets in: who is authenticated, doesn't ask too often, and has the scope; the others get `refusal`. */
export function admit(
  caller: Result<Caller, Problem>,
  needed: readonly [Resource, Access],
  refusal: Problem,
): Result<Caller, Problem> {
  if (!caller.ok) return caller;
  const { bucket, scopes } = caller.value;
  if (bucket && bucket.take() < 0) return failed(tooMany);
  return allows(scopes, ...needed) ? caller : failed(refusal);
}
