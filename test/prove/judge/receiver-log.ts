import type { House } from "../house/house.ts";

type EventRow = { id: string; type: string; session: string | null; sequence: number | null };

/** Every event arrived and was taken at least once, as what it is; and nothing else arrived. */
export async function checkReceiverLog({ cluster, receiver }: House): Promise<string[]> {
  const events = await cluster.sql<EventRow>("SELECT id, type, session_id AS session, sequence FROM events");
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
      received.sequence === event.sequence;
    if (!same) violations.push(`[8] event ${event.id} arrived as ${JSON.stringify(received)}`);
  }
  for (const id of receiver.log.keys())
    if (!known.has(id))
      violations.push(`[7] event ${id} arrived and doesn't exist: what it told of was undone`);
  return violations;
}
