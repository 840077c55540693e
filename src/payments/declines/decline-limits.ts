import type { Database } from "../../database/database.ts";
import type { TenantScope, TenantTransaction } from "../../database/transaction.ts";
import { Counter, shouldLog } from "../../kernel/counter.ts";
import { findDeclineSubjects } from "../queries/attempts.ts";
import { addDeclines, findRecentDeclines } from "../queries/declines.ts";
import { findStandings, type Standing } from "./standings.ts";
import { type DeclineSubject, type SubmitInFlight, SubmitsInFlight } from "./submits-in-flight.ts";

export type DeclineLimitOptions = {
  /** The longest pause, in milliseconds; 0 for no pauses. */
  readonly longestPauseMs: number;
  /** Resolves after that many milliseconds. */
  readonly pause: (ms: number) => Promise<unknown>;
  readonly log: { warn(fields: object, message: string): void };
};

/** What the limits say to a submit. */
export type Entered =
  | { readonly kind: "refused"; readonly waitSeconds: number }
  /** The caller says when its outcome is known, and ends it. */
  | { readonly kind: "may_begin"; readonly submit: SubmitInFlight };

/** Submits that were delayed or refused, by subject: `card_slowed`, `address_refused`. For the metrics. */
export const declineLimitsMet = new Counter<`${DeclineSubject["kind"]}_${"slowed" | "refused"}`>(
  (["session", "card", "account", "address", "tenant"] as const).flatMap(
    (kind) => [`${kind}_slowed`, `${kind}_refused`] as const,
  ),
);

/** How long a subject's declines count, from the first one. */
const windowMs = 10 * 60_000;

/**
 * The second defence against card testing; the first is the number of attempts per session. Many declines in a short time, on
 * one session, from one address or with one card, delay further submits, each twice as long as the one before, and in the
 * end refuse them. A few typing errors reach neither limit. Only declines count, so many customers who pay from one address
 * don't block each other. Declines are counted in the database for all processes, and for each tenant separately: an attack
 * on one merchant doesn't affect another's customers.
 *
 * A submit in flight may still be declined, so it counts towards the refusal limit until it ends, its pause included.
 * Otherwise a hundred forms posted at once would all pass. It delays nobody. Each process counts only its own submits in
 * flight: N processes let N times as many start at once. Each submit counts those that came before it, and each of them once.
 */
export class DeclineLimits {
  readonly #database: Database;
  readonly #options: DeclineLimitOptions;
  readonly #inFlight = new SubmitsInFlight();

  constructor(database: Database, options: DeclineLimitOptions) {
    this.#database = database;
    this.#options = options;
  }

  /**
   * Waits out the pause that earlier declines demand, holding no connection, and lets the submit begin: it is in flight until its
   * caller ends it. A refused submit may be tried again after some seconds.
   */
  async enter(scope: TenantScope, subjects: readonly DeclineSubject[]): Promise<Entered> {
    const submit = this.#inFlight.add(subjects);
    let mayBegin = false;
    try {
      const standings = await this.#standingsOf(scope, submit);
      const refused = worst(standings, ({ waitSeconds }) => waitSeconds);
      if (refused) {
        this.#noteRefusal(scope, refused);
        return { kind: "refused", waitSeconds: refused.waitSeconds };
      }
      mayBegin = true;
      submit.begin();
      const slowed = worst(standings, ({ pauseMs }) => pauseMs);
      if (slowed) await this.#slow(slowed);
      return { kind: "may_begin", submit };
    } finally {
      if (!mayBegin) submit.end();
    }
  }

  /** Whether a submit after this many declines of a subject is delayed. */
  slow({ slowAfter }: Pick<DeclineSubject, "slowAfter">, declines: number): boolean {
    return this.#options.longestPauseMs > 0 && declines >= slowAfter;
  }

  async #standingsOf(scope: TenantScope, submit: SubmitInFlight): Promise<readonly Standing[]> {
    let standings: readonly Standing[] | undefined;
    while (standings === undefined) {
      // Taken before the read: a submit that ends meanwhile may not be among the declines that it finds.
      const ahead = this.#inFlight.ahead(submit);
      const recent = await this.#database.inTenant(scope, (trx) =>
        trx.commitWith(findRecentDeclines(trx, submit.digests, windowMs)),
      );
      standings = await findStandings(submit, recent, ahead);
    }
    return standings;
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
    this.#options.log.warn(
      fields,
      "forms are refused after too many declines, starts of payment links or wrong promotion codes",
    );
  }
}

/** The longest age of an attempt whose decline counts: a debit that the bank returns the next day tells a card tester nothing. */
const longestCountedAgeMs = 60 * 60_000;

/** Counts the decline of an attempt, in the transaction that applies it: of the submit, of the return from 3-D Secure, or of a job. */
export async function countDecline(trx: TenantTransaction, attemptId: string): Promise<void> {
  const subjects = await findDeclineSubjects(trx, attemptId, longestCountedAgeMs);
  addDeclines(trx, subjects, windowMs);
}

/** Counts a submit as if it had been declined, in the transaction that carries it out: for limits of what nobody can decline. */
export function countSubmit(trx: TenantTransaction, { digests }: SubmitInFlight): void {
  addDeclines(trx, digests, windowMs);
}

/** The standing with the highest measure; undefined when all are 0. */
function worst(standings: readonly Standing[], measure: (one: Standing) => number): Standing | undefined {
  const sorted = standings
    .filter((one) => measure(one) > 0)
    .sort((one, other) => measure(other) - measure(one));
  return sorted[0];
}
