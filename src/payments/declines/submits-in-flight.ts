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

/**
 * - `entering`: the limits haven't decided yet.
 * - `asking`: the PSP is being asked. Its decline isn't in the database.
 * - `committing`: the outcome is being committed. Its decline may be in the database already.
 * - `ended`: its decline, if it was declined, is in the database.
 * - `refused`: it was never made.
 */
type Stage = "entering" | "asking" | "committing" | "ended" | "refused";

/** A submit, from when it asks the limits until its outcome is committed. */
export class SubmitInFlight {
  readonly subjects: readonly DeclineSubject[];
  readonly #onEnd: (submit: SubmitInFlight) => void;
  #stage: Stage = "entering";
  #settled = Promise.withResolvers<void>();

  constructor(subjects: readonly DeclineSubject[], onEnd: (submit: SubmitInFlight) => void) {
    this.subjects = subjects;
    this.#onEnd = onEnd;
  }

  get stage(): Stage {
    return this.#stage;
  }

  /** Resolves when a submit that is entering or committing no longer is. Both take about as long as a transaction. */
  get settled(): Promise<void> {
    return this.#settled.promise;
  }

  /** The keyed digests under which its decline is counted. */
  get digests(): readonly Buffer[] {
    return this.subjects.map(({ digest }) => digest);
  }

  /** The limits let it begin. */
  begin(): void {
    this.#stage = "asking";
    this.#settled.resolve();
  }

  /** The PSP has answered, and the outcome is about to be committed. */
  outcomeKnown(): void {
    this.#stage = "committing";
    this.#settled = Promise.withResolvers();
  }

  /** The limits refused it, or it is over, whatever its outcome is. */
  end(): void {
    this.#stage = this.#stage === "entering" ? "refused" : "ended";
    this.#settled.resolve();
    this.#onEnd(this);
  }
}

/** This process's submits in flight, for each subject in the order in which they came. */
export class SubmitsInFlight {
  readonly #submits = new Map<string, Set<SubmitInFlight>>();

  /** A new submit, which is in flight until it ends. */
  add(subjects: readonly DeclineSubject[]): SubmitInFlight {
    const submit = new SubmitInFlight(subjects, (ended) => this.#remove(ended));
    for (const subject of subjects) {
      const name = nameOf(subject);
      const others = this.#submits.get(name);
      if (others) others.add(submit);
      else this.#submits.set(name, new Set([submit]));
    }
    return submit;
  }

  /** For each of its subjects, the submits in flight that came before it. */
  ahead(submit: SubmitInFlight): SubmitInFlight[][] {
    return submit.subjects.map((subject) => {
      const all = [...(this.#submits.get(nameOf(subject)) ?? [])];
      return all.slice(0, all.indexOf(submit));
    });
  }

  #remove(submit: SubmitInFlight): void {
    for (const subject of submit.subjects) {
      const name = nameOf(subject);
      const others = this.#submits.get(name);
      others?.delete(submit);
      if (others?.size === 0) this.#submits.delete(name);
    }
  }
}

const nameOf = ({ digest }: DeclineSubject): string => digest.toString("base64");
