import type { Database } from "../../database/database.ts";
import type { TenantScope, TenantTransaction } from "../../database/transaction.ts";
import { Counter, isWorthALine } from "../../kernel/counter.ts";
import { findDeclineSubjects } from "../queries/attempts.ts";
import { addDeclines, findRecentDeclines, type RecentDeclines } from "../queries/declines.ts";

/** What declines are counted by, such as a card. */
export type DeclineSubject = {
  readonly kind: "session" | "card" | "account" | "address" | "tenant";
  /** A keyed digest of it, which tells nobody what it is. */
  readonly digest: Buffer;
  /** So many declines within ten minutes, and each further try is taken a little later than the one before. */
  readonly slowAfter: number;
  /** So many, and it has to wait. */
  readonly most: number;
};

export type DeclineLimitOptions = {
  /** No pause is longer, in milliseconds; 0 for no pauses. */
  readonly longestPauseMs: number;
  /** Resolves after that many milliseconds. */
  readonly pause: (ms: number) => Promise<unknown>;
  readonly log: { warn(fields: object, message: string): void };
};

/** Submits that were slowed or refused, and by what: `card_slowed`, `address_refused`. For the metrics. */
export const declineLimitsMet = new Counter<`${DeclineSubject["kind"]}_${"slowed" | "refused"}`>(
  (["session", "card", "account", "address", "tenant"] as const).flatMap(
    (kind) => [`${kind}_slowed`, `${kind}_refused`] as const,
  ),
);

/** The first pause; each further one is twice as long. */
const firstPauseMs = 1_000;

/** From the first decline of a subject until it is forgotten. */
const windowMs = 10 * 60_000;

/** How long to wait, in seconds, when it is only attempts under way that leave no room. */
const underWaySeconds = 5;

/**
 * The second line against card testing (the first is the number of attempts per session): whoever collects many declines
 * in a short time, on one session, from one address or with one card, is slowed, each time twice as long, and in the end
 * has to wait. Who mistypes a few times meets neither. Only declines count, so a busy shop behind one address is never
 * in the way of itself. They are counted in the database, for all processes and for each tenant apart: what is done to
 * one merchant holds up no other's customers.
 *
 * An attempt under way may yet be declined, so it takes a place until it has ended, its pause included; else a hundred
 * forms posted at once would all find the same room. It slows nobody: many customers behind one address pay at once. Only
 * this process's own are known: N processes let N times as many start at once.
 */
export class DeclineLimits {
  readonly #database: Database;
  readonly #options: DeclineLimitOptions;
  readonly #underWay = new Map<string, number>();

  constructor(database: Database, options: DeclineLimitOptions) {
    this.#database = database;
    this.#options = options;
  }

  /**
   * 0 when an attempt may be made, which is under way until `leave`; else the seconds to wait. Resolves later than it
   * could where many were declined before; no connection is held meanwhile.
   */
  async enter(scope: TenantScope, subjects: readonly DeclineSubject[]): Promise<number> {
    const ahead = subjects.map(({ digest }) => this.#underWay.get(nameOf(digest)) ?? 0);
    this.#move(subjects, 1);
    let mayBegin = false;
    try {
      const digests = subjects.map(({ digest }) => digest);
      const recent = await this.#database.inTenant(scope, (trx) =>
        trx.commitWith(findRecentDeclines(trx, digests, windowMs)),
      );
      const standings = subjects.map((subject, index) => standingOf(subject, recent, ahead[index] ?? 0));
      const refused = worst(standings, ({ waitSeconds }) => waitSeconds);
      if (refused) {
        this.#tell(scope, refused);
        return refused.waitSeconds;
      }
      mayBegin = true;
      const slowed = worst(standings, ({ pauseMs }) => pauseMs);
      if (slowed) await this.#slow(slowed);
      return 0;
    } finally {
      if (!mayBegin) this.leave(subjects);
    }
  }

  /** Whether a try after so many declines of a subject is taken later than it could be. */
  slow({ slowAfter }: Pick<DeclineSubject, "slowAfter">, declines: number): boolean {
    return this.#options.longestPauseMs > 0 && declines >= slowAfter;
  }

  /** The attempt that entered has ended, however. */
  leave(subjects: readonly DeclineSubject[]): void {
    this.#move(subjects, -1);
  }

  async #slow({ subject, pauseMs }: Standing): Promise<void> {
    const { longestPauseMs, pause } = this.#options;
    if (longestPauseMs === 0) return;
    declineLimitsMet.add(`${subject.kind}_slowed`);
    await pause(Math.min(pauseMs, longestPauseMs));
  }

  /** The operator, but not of each of the thousand forms that a program posts. */
  #tell({ tenantId, mode }: TenantScope, { subject, waitSeconds }: Standing): void {
    const label = `${subject.kind}_refused` as const;
    declineLimitsMet.add(label);
    const times = declineLimitsMet.counts().get(label) ?? 1;
    if (!isWorthALine(times)) return;
    const fields = { tenantId, mode, by: subject.kind, waitSeconds, timesSinceStart: times };
    this.#options.log.warn(fields, "submits are refused after many declines: cards may be being tested");
  }

  #move(subjects: readonly DeclineSubject[], step: 1 | -1): void {
    for (const { digest } of subjects) {
      const count = (this.#underWay.get(nameOf(digest)) ?? 0) + step;
      if (count === 0) this.#underWay.delete(nameOf(digest));
      else this.#underWay.set(nameOf(digest), count);
    }
  }
}

/** An attempt that began longer ago tells a thief nothing, such as a debit that a bank sends back the next day. */
const countedWithinMs = 60 * 60_000;

/** Counts the decline of an attempt, in the transaction that applies it: at once, after 3-D Secure, or found by a job. */
export async function countDecline(trx: TenantTransaction, attemptId: string): Promise<void> {
  const subjects = await findDeclineSubjects(trx, attemptId, countedWithinMs);
  if (subjects.length > 0) await addDeclines(trx, subjects, windowMs);
}

type Standing = { readonly subject: DeclineSubject; readonly waitSeconds: number; readonly pauseMs: number };

/** @param ahead how many attempts of the subject have begun before and not ended */
function standingOf(subject: DeclineSubject, recent: readonly RecentDeclines[], ahead: number): Standing {
  const found = recent.find((other) => other.subject.equals(subject.digest));
  const declines = found?.declines ?? 0;
  if (found && declines >= subject.most) return { subject, waitSeconds: found.secondsLeft, pauseMs: 0 };
  if (declines + ahead >= subject.most) return { subject, waitSeconds: underWaySeconds, pauseMs: 0 };
  const tooMany = declines - subject.slowAfter;
  return { subject, waitSeconds: 0, pauseMs: tooMany < 0 ? 0 : firstPauseMs * 2 ** tooMany };
}

/** The one that has most of something; undefined when none has any. */
function worst(standings: readonly Standing[], measure: (one: Standing) => number): Standing | undefined {
  const sorted = standings
    .filter((one) => measure(one) > 0)
    .sort((one, other) => measure(other) - measure(one));
  return sorted[0];
}

const nameOf = (digest: Buffer): string => digest.toString("base64");
