import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { isDatabaseGone } from "../database/database-gone.ts";
import { toApiEvent } from "../events/api-event.ts";
import type { EventRow } from "../events/event.ts";
import { startTail, type Tail } from "../events/tail-events.ts";
import { readTypeFilter } from "../events/type-patterns.ts";
import { type Mode, modes } from "../kernel/mode.ts";
import { visibleText } from "../kernel/visible-text.ts";
import { withDatabase } from "./context.ts";
import { UsageFailure } from "./failure.ts";
import { pickTenant } from "./pick-tenant.ts";
import { readTime } from "./read-option.ts";

type Options = {
  tenant?: string;
  mode?: Mode;
  type?: string;
  session?: string;
  since?: string;
  json: boolean;
};

const pollMs = 300;

/** `kassa events tail`: prints a tenant's events as they happen, until Ctrl-C. */
export async function tailEventsCommand(options: Options): Promise<void> {
  const types = options.type === undefined ? undefined : readTypeFilter(options.type);
  if (types?.ok === false) throw new UsageFailure(`--type: ${types.failure.detail}`);
  const filter = { types: types?.value, sessionId: options.session };
  const since = options.since === undefined ? undefined : readTime("--since", options.since, "start");
  await withDatabase(async ({ database }) => {
    const { tenantId, name } = await pickTenant(database, options.tenant);
    const ending = new AbortController();
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => ending.abort());
    const tails: Tail[] = [];
    for (const mode of options.mode === undefined ? modes : [options.mode])
      tails.push(await startTail(database, { tenantId, mode }, filter, since));
    console.error(visibleText(`Following the events of "${name}" until you press Ctrl-C.`));
    await follow(tails, ending.signal, (event) => console.log(visibleText(format(event, options.json))));
  });
}

async function follow(
  tails: readonly Tail[],
  signal: AbortSignal,
  onEvent: (event: EventRow) => void,
): Promise<void> {
  while (!signal.aborted) {
    const events: EventRow[] = [];
    for (const tail of tails) events.push(...(await nextOf(tail)));
    for (const event of events.toSorted(byPlace)) onEvent(event);
    if (events.length === 0) await sleep(pollMs, undefined, { signal }).catch(() => {});
  }
}

/** While PostgreSQL is away there is nothing new; the events that are recorded meanwhile come afterwards. */
async function nextOf(tail: Tail): Promise<EventRow[]> {
  try {
    return await tail.next();
  } catch (error) {
    if (error instanceof Error && isDatabaseGone(error)) return [];
    throw error;
  }
}

/** The order of ids, without the mode that stands before the time. */
const byPlace = (one: EventRow, other: EventRow): number => (placeOf(one) < placeOf(other) ? -1 : 1);
const placeOf = ({ id, mode }: EventRow): string => id.slice(`evt_${mode}_`.length);

function format(event: EventRow, json: boolean): string {
  if (json) return JSON.stringify(toApiEvent(event));
  const { createdAt, mode, type, sessionId, id } = event;
  const about = "id" in event.object ? String(event.object.id) : "";
  return [createdAt.toISOString(), mode, type, about, sessionId ?? "", id].join("  ");
}
