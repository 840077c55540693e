import type { Database } from "../../database/database.ts";
import { eventsSince } from "../../events/events-since.ts";
import { isOwnId } from "../../kernel/id.ts";
import type { EventRow } from "./event-frames.ts";
import type { ViewerFilter, Watching } from "./viewer.ts";

const sentAgainAtMost = 200;

/**
 * What a browser may have missed since it got the last event, oldest first. Some of it may be known to the browser, because an event can
 * appear behind a newer one.
 */
export async function readMissed(
  database: Database,
  { tenantId, mode }: Watching,
  filter: ViewerFilter,
  lastId: string,
): Promise<readonly EventRow[] | "too many"> {
  const scope = { tenantId, mode };
  if (!isOwnId(lastId, "evt", scope)) return "too many";
  const missed = await eventsSince(database, scope, filter, lastId, sentAgainAtMost + 1);
  return missed.length > sentAgainAtMost ? "too many" : missed.filter(({ id }) => id !== lastId);
}
