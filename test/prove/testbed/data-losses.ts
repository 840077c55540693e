/** A period whose commits were lost; Unix ms. */
export type LossWindow = { readonly fromMs: number; readonly untilMs: number };

/** After a loss, processes may still send events that they had read before it, until their leases on the deliveries end. */
const graceMs = 20_000;

/**
 * The data losses of a run: restored backups and failovers. For a session that ran during a loss, merchants may know what Kassa
 * has lost, so the judge doesn't compare single ids and responses. It still checks all of the session's money.
 */
export class DataLosses {
  readonly windows: LossWindow[] = [];
  readonly #sessions = new Map<string, { readonly fromMs: number; untilMs: number }>();

  /** @param label the session's client reference */
  sessionStarted(label: string): void {
    this.#sessions.set(label, { fromMs: Date.now(), untilMs: Number.POSITIVE_INFINITY });
  }

  sessionEnded(label: string): void {
    const session = this.#sessions.get(label);
    if (session) session.untilMs = Date.now();
  }

  /** Begins a loss of everything committed since `fromMs`; call the returned function when the data has been replaced. */
  begin(fromMs: number): () => void {
    const window = { fromMs, untilMs: Number.POSITIVE_INFINITY };
    this.windows.push(window);
    return () => {
      window.untilMs = Date.now();
    };
  }

  /** Whether a session ran during a loss. */
  affects(label: string | undefined): boolean {
    const session = label === undefined ? undefined : this.#sessions.get(label);
    return (
      session !== undefined &&
      this.windows.some(({ fromMs, untilMs }) => session.fromMs <= untilMs && fromMs <= session.untilMs)
    );
  }

  /** Whether a loss may have undone what was committed at a time (Unix ms). */
  mayHaveUndone(atMs: number): boolean {
    return this.windows.some(({ fromMs, untilMs }) => fromMs <= atMs && atMs <= untilMs + graceMs);
  }
}
