import type { IncomingMessage } from "node:http";
import type { Exchanged } from "../kernel/exchange.ts";
import { isRefusal } from "../kernel/guarded-agent.ts";

/** A PSP's response: a status with a JSON body of any shape (null for none), or a failure with no readable response. */
export type PspResponse =
  | { readonly kind: "response"; readonly status: number; readonly body: unknown }
  | { readonly kind: "no_response"; readonly detail: string };

/** A redirect doesn't come from a PSP's API. Its connection isn't reused either. */
export const isNotRedirect = ({ statusCode = 0 }: IncomingMessage): boolean =>
  statusCode < 300 || statusCode >= 400;

/** @param answerMaxBytes the limit that the exchange was made with */
export function readResponse({ head, body, cut, failure }: Exchanged, answerMaxBytes: number): PspResponse {
  if (cut) return { kind: "no_response", detail: `the response has more than ${answerMaxBytes} bytes` };
  if (failure !== undefined || head?.statusCode === undefined)
    return { kind: "no_response", detail: describeFailure(failure) };
  const status = head.statusCode;
  if (!isNotRedirect(head)) return { kind: "no_response", detail: `the response is a redirect (${status})` };
  // "Accepted" and "no content" are complete without a body. Any other empty body was lost on the way.
  if (body.length === 0 && (status === 202 || status === 204))
    return { kind: "response", status, body: null };
  try {
    return { kind: "response", status, body: JSON.parse(body.toString("utf8")) };
  } catch {
    return { kind: "no_response", detail: `status ${status} with a body that is not JSON` };
  }
}

/** Names only the kind of failure: error messages may quote an address, and this detail is shown and logged. */
export function describeFailure(failure: unknown): string {
  if (failure === "deadline") return "no response in time";
  if (failure === "closed") return "the connection ended before the response was complete";
  if (!(failure instanceof Error)) return "the call failed";
  if (isRefusal(failure)) return "the address is private";
  return `the connection failed (${"code" in failure ? String(failure.code) : failure.name})`;
}
