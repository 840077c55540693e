import { toApiEvent } from "../../events/api-event.ts";
import type { EventRow } from "../../events/event.ts";

export type { EventRow };

/** Frames of the protocol of server-sent events (WHATWG HTML, 9.2). */

/** An event, as the API shows it. Browsers name its id when they connect again. */
export const eventFrame = (event: EventRow): Buffer =>
  Buffer.from(`id: ${event.id}\ndata: ${JSON.stringify(toApiEvent(event))}\n\n`);

const hint = (name: string): Buffer => Buffer.from(`event: ${name}\ndata: {}\n\n`);

export const hints = {
  /**
   * From now on nothing is missed. What happened before is in the list. Browsers connect again after different times, so that thousands
   * don't do so at once after a restart.
   */
  ready: (): Buffer =>
    Buffer.from(`retry: ${Math.round(1_000 + 4_000 * Math.random())}\nevent: ready\ndata: {}\n\n`),
  /** More was missed than is sent again: the list has to be loaded again. */
  reload: hint("reload"),
  /** The person has opened so many others that this one ends. */
  replaced: hint("replaced"),
};

/** Keeps proxies from ending a connection on which nothing happens. */
export const keepAlive = Buffer.from(":\n\n");
