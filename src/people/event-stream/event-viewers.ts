import type { Database } from "../../database/database.ts";
import { isDatabaseGone } from "../../database/database-gone.ts";
import { startTail, type Tail, tailPageSize } from "../../events/tail-events.ts";
import type { Mode } from "../../kernel/mode.ts";
import { allows } from "../../tenants/scopes.ts";
import { selectSignInsOf } from "../queries.ts";
import { scopesOf } from "../roles.ts";
import { absoluteSeconds } from "../sign-in/terms.ts";
import { type EventRow, eventFrame, hints, keepAlive } from "./event-frames.ts";
import { readMissed } from "./read-missed.ts";
import type { Viewer } from "./viewer.ts";

/** Browsers allow six connections to a host over HTTP/1.1, so nobody needs more streams than that. */
export const viewersOfPersonAtMost = 6;
const keepAliveMs = 20_000;
const checkMs = 2_000;
/** Places whose events are read at the same time. */
const readsAtOnce = 4;

/** The viewers of a tenant's events in a mode, and what reads them for all of these. */
type Place = { readonly viewers: Set<Viewer>; readonly tail: Promise<Tail> };

/**
 * Passes new events on to browsers. However many follow the events of a tenant and mode, one reader asks the database for them, and one
 * statement for all tenants finds out who is still signed in and a member.
 */
export class EventViewers {
  readonly #database: Database;
  readonly #places = new Map<string, Place>();
  readonly #ofPerson = new Map<string, Viewer[]>();
  #keptAliveAt = 0;
  #checkedAt = 0;
  #isClosed = false;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Whether no stream is accepted any more, because the process is shutting down. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** @param lastId the last event that the browser has got, when it connects again */
  async add(viewer: Viewer, lastId: string | undefined): Promise<void> {
    const key = `${viewer.who.tenantId} ${viewer.who.mode}`;
    const place = this.#places.get(key) ?? this.#openPlace(key, viewer.who);
    if (!viewer.open(() => this.#remove(key, place, viewer))) return this.#remove(key, place, viewer);
    place.viewers.add(viewer);
    this.#noteOfPerson(viewer);
    try {
      await place.tail;
      if (lastId !== undefined) await sendMissed(this.#database, viewer, lastId);
      viewer.send(hints.ready());
    } catch (error) {
      // The browser connects again, and the next viewer begins with a new reader.
      if (this.#places.get(key) === place) this.#places.delete(key);
      viewer.end();
      throw error;
    }
  }

  /** Passes on what is new. Returns whether there is more. */
  async follow(): Promise<boolean> {
    if (this.#places.size === 0) return false;
    this.#keepAlive();
    await this.#endWhoLeft();
    const waiting = [...this.#places.values()];
    let more = false;
    const readNext = async (): Promise<void> => {
      for (let place = waiting.pop(); place; place = waiting.pop()) more = (await passOn(place)) || more;
    };
    await Promise.all(Array.from({ length: readsAtOnce }, readNext));
    return more;
  }

  /** Ends all streams, and accepts no other. The browsers connect to another process. */
  close(): void {
    this.#isClosed = true;
    for (const viewer of this.#all()) viewer.end();
  }

  #all(): Viewer[] {
    return [...this.#places.values()].flatMap(({ viewers }) => [...viewers]);
  }

  #openPlace(key: string, { tenantId, mode }: { readonly tenantId: number; readonly mode: Mode }): Place {
    const tail = startTail(this.#database, { tenantId, mode }, {}, undefined);
    // Whoever waits for it hears of a failure; see `add`.
    tail.catch(() => {});
    const place = { viewers: new Set<Viewer>(), tail };
    this.#places.set(key, place);
    return place;
  }

  #noteOfPerson(viewer: Viewer): void {
    const all = [...(this.#ofPerson.get(viewer.who.personId) ?? []), viewer];
    this.#ofPerson.set(viewer.who.personId, all);
    // A laptop that was closed seems to follow for long, so the oldest ends.
    const open = all.filter(({ isOpen }) => isOpen);
    if (open.length > viewersOfPersonAtMost) open[0]?.end(hints.replaced);
  }

  #remove(key: string, place: Place, viewer: Viewer): void {
    place.viewers.delete(viewer);
    if (place.viewers.size === 0 && this.#places.get(key) === place) this.#places.delete(key);
    const { personId } = viewer.who;
    const left = (this.#ofPerson.get(personId) ?? []).filter((each) => each !== viewer);
    if (left.length > 0) this.#ofPerson.set(personId, left);
    else this.#ofPerson.delete(personId);
  }

  #keepAlive(): void {
    if (performance.now() - this.#keptAliveAt < keepAliveMs) return;
    this.#keptAliveAt = performance.now();
    for (const viewer of this.#all()) viewer.send(keepAlive);
  }

  /** Ends the streams of sign-ins that have ended, and of people who no longer work for the tenant. */
  async #endWhoLeft(): Promise<void> {
    if (performance.now() - this.#checkedAt < checkMs) return;
    this.#checkedAt = performance.now();
    const viewers = this.#all();
    const ids = [...new Set(viewers.map(({ who }) => who.signInId))];
    const found = await this.#database.inPeople((trx) => selectSignInsOf(trx, ids, absoluteSeconds));
    const may = new Set<string>();
    for (const { signInId, tenantId, role, factors } of found)
      for (const mode of ["sandbox", "live"] as const)
        if (allows(scopesOf(role, mode), "events", "read") && (mode === "sandbox" || factors === 2))
          may.add(`${signInId} ${tenantId} ${mode}`);
    for (const viewer of viewers) {
      const { signInId, tenantId, mode } = viewer.who;
      if (!may.has(`${signInId} ${tenantId} ${mode}`)) viewer.end();
    }
  }
}

/** While PostgreSQL is away there is nothing new; what is recorded meanwhile comes afterwards. */
async function passOn({ viewers, tail }: Place): Promise<boolean> {
  try {
    const events = await (await tail).next();
    if (events.length > 0) sendAll(viewers, events);
    return events.length === tailPageSize;
  } catch (error) {
    if (error instanceof Error && isDatabaseGone(error)) return false;
    throw error;
  }
}

function sendAll(viewers: ReadonlySet<Viewer>, events: readonly EventRow[]): void {
  const frames = events.map((event) => ({ event, bytes: eventFrame(event) }));
  const byFilter = new Map<string, Buffer>();
  for (const viewer of viewers) {
    const filter = JSON.stringify(viewer.filter);
    let bytes = byFilter.get(filter);
    if (!bytes) {
      bytes = Buffer.concat(
        frames.filter(({ event }) => viewer.wants(event)).map(({ bytes: frame }) => frame),
      );
      byFilter.set(filter, bytes);
    }
    if (bytes.length > 0) viewer.send(bytes);
  }
}

async function sendMissed(database: Database, viewer: Viewer, lastId: string): Promise<void> {
  const missed = await readMissed(database, viewer.who, viewer.filter, lastId);
  if (missed === "too many") viewer.send(hints.reload);
  else for (const event of missed) viewer.send(eventFrame(event));
}
