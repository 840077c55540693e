import type { EventRow } from "./event.ts";

/**
 * An event as the API shows it and webhooks send it. Written out the same way each time, in this order, so that every
 * retry of a webhook has the same bytes as the first.
 */
export function toApiEvent(event: EventRow) {
  return {
    object: "event",
    id: event.id,
    mode: event.mode,
    type: event.type,
    createdAt: event.createdAt.toISOString(),
    session: event.sessionId,
    sequence: event.sequence,
    data: { object: event.object },
  };
}
