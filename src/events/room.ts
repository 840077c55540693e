import type { Database } from "../database/database.ts";
import { type EventDeps, type EventSubscriber, eventsRecorded } from "./record-event.ts";
import { eventRoutes } from "./routes.ts";

type Core = { readonly database: Database; readonly nowMs: () => number };

/**
 * @param subscribers called in the transaction of each event, in this order
 * @param committed called after the commit of that transaction
 */
export function makeEvents(core: Core, subscribers: readonly EventSubscriber[], committed: () => void) {
  const deps: EventDeps = { nowMs: core.nowMs, subscribers, committed };
  return {
    deps,
    apiRoutes: [eventRoutes({ database: core.database })],
    counters: [
      {
        name: "kassa_events_total",
        help: "Events recorded, by type.",
        label: "type",
        counter: eventsRecorded,
      },
    ],
  };
}
