import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage } from "node:http";
import type { PspResponse } from "./psp-response.ts";

/** One HTTP request that a call to a PSP made. It has nothing of the customer and no credentials. */
export type PspExchange = {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** Null without an answer that can be read. */
  readonly status: number | null;
  /** Why there is no such answer; null if there is one. */
  readonly failure: string | null;
  readonly durationMs: number;
  /** The PSP's own name of the request, for its support; null if it gave none. */
  readonly requestId: string | null;
};

/** Collects the requests of the call that is under way. */
export const exchangesOfCall = new AsyncLocalStorage<PspExchange[]>();

const longestPath = 200;

/** The headers by which PSPs name a request: Stripe, PayPal, and others. */
const namesOfRequestId = ["request-id", "paypal-debug-id", "x-request-id"];

/** Notes a request of the call that is under way, if its requests are collected. */
export function noteExchange(
  { method, path }: { readonly method: string; readonly path: string },
  response: PspResponse,
  { head, durationMs }: { readonly head?: IncomingMessage | undefined; readonly durationMs: number },
): void {
  exchangesOfCall.getStore()?.push({
    method,
    path: (path.split("?")[0] ?? "").slice(0, longestPath),
    status: response.kind === "response" ? response.status : (head?.statusCode ?? null),
    failure: response.kind === "response" ? null : response.detail,
    durationMs,
    requestId: head ? requestIdOf(head) : null,
  });
}

function requestIdOf({ headers }: IncomingMessage): string | null {
  const given = namesOfRequestId.map((name) => headers[name]).find((value) => typeof value === "string");
  return typeof given === "string" && /^[\w.:-]{1,100}$/.test(given) ? given : null;
}
