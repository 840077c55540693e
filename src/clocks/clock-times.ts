import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { parseDuration } from "./duration.ts";

const dayMs = 24 * 60 * 60_000;
const farthestMs = 2 * 366 * dayMs;
/** As far as a clock goes in all. */
const lastTimeMs = Date.parse("2100-01-01T00:00:00Z");

/** A time as a request writes it, in milliseconds since 1970, without what is finer than that. */
function parseTime(text: string): number {
  return Math.floor(Date.parse(text));
}

const invalid = (detail: string, param: string): Result<never, Problem> =>
  failed(problem("clock_time_invalid", detail, param));

/** The time that a new clock shows first. Fails with `clock_time_invalid`. */
export function checkStart(text: string | undefined, realNowMs: number): Result<Date, Problem> {
  const timeMs = text === undefined ? Math.floor(realNowMs) : parseTime(text);
  // A leap second passes for RFC 3339, but no clock here has it.
  if (Number.isNaN(timeMs)) return invalid("It has to be an RFC 3339 time.", "/now");
  if (timeMs < realNowMs - dayMs || timeMs > realNowMs + farthestMs) {
    return invalid("A clock begins between a day ago and two years ahead.", "/now");
  }
  return success(new Date(timeMs));
}

/** Where to advance a clock that shows a time. Fails with `clock_time_invalid`. */
export function checkTarget(
  request: { readonly to?: string; readonly by?: string },
  shows: Date,
): Result<Date, Problem> {
  const { to, by } = request;
  if (to !== undefined && by !== undefined) return invalid("Send to or by, not both.", "/by");
  if (to !== undefined) return reachable(parseTime(to), shows, "/to");
  if (by === undefined) return invalid("Send to, a time, or by, a duration.", "/to");
  const durationMs = parseDuration(by);
  if (durationMs === undefined) {
    return invalid("It has to be an ISO 8601 duration of weeks, or of days to seconds, such as P30D.", "/by");
  }
  return reachable(shows.getTime() + durationMs, shows, "/by");
}

function reachable(targetMs: number, shows: Date, param: string): Result<Date, Problem> {
  if (Number.isNaN(targetMs)) return invalid("It has to be an RFC 3339 time.", param);
  if (targetMs <= shows.getTime()) {
    return invalid(`The clock shows ${shows.toISOString()} and never goes back or stays.`, param);
  }
  if (targetMs > Math.min(shows.getTime() + farthestMs, lastTimeMs)) {
    return invalid("A clock advances by two years at most at once, and not beyond 2099.", param);
  }
  return success(new Date(targetMs));
}
