import { type Problem, problem } from "../../kernel/problem.ts";
import { failed, type Result, success } from "../../kernel/result.ts";
import { endOf, startOf } from "../periods/month.ts";

export type RangeQuery = {
  /** As 2026-11. */
  readonly month?: string;
  /** The first and the last day, such as 2026-11-30. */
  readonly from?: string;
  readonly to?: string;
};

/** Times in [start, end), RFC 3339. */
export type TimeRange = { readonly start: string; readonly end: string };

/** The range of a report: a month, or days from the first to the last. Fails with `parameter_invalid`. */
export function readRange({ month, from, to }: RangeQuery): Result<TimeRange, Problem> {
  if (month !== undefined) {
    if (from !== undefined || to !== undefined)
      return refuse("Send month, or from and to, not both.", "month");
    return success({ start: startOf(month), end: endOf(month) });
  }
  if (from === undefined || to === undefined) return refuse("Send month, or from and to.", "month");
  const [first, last] = [startOfDay(from), startOfDay(to)];
  if (first === undefined) return refuse("It has to be a day, as 2026-11-01.", "from");
  if (last === undefined) return refuse("It has to be a day, as 2026-11-30.", "to");
  if (last < first) return refuse("It has to be the last day, which isn't before the first one.", "to");
  const end = new Date(last);
  end.setUTCDate(end.getUTCDate() + 1);
  return success({ start: first.toISOString(), end: end.toISOString() });
}

/** Undefined for a day that the calendar doesn't have. */
function startOfDay(day: string): Date | undefined {
  const start = new Date(`${day}T00:00:00.000Z`);
  return !Number.isNaN(start.getTime()) && start.toISOString().startsWith(day) ? start : undefined;
}

const refuse = (detail: string, parameter: string): Result<never, Problem> =>
  failed(problem("parameter_invalid", detail, parameter));
