import type { House } from "../house/house.ts";
import type { Receiver } from "../house/receiver.ts";
import { amountFields } from "./amount-fields.ts";

export type EventRow = {
  readonly id: string;
  readonly type: string;
  readonly session: string | null;
  readonly sequence: number | null;
  readonly object: Readonly<Record<string, unknown>>;
};

/** Every event arrived and was taken at least once, as what it is; and nothing else arrived. */
export async function checkReceiverLog({ cluster, receiver, lost }: House): Promise<string[]> {
  const events = await cluster.sql<EventRow>(
    "SELECT id, type, session_id AS session, sequence, object FROM events",
  );
  return compareReceiverLog(events, receiver, (atMs) => lost.undone(atMs));
}

/**
 * The comparison itself, on events and what arrived of them.
 *
 * @param undone whether what was told at a time, in milliseconds since 1970, may have been lost since
 */
export function compareReceiverLog(
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
        `[7] event ${event.id} (${event.type}) ${received ? "was never taken" : "never arrived"}`,
      );
      continue;
    }
    const same =
      received.type === event.type &&
      received.session === event.session &&
      received.sequence === event.sequence &&
      received.amounts === amountFields(event.object);
    if (!same) violations.push(`[8] event ${event.id} arrived as ${JSON.stringify(received)}`);
  }
  for (const [id, { firstAtMs }] of receiver.log)
    if (!known.has(id) && !undone(firstAtMs))
      violations.push(`[7] event ${id} arrived and doesn't exist: what it told of was undone`);
  return violations;
}
