/** What can go wrong with a call of the API. "Before" means that nothing was done, "after" that everything was. */
export type FaultKind =
  | "lose_answer_before"
  | "lose_answer_after"
  /** The connection stays open without an answer, until the caller gives up. */
  | "stall_before"
  | "stall_after"
  /** What a repetition with the same idempotency key gets differs by PSP. */
  | "status_500_before"
  | "status_500_after"
  | "rate_limit"
  | "truncate_answer"
  /** Carried out at once, answered after `delayMs`; meanwhile the idempotency key is in use. */
  | "delay_answer";

export type Fault = {
  readonly kind: FaultKind;
  /** Of the calls that fail: a method and path such as `POST /v1/refunds`, or a part of it. Every call if omitted. */
  readonly match?: string;
  /** How many calls fail; 1 if omitted. */
  readonly times?: number;
  readonly delayMs?: number;
};

/** The faults that tests have asked for, and that no call has met yet. */
export class Faults {
  #planned: { readonly fault: Fault; left: number }[] = [];

  add(fault: Fault): void {
    this.#planned.push({ fault, left: fault.times ?? 1 });
  }

  clear(): void {
    this.#planned = [];
  }

  /** The fault of this call, if any; it then counts as met. */
  take(method: string, path: string): Fault | undefined {
    const found = this.#planned.find(({ fault }) => `${method} ${path}`.includes(fault.match ?? ""));
    if (!found) return undefined;
    found.left -= 1;
    this.#planned = this.#planned.filter(({ left }) => left > 0);
    return found.fault;
  }
}
