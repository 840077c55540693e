import { createHash } from "node:crypto";
import type { Answer, ApiCall } from "./client.ts";

/** A call that changes something and has an answer, as a merchant's own records keep it. */
export type Entry = {
  readonly call: ApiCall;
  readonly status: number;
  /** Of the object in the answer. */
  readonly id: string | undefined;
  /** The problem's code, if it is one. */
  readonly refusal: string | undefined;
  /** What the object in the answer says of its amount: minor units, and the currency's code. */
  readonly amount: number | undefined;
  readonly currency: string | undefined;
  readonly digest: string;
  /** Whether the answer to an earlier request of the same call was lost, which may have had its effect. */
  readonly wasLost: boolean;
};

/** A request of the driver's is well-formed and authorized. */
const driverFaults = new Set([400, 401, 403, 405, 413, 415, 431]);

/** What merchants know: each answered call, and how many were never answered. */
export class Journal {
  readonly entries: Entry[] = [];
  /** Calls whose effect nobody was told of: made once without an answer, or given up. */
  readonly unanswered: ApiCall[] = [];
  readonly counts = { answers: 0, lostAnswers: 0, unavailable: 0, inFlight: 0 };
  /** Answers that no fault can explain, in words. */
  readonly violations: string[] = [];

  noteStatus(answer: Answer): void {
    if (answer.kind === "unknown") this.counts.lostAnswers += 1;
    if (answer.kind !== "answered") return;
    this.counts.answers += 1;
    const { status, text, body } = answer;
    if (status === 503) this.counts.unavailable += 1;
    else if (status === 409 && body.code === "idempotency_key_in_flight") this.counts.inFlight += 1;
    else if (status >= 500)
      this.violations.push(`Kassa answered ${status}, which no outage explains: ${text}`);
    else if (driverFaults.has(status))
      this.violations.push(`Kassa did not understand the driver: ${status} ${text}`);
  }

  /** @param wasLost whether the answer to an earlier request of the same call was lost */
  note(call: ApiCall, answer: Answer, wasLost = false): void {
    if (call.method === "GET") return;
    // A 5xx promises nothing either way: what was begun may have been done.
    if (answer.kind !== "answered" || answer.status >= 500) {
      this.unanswered.push(call);
      if (call.key !== undefined) {
        const last = answer.kind === "answered" ? `${answer.status} ${answer.text}` : "no answer";
        this.violations.push(
          `${call.method} ${call.path} with key ${call.key} was repeated for a minute and never answered for good: ${last}`,
        );
      }
      return;
    }
    const { status, text, body } = answer;
    const { id, code: refusal, amount, currency } = body;
    this.entries.push({ call, status, id, refusal, amount, currency, digest: digestOf(text), wasLost });
  }
}

/**
 * What two answers have in common when they are the same. Some sessions' time is made to be up by writing another end
 * into their rows, so that alone may differ.
 */
export function digestOf(text: string): string {
  const answer = text.replace(/"expiresAt":"[^"]*"/, "");
  return createHash("sha256").update(answer).digest("base64url");
}
