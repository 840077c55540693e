import { type IdPrefix, idFloor, idRange, parseId } from "./id.ts";
import type { Mode } from "./mode.ts";
import { type Problem, problem } from "./problem.ts";
import { failed, type Result, success } from "./result.ts";

/** The query of every list. Times are RFC 3339. */
export type PageQuery = {
  readonly limit?: number;
  readonly startingAfter?: string;
  readonly endingBefore?: string;
  readonly createdAfter?: string;
  readonly createdBefore?: string;
};

/** The range that a list's statement reads: ids in [from, before), starting at the cursor, at most `limit`. */
export type PageRange = {
  readonly from: string;
  readonly before: string;
  readonly direction: "ASC" | "DESC";
  /** One more than requested, to know whether there are more. */
  readonly limit: number;
};

export type Page<Item> = { readonly data: Item[]; readonly hasMore: boolean };

/**
 * Converts cursors and times to bounds on ids, which sort by age. Fails with `cursor_invalid`, or `parameter_invalid` for a
 * time.
 */
export function readPage(
  prefix: IdPrefix,
  scope: { readonly tenantId: number; readonly mode: Mode },
  query: PageQuery,
): Result<PageRange, Problem> {
  const { startingAfter, endingBefore } = query;
  if (startingAfter !== undefined && endingBefore !== undefined) {
    return failed(problem("cursor_invalid", "Send startingAfter or endingBefore, not both.", "endingBefore"));
  }
  for (const [param, cursor] of Object.entries({ startingAfter, endingBefore })) {
    const parsed = cursor === undefined ? scope : parseId(cursor, prefix);
    if (parsed?.tenantId !== scope.tenantId || parsed.mode !== scope.mode) {
      return failed(
        problem("cursor_invalid", "It has to be an id from an earlier page of this list.", param),
      );
    }
  }
  for (const param of ["createdAfter", "createdBefore"] as const) {
    const time = query[param];
    // RFC 3339 allows leap seconds; Date doesn't.
    if (time === undefined || !Number.isNaN(Date.parse(time))) continue;
    return failed(problem("parameter_invalid", "It has to be an RFC 3339 time.", param));
  }
  // Ids and the database's "C" collation sort by code unit, and so does toSorted().
  const atTime = (text: string): string => idFloor(prefix, scope.mode, scope.tenantId, Date.parse(text));
  const all = idRange(prefix, scope.mode);
  const lower = [all.from];
  const upper = [all.to];
  if (query.createdAfter !== undefined) lower.push(atTime(query.createdAfter));
  if (query.createdBefore !== undefined) upper.push(atTime(query.createdBefore));
  // The smallest text above an id: the id plus the smallest digit.
  if (endingBefore !== undefined) lower.push(`${endingBefore}0`);
  if (startingAfter !== undefined) upper.push(startingAfter);
  return success({
    from: lower.toSorted().at(-1) ?? all.from,
    before: upper.toSorted().at(0) ?? all.to,
    direction: endingBefore === undefined ? "DESC" : "ASC",
    limit: (query.limit ?? 10) + 1,
  });
}

/** Makes the page from the statement's rows, newest first. */
export function makePage<Item>(rows: readonly Item[], range: PageRange): Page<Item> {
  const data = rows.slice(0, range.limit - 1);
  return { data: range.direction === "ASC" ? data.reverse() : data, hasMore: rows.length === range.limit };
}
