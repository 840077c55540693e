import type { ModificationKind } from "./state.ts";

/** What becomes of a modification instead of success. */
export type PlannedOutcome = {
  readonly kind: ModificationKind;
  /**
   * `refused`: the notification says `success: false`. `fails_later`: it says true, and the money comes back after three
   * days (CAPTURE_FAILED, REFUND_FAILED). `reversed_later`: as `fails_later`, but told by REFUNDED_REVERSED.
   */
  readonly outcome: "refused" | "fails_later" | "reversed_later";
  readonly reason?: string;
};

/** The outcomes that tests have asked for, each for the next modification of its kind. */
export class Outcomes {
  readonly #planned: PlannedOutcome[] = [];

  plan(outcome: PlannedOutcome): void {
    this.#planned.push(outcome);
  }

  take(kind: ModificationKind): PlannedOutcome | undefined {
    const index = this.#planned.findIndex((planned) => planned.kind === kind);
    return index < 0 ? undefined : this.#planned.splice(index, 1)[0];
  }
}
