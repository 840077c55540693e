import type { RecentDeclines } from "../queries/declines.ts";
import type { DeclineSubject, SubmitInFlight } from "./submits-in-flight.ts";

/** What a subject's declines mean for a submit. At most one of both is above 0. */
export type Standing = {
  readonly subject: DeclineSubject;
  /** Until the next try, when the submit is refused; otherwise 0. */
  readonly waitSeconds: number;
  readonly pauseMs: number;
};

/** The first pause; each later one is twice as long. */
const firstPauseMs = 1_000;

/** The wait, in seconds, when the limit is reached only by counting submits in flight. */
const inFlightWaitSeconds = 5;

/**
 * Counts declines and submits in flight together, each submit once. A submit whose outcome is being committed may be among the
 * declines already, and one that the limits are deciding on may be refused; where it depends on such a one, this waits until it is
 * decided.
 *
 * @param ahead for each subject, the submits that were in flight when `recent` began to be read
 * @returns undefined when the declines have to be read again
 */
export async function findStandings(
  { subjects }: SubmitInFlight,
  recent: readonly RecentDeclines[],
  ahead: readonly (readonly SubmitInFlight[])[],
): Promise<readonly Standing[] | undefined> {
  const countedWith = (isCounted: (other: SubmitInFlight) => boolean): readonly Standing[] =>
    subjects.map((subject, index) =>
      standingOf(subject, recent, (ahead[index] ?? []).filter(isCounted).length),
    );
  for (;;) {
    const lowest = countedWith(({ stage }) => stage === "asking");
    if (lowest.some(isRefused)) return lowest;
    const highest = countedWith(({ stage }) => stage !== "refused");
    if (!highest.some(isRefused)) return highest;
    const contested = ahead.filter((_, index) => highest[index] && isRefused(highest[index])).flat();
    const answered = contested.filter(({ stage }) => stage === "committing" || stage === "ended");
    if (answered.length > 0) {
      await Promise.all(answered.map(({ settled }) => settled));
      return undefined;
    }
    await contested.find(({ stage }) => stage === "entering")?.settled;
  }
}

const isRefused = ({ waitSeconds }: Standing): boolean => waitSeconds > 0;

/** @param ahead how many earlier submits of the subject are in flight */
function standingOf(subject: DeclineSubject, recent: readonly RecentDeclines[], ahead: number): Standing {
  const found = recent.find((other) => other.subject.equals(subject.digest));
  const declines = found?.declines ?? 0;
  if (found && declines >= subject.most) return { subject, waitSeconds: found.secondsLeft, pauseMs: 0 };
  if (declines + ahead >= subject.most) return { subject, waitSeconds: inFlightWaitSeconds, pauseMs: 0 };
  const excess = declines - subject.slowAfter;
  return { subject, waitSeconds: 0, pauseMs: excess < 0 ? 0 : firstPauseMs * 2 ** excess };
}
