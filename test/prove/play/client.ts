import { setTimeout as sleep } from "node:timers/promises";
import type { Merchant } from "../house/house.ts";
import type { Random } from "../random.ts";
import type { Addresses } from "./addresses.ts";
import type { Journal } from "./journal.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers are read field by field, as a merchant's own program does
export type Json = any;

/**
 * What a request came to. Unknown: the answer was lost, and the request may have had its effect or not. Refused: there
 * was no connection, so nothing was asked.
 */
export type Answer =
  | { readonly kind: "answered"; readonly status: number; readonly text: string; readonly body: Json }
  | { readonly kind: "unknown" | "refused" };

export type ApiCall = {
  readonly merchant: Merchant;
  readonly method: "GET" | "POST" | "DELETE";
  /** After /api. */
  readonly path: string;
  readonly body?: object | undefined;
  /** With a key the call is repeated until it is answered for good. */
  readonly key?: string | undefined;
  /** The client reference of the session that it is about. */
  readonly label?: string | undefined;
  /** How long to wait for the answer to one request. */
  readonly withinMs?: number;
};

const usuallyWithinMs = 8_000;
/** After the longest outage that a run makes, a keyed call has its answer. */
const giveUpAfterMs = 60_000;

/** A merchant's program: calls Kassa at any of its addresses, and repeats what it may repeat. */
export class ApiClient {
  readonly #addresses: Addresses;
  readonly #journal: Journal;

  constructor(addresses: Addresses, journal: Journal) {
    this.#addresses = addresses;
    this.#journal = journal;
  }

  /**
   * One call. GETs and calls with a key are repeated until there is an answer that repeating can't change; the others are
   * made once, for nobody could tell what became of a first one.
   */
  async call(call: ApiCall, random: Random): Promise<Answer> {
    const mayRepeat = call.key !== undefined || call.method === "GET";
    const deadline = performance.now() + giveUpAfterMs;
    let wasLost = false;
    for (let tries = 1; ; tries += 1) {
      const answer = await this.once(call, this.#addresses.pick(random));
      this.#journal.noteStatus(answer);
      if (isFinal(answer) || !(mayRepeat || answer.kind === "refused") || performance.now() > deadline) {
        this.#journal.note(call, answer, wasLost);
        return answer;
      }
      // A 503 doesn't say that nothing was begun.
      wasLost ||= answer.kind === "unknown" || (answer.kind === "answered" && answer.status >= 500);
      await sleep(Math.min(50 * 2 ** tries, 1_000));
    }
  }

  /** Exactly one request. */
  async once(call: ApiCall, address: string): Promise<Answer> {
    try {
      const response = await fetch(`${address}/api${call.path}`, {
        method: call.method,
        headers: {
          authorization: `Bearer ${call.merchant.sandboxKey}`,
          ...(call.body === undefined ? {} : { "content-type": "application/json" }),
          ...(call.key === undefined ? {} : { "idempotency-key": call.key }),
        },
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
        signal: AbortSignal.timeout(call.withinMs ?? usuallyWithinMs),
      });
      const text = await response.text();
      return { kind: "answered", status: response.status, text, body: JSON.parse(text) };
    } catch (error) {
      this.#addresses.avoid(address);
      return { kind: wasRefused(error) ? "refused" : "unknown" };
    }
  }
}

/** Whether repeating the call could bring nothing else. */
function isFinal(answer: Answer): boolean {
  if (answer.kind !== "answered") return false;
  if (answer.status === 409) return answer.body.code !== "idempotency_key_in_flight";
  return answer.status < 500 && answer.status !== 429;
}

function wasRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED";
}
