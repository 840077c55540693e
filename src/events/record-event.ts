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
  /** The API's object, as it is now. */
  readonly object: object;
};

/** Called for each event in the transaction that records it. Webhooks write their delivery rows this way. */
export type EventSubscriber = (trx: TenantTransaction, event: EventRow) => Promise<void>;

export type EventDeps = {
  readonly nowMs: () => number;
  readonly subscribers: readonly EventSubscriber[];
  /** Called when the transaction of an event has committed, so that the delivery worker can start at once. */
  readonly committed?: () => void;
};

/** Events by type, for the operator. */
export const eventsRecorded = new Counter<EventType>(Object.keys(eventTypes) as EventType[]);

/**
 * Records an event in the transaction of its change and calls the subscribers. The change, the event and what the subscribers
 * write are committed together.
 */
export async function recordEvent(
  deps: EventDeps,
  trx: TenantTransaction,
  event: NewEvent,
): Promise<EventRow> {
  // The id has the time of the recording; `createdAt` is the time of the event, which differs on a sandbox clock.
  const atMs = nextEventTimeMs(deps.nowMs());
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

/** The most that event times may run ahead, so that the next event of another process is still listed after them. */
const aheadMs = 10;
let lastMs = 0;

/**
 * Lists are sorted by id, and the order of ids within one millisecond is random. So each event of a process gets its own
 * millisecond, in its id and in its time, because filters by time compare ids, too.
 */
function nextEventTimeMs(nowMs: number): number {
  const wholeMs = Math.floor(nowMs);
  lastMs = Math.min(Math.max(wholeMs, lastMs + 1), wholeMs + aheadMs);
  return lastMs;
}
