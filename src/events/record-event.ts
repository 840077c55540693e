import type { TenantTransaction } from "../database/transaction.ts";
import { Counter } from "../kernel/counter.ts";
import { makeId } from "../kernel/id.ts";
import { type EventType, eventTypes } from "./event-types.ts";
import { type EventRow, insertEvent } from "./queries.ts";

export type NewEvent = {
  readonly type: EventType;
  /** The session it belongs to and its number among that session's events, from 1. */
  readonly sessionId: string;
  readonly sequence: number;
  /** The object as the API shows it, as it is now. */
  readonly object: object;
};

/** Told of each event inside the transaction that records it; webhooks writes its delivery rows this way. */
export type EventSubscriber = (trx: TenantTransaction, event: EventRow) => Promise<void>;

export type EventDeps = {
  readonly nowMs: () => number;
  readonly subscribers: readonly EventSubscriber[];
  /** Told once the transaction of an event is committed: its deliveries needn't wait for somebody to look. */
  readonly committed?: () => void;
};

/** Events by type, for the operator. */
export const eventsRecorded = new Counter<EventType>(Object.keys(eventTypes) as EventType[]);

/**
 * Records an event in the transaction of the change that it tells of, together with whatever follows from it. Either all
 * of it is committed or none.
 */
export async function recordEvent(
  deps: EventDeps,
  trx: TenantTransaction,
  event: NewEvent,
): Promise<EventRow> {
  // The id says when it was recorded, the event when it happened, which on a sandbox clock is another time.
  const atMs = inOrderMs(deps.nowMs());
  const row: EventRow = {
    tenantId: trx.tenantId,
    id: makeId("evt", trx.mode, trx.tenantId, atMs),
    mode: trx.mode,
    type: event.type,
    sessionId: event.sessionId,
    sequence: event.sequence,
    object: event.object,
    createdAt: trx.clock?.now ?? new Date(atMs),
  };
  insertEvent(trx, row);
  trx.afterCommit(() => {
    eventsRecorded.add(event.type);
    deps.committed?.();
  });
  for (const subscriber of deps.subscribers) await subscriber(trx, row);
  return row;
}

/** How far they run ahead of time at the most, so that another process's next event is still listed after these. */
const aheadMs = 10;
let lastMs = 0;

/**
 * Lists go by id, whose order within a millisecond is random: each event of a process takes a millisecond of its own, in
 * its id and in its time, for lists from and to a time go by id, too.
 */
function inOrderMs(nowMs: number): number {
  const wholeMs = Math.floor(nowMs);
  lastMs = Math.min(Math.max(wholeMs, lastMs + 1), wholeMs + aheadMs);
  return lastMs;
}
