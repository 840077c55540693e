import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../random.ts";
import type { LoadBalancer } from "./load-balancer.ts";

const requestTimeoutMs = 8_000;
/** How long a customer reloads a page that doesn't answer. */
export const giveUpAfterMs = 60_000;

/** A customer's browser: reads pages of Kassa with retries, and posts forms once. */
export class Browser {
  readonly #balancer: LoadBalancer;
  readonly #random: Random;
  readonly #ipAddress: string;

  constructor(balancer: LoadBalancer, random: Random) {
    this.#balancer = balancer;
    this.#random = random;
    // Kassa limits each IP address to 60 declines, so every shopper has its own address.
    this.#ipAddress = `10.${random.integer(0, 255)}.${random.integer(0, 255)}.${random.integer(1, 254)}`;
  }

  /** Posts one of Kassa's forms once. The page shows later whether it arrived. */
  async submit(path: string, fields: Record<string, string>): Promise<void> {
    const origin = this.#balancer.pick(this.#random);
    const status = await this.post(origin + path, fields);
    if (status === undefined) this.#balancer.markUnhealthy(origin);
  }

  /** Loads a page of Kassa, with retries until there is a response below 500. Doesn't follow redirects. */
  async read(path: string): Promise<string | undefined> {
    const deadline = performance.now() + giveUpAfterMs;
    while (performance.now() < deadline) {
      const origin = this.#balancer.pick(this.#random);
      try {
        const response = await fetch(origin + path, {
          headers: { "x-forwarded-for": this.#ipAddress, "accept-language": "en" },
          redirect: "manual",
          signal: AbortSignal.timeout(requestTimeoutMs),
        });
        const text = await response.text();
        if (response.status < 500) return text;
      } catch {
        // The instance was killed, paused or cut off; another one will answer.
        this.#balancer.markUnhealthy(origin);
      }
      await sleep(100);
    }
    return undefined;
  }

  /** The status of the response; undefined if there was none. */
  async post(url: string, fields: Record<string, string>): Promise<number | undefined> {
    return (await this.postForm(url, fields))?.status;
  }

  /** The status of the response and where it leads; undefined if there was none. */
  async postForm(
    url: string,
    fields: Record<string, string>,
  ): Promise<{ readonly status: number; readonly location: string | null } | undefined> {
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: { "x-forwarded-for": this.#ipAddress },
        body: new URLSearchParams(fields),
        redirect: "manual",
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
      await response.body?.cancel();
      return { status: response.status, location: response.headers.get("location") };
    } catch {
      return undefined;
    }
  }

  /** Where a page redirects to; undefined if it doesn't, or doesn't answer. */
  async redirectOf(url: string): Promise<string | undefined> {
    try {
      const response = await fetch(url, {
        redirect: "manual",
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
      await response.body?.cancel();
      return response.headers.get("location") ?? undefined;
    } catch {
      return undefined;
    }
  }
}

/** The token of the forms on a page of Kassa. */
export const tokenIn = (page: string): string | undefined => /name="token" value="([^"]+)"/.exec(page)?.[1];

/** The page's state in the answer that its script polls. A session that no longer exists is answered by a page without one. */
export function stateIn(text: string): string | undefined {
  return text.startsWith("{") ? (JSON.parse(text) as { state?: string }).state : undefined;
}
