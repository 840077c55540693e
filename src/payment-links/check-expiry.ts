import { type Problem, problem } from "../kernel/problem.ts";

const rfc3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/;
const detail = "It has to be an RFC 3339 time in the future, such as 2026-11-22T10:00:00Z, or null.";

/** The time until which a link is open. Adds `expires_at_invalid` to the faults if it isn't a time, or over. */
export function readExpiry(text: string | null | undefined, nowMs: number, faults: Problem[]): Date | null {
  if (typeof text !== "string") return null;
  const timeMs = rfc3339.test(text) ? Date.parse(text) : Number.NaN;
  if (timeMs > nowMs) return new Date(timeMs);
  faults.push(problem("expires_at_invalid", detail, "/expiresAt"));
  return null;
}
