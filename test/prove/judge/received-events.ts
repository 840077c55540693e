import type { Receiver } from "../testbed/receiver.ts";
import type { Testbed } from "../testbed/testbed.ts";
import { amountFields } from "./amount-fields.ts";

export type EventRow = {
  readonly id: string;
  readonly type: string;
  readonly session: string | null;
  readonly sequence: number | null;
  readonly object: Readonly<Record<string, unknown>>;
};

/** Every event was received and accepted at least once, as it is stored; and no other event was received. */
export async function checkReceivedEvents({ cluster, receiver, dataLosses }: Testbed): Promise<string[]> {
  const events = await cluster.sql<EventRow>(
    "SELECT id, type, session_id AS session, sequence, object FROM events",
  );
  return compareReceivedEvents(events, receiver, (atMs) => dataLosses.mayHaveUndone(atMs));
}

/**
 * Compares stored events with the receiver's log.
 *
 * @param undone whether a data loss may have undone what was committed at a time (Unix ms)
 */
export function compareReceivedEvents(
  events: readonly EventRow[],
  receiver: Pick<Receiver, "log" | "violations">,
  undone: (atMs: number) => boolean,
): string[] {
  const violations = [...receiver.violations];
  const known = new Set<string>();
  for (const event of events) {
    known.add(event.id);
    const received = receiver.log.get(event.id);
    if (!received?.accepted) {
      violations.push(
        `[7] event ${event.id} (${event.type}) was never ${received ? "accepted" : "received"}`,
      );
      continue;
    }
    const same =
      received.type === event.type &&
      received.session === event.session &&
      received.sequence === event.sequence &&
      received.amounts === amountFields(event.object);
    if (!same) violations.push(`[8] event ${event.id} was received as ${JSON.stringify(received)}`);
  }
  for (const [id, { firstAtMs }] of receiver.log)
    if (!known.has(id) && !undone(firstAtMs))
      violations.push(`[7] event ${id} was received but not committed`);
  return violations;
}
