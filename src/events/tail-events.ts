import type { Database } from "../database/database.ts";
import type { TenantScope } from "../database/transaction.ts";
import { idFloor, idRange, idTimeMs } from "../kernel/id.ts";
import type { EventRow } from "./event.ts";
import { type EventFilter, selectEvents } from "./queries.ts";

/**
 * An event gets its place when it is recorded, and is visible when its transaction has committed. So an event may appear behind one that
 * is newer. No transaction of Kassa's takes as long as this: its statements and waits are cut off within seconds.
 */
export const appearsWithinMs = 60_000;
/** How many events `next` returns at most. */
export const tailPageSize = 200;

export type Tail = {
  /**
   * The events that have appeared since the last call, at most 200, in the order of the API's list, oldest first. Each is returned
   * once; an event whose transaction took longer than a newer one's comes after that.
   */
  next(): Promise<EventRow[]>;
};

/**
 * Follows the events of one tenant and mode.
 *
 * @param since only events from this time on; undefined for those that happen from now on
 */
export async function startTail(
  database: Database,
  scope: TenantScope,
  filter: EventFilter,
  since: Date | undefined,
): Promise<Tail> {
  const { from: first, to } = idRange("evt", scope.mode);
  const floorOf = (timeMs: number): string => idFloor("evt", scope.mode, scope.tenantId, timeMs);
  const read = (from: string, except: readonly string[], direction: "ASC" | "DESC", limit: number) =>
    database.inTenant(scope, (trx) =>
      selectEvents(trx, { from, before: to, direction, limit }, { ...filter, except }),
    );
  let from = since === undefined ? first : floorOf(since.getTime());
  const seen = new Set<string>();
  const remember = (rows: readonly EventRow[]): void => {
    for (const { id } of rows) seen.add(id);
    const newest = rows.reduce((latest, { id }) => Math.max(latest, idTimeMs(id)), 0);
    const floor = floorOf(Math.max(0, newest - appearsWithinMs));
    if (newest === 0 || floor <= from) return;
    from = floor;
    for (const id of seen) if (id < from) seen.delete(id);
  };
  if (since === undefined) {
    remember(await read(from, [], "DESC", 1));
    for (let rows = [...seen].length; rows > 0; ) {
      const known = await read(from, [...seen], "ASC", tailPageSize);
      remember(known);
      rows = known.length;
    }
  }
  return {
    next: async () => {
      const rows = await read(from, [...seen], "ASC", tailPageSize);
      remember(rows);
      return rows;
    },
  };
}
