/** From when to when what was committed has been lost, in milliseconds since 1970. */
export type LostWindow = { readonly fromMs: number; readonly untilMs: number };

/** After the loss, processes may still send what they had read before it: a delivery's lease is over by then. */
const graceMs = 20_000;

/**
 * What a restored backup or a failover has lost. Of a session that somebody worked on meanwhile, merchants may know what
 * Kassa doesn't: that is the loss itself. What holds of its money all the same is judged without exception.
 */
export class Lost {
  readonly windows: LostWindow[] = [];
  readonly #plays = new Map<string, { readonly fromMs: number; untilMs: number }>();

  /** A session's play begins. @param label its client reference */
  begin(label: string): void {
    this.#plays.set(label, { fromMs: Date.now(), untilMs: Number.POSITIVE_INFINITY });
  }

  end(label: string): void {
    const play = this.#plays.get(label);
    if (play) play.untilMs = Date.now();
  }

  /** From now on something is being lost; call what is returned when it is. */
  open(fromMs: number): () => void {
    const window = { fromMs, untilMs: Number.POSITIVE_INFINITY };
    this.windows.push(window);
    return () => {
      window.untilMs = Date.now();
    };
  }

  /** Whether somebody worked on a session while something was lost. */
  touched(label: string | undefined): boolean {
    const play = label === undefined ? undefined : this.#plays.get(label);
    return (
      play !== undefined &&
      this.windows.some(({ fromMs, untilMs }) => play.fromMs <= untilMs && fromMs <= play.untilMs)
    );
  }

  /** Whether what was true at a time may have been undone. */
  undone(atMs: number): boolean {
    return this.windows.some(({ fromMs, untilMs }) => fromMs <= atMs && atMs <= untilMs + graceMs);
  }
}
