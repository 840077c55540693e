import { createHash } from "node:crypto";
import type { Answer, ApiCall } from "./client.ts";

/** A merchant's record of an answered call that changes something. */
export type Entry = {
  readonly call: ApiCall;
  readonly status: number;
  /** The id of the object in the response. */
  readonly id: string | undefined;
  /** The problem's code if the call was refused. */
  readonly refusal: string | undefined;
  /** The amount of the object in the response, in minor units. */
  readonly amount: number | undefined;
  readonly currency: string | undefined;
  readonly digest: string;
  /** Whether the response to an earlier request of the same call was lost. That request may have taken effect. */
  readonly wasLost: boolean;
};

/** The workload's requests are well-formed and authorized, so these statuses are violations. */
const clientErrors = new Set([400, 401, 403, 405, 413, 415, 431]);

/** The merchants' records: their answered and unanswered calls. */
export class Journal {
  readonly entries: Entry[] = [];
  /** Calls that never got a final response, and so may have taken effect. */
  readonly unanswered: ApiCall[] = [];
  readonly counts = { answers: 0, lostAnswers: 0, unavailable: 0, inFlight: 0 };
  /** Describes responses that no fault explains. */
  readonly violations: string[] = [];

  noteStatus(answer: Answer): void {
    if (answer.kind === "unknown") this.counts.lostAnswers += 1;
    if (answer.kind !== "answered") return;
    this.counts.answers += 1;
    const { status, text, body } = answer;
    if (status === 503) this.counts.unavailable += 1;
    else if (status === 409 && body.code === "idempotency_key_in_flight") this.counts.inFlight += 1;
    else if (status >= 500)
      this.violations.push(`Kassa answered ${status} where an outage allows only 503: ${text}`);
    else if (clientErrors.has(status))
      this.violations.push(`Kassa refused a well-formed, authorized request: ${status} ${text}`);
  }

  /** @param wasLost whether the response to an earlier request of the same call was lost */
  note(call: ApiCall, answer: Answer, wasLost = false): void {
    if (call.method === "GET") return;
    // A call answered 5xx may have taken effect.
    if (answer.kind !== "answered" || answer.status >= 500) {
      this.unanswered.push(call);
      if (call.key !== undefined) {
        const last = answer.kind === "answered" ? `${answer.status} ${answer.text}` : "no response";
        this.violations.push(
          `${call.method} ${call.path} with key ${call.key} got no final response within a minute of retries: ${last}`,
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
 * Equal for two responses that differ at most in `expiresAt`, which the workload changes in the database to let some sessions
 * expire early.
 */
export function digestOf(text: string): string {
  const answer = text.replace(/"expiresAt":"[^"]*"/, "");
  return createHash("sha256").update(answer).digest("base64url");
}
