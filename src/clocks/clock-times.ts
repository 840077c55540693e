import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { parseDuration } from "./duration.ts";

const dayMs = 24 * 60 * 60_000;
const maxAdvanceMs = 2 * 366 * dayMs;
/** The latest time that a clock can show. */
const latestTimeMs = Date.parse("2100-01-01T00:00:00Z");

/** A request's time in milliseconds since 1970, rounded down. */
function parseTime(text: string): number {
  return Math.floor(Date.parse(text));
}

const invalid = (detail: string, param: string): Result<never, Problem> =>
  failed(problem("clock_time_invalid", detail, param));

/** The start time of a new clock. Fails with `clock_time_invalid`. */
export function checkStart(text: string | undefined, realNowMs: number): Result<Date, Problem> {
  const timeMs = text === undefined ? Math.floor(realNowMs) : parseTime(text);
  // RFC 3339 allows leap seconds, but JavaScript's Date doesn't.
  if (Number.isNaN(timeMs)) return invalid("It has to be an RFC 3339 time.", "/now");
  if (timeMs < realNowMs - dayMs || timeMs > realNowMs + maxAdvanceMs) {
    return invalid("A clock must start between one day ago and two years ahead.", "/now");
  }
  return success(new Date(timeMs));
}

/** The target of an advance of a clock that shows `shows`. Fails with `clock_time_invalid`. */
export function checkTarget(
  request: { readonly to?: string; readonly by?: string },
  shows: Date,
): Result<Date, Problem> {
  const { to, by } = request;
  if (to !== undefined && by !== undefined) return invalid("Send either `to` or `by`, not both.", "/by");
  if (to !== undefined) return checkReachable(parseTime(to), shows, "/to");
  if (by === undefined) return invalid("Send `to` (a time) or `by` (a duration).", "/to");
  const durationMs = parseDuration(by);
  if (durationMs === undefined) {
    return invalid("It has to be an ISO 8601 duration of weeks, or of days to seconds, such as P30D.", "/by");
  }
  return checkReachable(shows.getTime() + durationMs, shows, "/by");
}

function checkReachable(targetMs: number, shows: Date, param: string): Result<Date, Problem> {
  if (Number.isNaN(targetMs)) return invalid("It has to be an RFC 3339 time.", param);
  if (targetMs <= shows.getTime()) {
    return invalid(`The clock shows ${shows.toISOString()}. The target must be later.`, param);
  }
  if (targetMs > Math.min(shows.getTime() + maxAdvanceMs, latestTimeMs)) {
    return invalid("One advance is limited to two years, and a clock can't go beyond 2099.", param);
  }
  return success(new Date(targetMs));
}
