import type { Database } from "../database/database.ts";
import type { Scope } from "../database/transaction.ts";
import { addDeclines, findRecentDeclines, type RecentDeclines } from "./queries/declines.ts";

/** What declines are counted by, such as a card. */
export type DeclineSubject = {
  /** A keyed digest of it, which tells nobody what it is. */
  readonly digest: Buffer;
  /** So many declines within ten minutes, and it has to wait. */
  readonly most: number;
};

/** From the first decline of a subject until it is forgotten. */
const windowMs = 10 * 60_000;

/** How long to wait, in seconds, when it is only attempts under way that leave no room. */
const underWaySeconds = 5;

/**
 * The second line against card testing (the first is the number of attempts per session): whoever collects many declines
 * in a short time, from one address or with one card, has to wait. Only declines count, so a busy shop behind one
 * address is never in the way of itself. They are counted in the database, for all processes and for each tenant apart:
 * what is done to one merchant holds up no other's customers.
 *
 * An attempt under way may yet be declined, so it takes a place until it has ended; else a hundred forms posted at once
 * would all find the same room. Only this process's own are known: N processes let N times as many start at once.
 */
export class DeclineLimits {
  readonly #database: Database;
  readonly #underWay = new Map<string, number>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** 0 when an attempt may be made, which is under way until `leave`; else the seconds to wait. */
  async enter(scope: Scope, subjects: readonly DeclineSubject[]): Promise<number> {
    const ahead = subjects.map(({ digest }) => this.#underWay.get(nameOf(digest)) ?? 0);
    this.#move(subjects, 1);
    let mayBegin = false;
    try {
      const digests = subjects.map(({ digest }) => digest);
      const recent = await this.#database.inScope(scope, (trx) =>
        findRecentDeclines(trx, scope, digests, windowMs),
      );
      const waits = subjects.map((subject, index) => waitSeconds(subject, recent, ahead[index] ?? 0));
      const wait = Math.max(...waits);
      mayBegin = wait === 0;
      return wait;
    } finally {
      if (!mayBegin) this.leave(subjects);
    }
  }

  /** Counts one decline, before `leave`. */
  async count(scope: Scope, subjects: readonly DeclineSubject[]): Promise<void> {
    const digests = subjects.map(({ digest }) => digest);
    await this.#database.inScope(scope, (trx) => addDeclines(trx, scope, digests, windowMs));
  }

  /** The attempt that entered has ended, however. */
  leave(subjects: readonly DeclineSubject[]): void {
    this.#move(subjects, -1);
  }

  #move(subjects: readonly DeclineSubject[], step: 1 | -1): void {
    for (const { digest } of subjects) {
      const count = (this.#underWay.get(nameOf(digest)) ?? 0) + step;
      if (count === 0) this.#underWay.delete(nameOf(digest));
      else this.#underWay.set(nameOf(digest), count);
    }
  }
}

/** @param ahead how many attempts of the subject have begun before and not ended */
function waitSeconds(
  { digest, most }: DeclineSubject,
  recent: readonly RecentDeclines[],
  ahead: number,
): number {
  const found = recent.find(({ subject }) => subject.equals(digest));
  if (found && found.declines >= most) return found.secondsLeft;
  return (found?.declines ?? 0) + ahead >= most ? underWaySeconds : 0;
}

const nameOf = (digest: Buffer): string => digest.toString("base64");
