import type { EventRow } from "./event.ts";

/**
 * The API's object `event`, which webhooks send, too. The order of the fields is fixed, so that every retry of a webhook has
 * the same bytes as the first attempt.
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
