import type { Database } from "../../database/database.ts";
import type { TenantScope, TenantTransaction } from "../../database/transaction.ts";
import { Counter, shouldLog } from "../../kernel/counter.ts";
import { findDeclineSubjects } from "../queries/attempts.ts";
import { addDeclines, findRecentDeclines, type RecentDeclines } from "../queries/declines.ts";

/** Something that declines are counted for, such as a card. */
export type DeclineSubject = {
  readonly kind: "session" | "card" | "account" | "address" | "tenant";
  /** A keyed digest of it, from which it can't be recovered. */
  readonly digest: Buffer;
  /** From this many declines within ten minutes on, submits are delayed. */
  readonly slowAfter: number;
  /** At this many, submits are refused. */
  readonly most: number;
};

export type DeclineLimitOptions = {
  /** The longest pause, in milliseconds; 0 for no pauses. */
  readonly longestPauseMs: number;
  /** Resolves after that many milliseconds. */
  readonly pause: (ms: number) => Promise<unknown>;
  readonly log: { warn(fields: object, message: string): void };
};

/** Submits that were delayed or refused, by subject: `card_slowed`, `address_refused`. For the metrics. */
export const declineLimitsMet = new Counter<`${DeclineSubject["kind"]}_${"slowed" | "refused"}`>(
  (["session", "card", "account", "address", "tenant"] as const).flatMap(
    (kind) => [`${kind}_slowed`, `${kind}_refused`] as const,
  ),
);

/** The first pause; each later one is twice as long. */
const firstPauseMs = 1_000;

/** How long a subject's declines count, from the first one. */
const windowMs = 10 * 60_000;

/** The wait, in seconds, when the limit is reached only by counting attempts in flight. */
const inFlightWaitSeconds = 5;

/**
 * The second defence against card testing; the first is the number of attempts per session. Many declines in a short time, on
 * one session, from one address or with one card, delay further submits, each twice as long as the one before, and in the
 * end refuse them. A few typing errors reach neither limit. Only declines count, so many customers who pay from one address
 * don't block each other. Declines are counted in the database for all processes, and for each tenant separately: an attack
 * on one merchant doesn't affect another's customers.
 *
 * An attempt in flight may still be declined, so it counts towards the refusal limit until it ends, its pause included.
 * Otherwise a hundred forms posted at once would all pass. It delays nobody. Each process counts only its own attempts in
 * flight: N processes let N times as many start at once.
 */
export class DeclineLimits {
  readonly #database: Database;
  readonly #options: DeclineLimitOptions;
  readonly #inFlight = new Map<string, number>();

  constructor(database: Database, options: DeclineLimitOptions) {
    this.#database = database;
    this.#options = options;
  }

  /**
   * Waits out the pause that earlier declines demand, holding no connection, and returns 0: the attempt may be made, and is in
   * flight until `leave`. When it is refused, returns the seconds to wait before the next try.
   */
  async enter(scope: TenantScope, subjects: readonly DeclineSubject[]): Promise<number> {
    const ahead = subjects.map(({ digest }) => this.#inFlight.get(nameOf(digest)) ?? 0);
    this.#countInFlight(subjects, 1);
    let mayBegin = false;
    try {
      const digests = subjects.map(({ digest }) => digest);
      const recent = await this.#database.inTenant(scope, (trx) =>
        trx.commitWith(findRecentDeclines(trx, digests, windowMs)),
      );
      const standings = subjects.map((subject, index) => standingOf(subject, recent, ahead[index] ?? 0));
      const refused = worst(standings, ({ waitSeconds }) => waitSeconds);
      if (refused) {
        this.#noteRefusal(scope, refused);
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

  /** Whether a submit after this many declines of a subject is delayed. */
  slow({ slowAfter }: Pick<DeclineSubject, "slowAfter">, declines: number): boolean {
    return this.#options.longestPauseMs > 0 && declines >= slowAfter;
  }

  /** Ends an attempt that `enter` let begin, whatever its outcome is. */
  leave(subjects: readonly DeclineSubject[]): void {
    this.#countInFlight(subjects, -1);
  }

  async #slow({ subject, pauseMs }: Standing): Promise<void> {
    const { longestPauseMs, pause } = this.#options;
    if (longestPauseMs === 0) return;
    declineLimitsMet.add(`${subject.kind}_slowed`);
    await pause(Math.min(pauseMs, longestPauseMs));
  }

  /** Counts a refusal, and logs it unless there have been many: a program can post thousands of forms. */
  #noteRefusal({ tenantId, mode }: TenantScope, { subject, waitSeconds }: Standing): void {
    const label = `${subject.kind}_refused` as const;
    declineLimitsMet.add(label);
    const times = declineLimitsMet.counts().get(label) ?? 1;
    if (!shouldLog(times)) return;
    const fields = { tenantId, mode, by: subject.kind, waitSeconds, timesSinceStart: times };
    this.#options.log.warn(fields, "submits are refused after many declines: cards may be being tested");
  }

  #countInFlight(subjects: readonly DeclineSubject[], step: 1 | -1): void {
    for (const { digest } of subjects) {
      const count = (this.#inFlight.get(nameOf(digest)) ?? 0) + step;
      if (count === 0) this.#inFlight.delete(nameOf(digest));
      else this.#inFlight.set(nameOf(digest), count);
    }
  }
}

/** The longest age of an attempt whose decline counts: a debit that the bank returns the next day tells a card tester nothing. */
const longestCountedAgeMs = 60 * 60_000;

/** Counts the decline of an attempt, in the transaction that applies it: of the submit, of the return from 3-D Secure, or of a job. */
export async function countDecline(trx: TenantTransaction, attemptId: string): Promise<void> {
  const subjects = await findDeclineSubjects(trx, attemptId, longestCountedAgeMs);
  addDeclines(trx, subjects, windowMs);
}

type Standing = { readonly subject: DeclineSubject; readonly waitSeconds: number; readonly pauseMs: number };

/** @param ahead how many earlier attempts of the subject are in flight */
function standingOf(subject: DeclineSubject, recent: readonly RecentDeclines[], ahead: number): Standing {
  const found = recent.find((other) => other.subject.equals(subject.digest));
  const declines = found?.declines ?? 0;
  if (found && declines >= subject.most) return { subject, waitSeconds: found.secondsLeft, pauseMs: 0 };
  if (declines + ahead >= subject.most) return { subject, waitSeconds: inFlightWaitSeconds, pauseMs: 0 };
  const excess = declines - subject.slowAfter;
  return { subject, waitSeconds: 0, pauseMs: excess < 0 ? 0 : firstPauseMs * 2 ** excess };
}

/** The standing with the highest measure; undefined when all are 0. */
function worst(standings: readonly Standing[], measure: (one: Standing) => number): Standing | undefined {
  const sorted = standings
    .filter((one) => measure(one) > 0)
    .sort((one, other) => measure(other) - measure(one));
  return sorted[0];
}

const nameOf = (digest: Buffer): string => digest.toString("base64");
