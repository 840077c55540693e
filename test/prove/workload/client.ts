import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../random.ts";
import type { Merchant } from "../testbed/testbed.ts";
import type { Journal } from "./journal.ts";
import type { LoadBalancer } from "./load-balancer.ts";

// biome-ignore lint/suspicious/noExplicitAny: responses are read field by field, as a merchant's own program does
export type Json = any;

/**
 * The result of a request. Unknown: there was no response, and the request may have taken effect. Refused: the connection was
 * refused, so nothing was sent.
 */
export type Answer =
  | { readonly kind: "answered"; readonly status: number; readonly text: string; readonly body: Json }
  | { readonly kind: "unknown" | "refused" };

export type ApiCall = {
  readonly merchant: Merchant;
  readonly method: "GET" | "POST" | "DELETE";
  /** Without the prefix /api. */
  readonly path: string;
  readonly body?: object | undefined;
  /** In place of `body`: a file. */
  readonly xml?: string;
  /** The Idempotency-Key; a call with one is retried until its response is final. */
  readonly key?: string | undefined;
  /** The client reference of the session that the call belongs to. */
  readonly label?: string | undefined;
  /** The timeout of each request. */
  readonly timeoutMs?: number;
};

const defaultTimeoutMs = 8_000;
/** Longer than the longest outage of a run, so that a keyed call always gets its final response. */
const giveUpAfterMs = 60_000;

/** A merchant's API client, with retries. */
export class ApiClient {
  readonly #balancer: LoadBalancer;
  readonly #journal: Journal;

  constructor(balancer: LoadBalancer, journal: Journal) {
    this.#balancer = balancer;
    this.#journal = journal;
  }

  /**
   * Makes one call. GETs and calls with an idempotency key are retried until their response is final. Others are made once, because
   * a retry could repeat their effect.
   */
  async call(call: ApiCall, random: Random): Promise<Answer> {
    const mayRetry = call.key !== undefined || call.method === "GET";
    const deadline = performance.now() + giveUpAfterMs;
    let wasLost = false;
    for (let tries = 1; ; tries += 1) {
      const answer = await this.once(call, this.#balancer.pick(random));
      this.#journal.noteStatus(answer);
      if (isFinal(answer) || !(mayRetry || answer.kind === "refused") || performance.now() > deadline) {
        this.#journal.note(call, answer, wasLost);
        return answer;
      }
      // A request answered 503 may have taken effect.
      wasLost ||= answer.kind === "unknown" || (answer.kind === "answered" && answer.status >= 500);
      await sleep(Math.min(50 * 2 ** tries, 1_000));
    }
  }

  /** Makes exactly one request. */
  async once(call: ApiCall, origin: string): Promise<Answer> {
    try {
      const response = await fetch(`${origin}/api${call.path}`, {
        method: call.method,
        headers: {
          authorization: `Bearer ${call.merchant.sandboxKey}`,
          ...(call.body === undefined ? {} : { "content-type": "application/json" }),
          ...(call.xml === undefined ? {} : { "content-type": "application/xml" }),
          ...(call.key === undefined ? {} : { "idempotency-key": call.key }),
        },
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
        ...(call.xml === undefined ? {} : { body: call.xml }),
        signal: AbortSignal.timeout(call.timeoutMs ?? defaultTimeoutMs),
      });
      const text = await response.text();
      return { kind: "answered", status: response.status, text, body: JSON.parse(text) };
    } catch (error) {
      this.#balancer.markUnhealthy(origin);
      return { kind: wasRefused(error) ? "refused" : "unknown" };
    }
  }
}

/** Whether a retry would get the same response. */
function isFinal(answer: Answer): boolean {
  if (answer.kind !== "answered") return false;
  if (answer.status === 409) return answer.body.code !== "idempotency_key_in_flight";
  return answer.status < 500 && answer.status !== 429;
}

function wasRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED";
}
