import type { Database } from "../database/database.ts";
import type { Scope } from "../database/transaction.ts";
import { idFloor, idRange, parseId } from "../kernel/id.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { listSessions as select } from "./queries.ts";
import type { ListSessionsQuery } from "./schemas.ts";
import type { Session } from "./session.ts";

export type Page<Item> = { readonly data: Item[]; readonly hasMore: boolean };

/** A page of a tenant's sessions, newest first. Ids sort by age, so cursors and times are both ranges of ids. */
export async function listSessions(
  database: Database,
  scope: Scope,
  query: ListSessionsQuery,
): Promise<Result<Page<Session>, Problem>> {
  const fault = cursorFault(scope, query);
  if (fault) return failed(fault);
  const newer = query.endingBefore !== undefined;
  const limit = query.limit ?? 10;
  const rows = await database.inScope(scope, (trx) =>
    select(trx, scope, {
      ...bounds(scope, query),
      direction: newer ? "newer" : "older",
      // One more than asked for tells whether there are more.
      limit: limit + 1,
      status: query.status,
      amount: query.amount,
      currency: query.currency?.toUpperCase(),
      clientReferenceId: query.clientReferenceId,
      customerEmail: query.customerEmail,
    }),
  );
  const data = rows.slice(0, limit);
  return success({ data: newer ? data.reverse() : data, hasMore: rows.length > limit });
}

function cursorFault(scope: Scope, query: ListSessionsQuery): Problem | undefined {
  if (query.startingAfter !== undefined && query.endingBefore !== undefined) {
    return problem("cursor_invalid", "Send startingAfter or endingBefore, not both.", "endingBefore");
  }
  for (const name of ["startingAfter", "endingBefore"] as const) {
    const cursor = query[name];
    if (cursor === undefined) continue;
    const parsed = parseId(cursor, "cs");
    if (parsed?.tenantId !== scope.tenantId || parsed.mode !== scope.mode) {
      return problem("cursor_invalid", "It has to be the id of a session from an earlier page.", name);
    }
  }
  return undefined;
}

/** The half-open range of ids that the cursors and times leave. */
function bounds(scope: Scope, query: ListSessionsQuery): { from: string; before: string } {
  const all = idRange("cs", scope.mode);
  const atTime = (text: string) => idFloor("cs", scope.mode, scope.tenantId, Date.parse(text));
  const lower = [all.from];
  const upper = [all.to];
  if (query.createdAfter !== undefined) lower.push(atTime(query.createdAfter));
  if (query.createdBefore !== undefined) upper.push(atTime(query.createdBefore));
  // The smallest text above an id is the id with anything behind it.
  if (query.endingBefore !== undefined) lower.push(`${query.endingBefore}0`);
  if (query.startingAfter !== undefined) upper.push(query.startingAfter);
  return { from: greatest(lower), before: least(upper) };
}

// By code unit, as the database's "C" collation compares ASCII.
const greatest = (texts: string[]): string => texts.reduce((left, right) => (left > right ? left : right));
const least = (texts: string[]): string => texts.reduce((left, right) => (left < right ? left : right));
