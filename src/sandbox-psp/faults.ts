import type { FastifyReply, FastifyRequest } from "fastify";
import { unreachable } from "../kernel/assert.ts";
import { type ApiErrorCode, apiErrors, toApiError } from "./errors.ts";

/** Faults that the header `Sandbox-Fault` requests for one call, or a `FaultSource` for a whole process. */
export const faults = [
  "timeout_before_charge",
  "timeout_after_charge",
  "status_500_before_charge",
  "status_500_after_charge",
  "truncated_json",
  "status_429",
] as const;
export type Fault = (typeof faults)[number];

/** Chooses the fault for a request, if any. Crash tests use it because they can't set the headers. */
export type FaultSource = (request: FastifyRequest) => Fault | undefined;

export type ApiAnswer = {
  readonly status: number;
  readonly body: object;
  readonly replayed?: boolean;
  /** The fault that the test card causes. */
  readonly fault?: Fault | undefined;
};

/** The faults that prevent the operation from running. */
export type EarlyFault = "timeout_before_charge" | "status_500_before_charge" | "status_429";
export function isEarly(fault: Fault | undefined): fault is EarlyFault {
  return fault === "timeout_before_charge" || fault === "status_500_before_charge" || fault === "status_429";
}

export function errorAnswer(code: ApiErrorCode): ApiAnswer {
  return { status: apiErrors[code].status, body: toApiError(code) };
}

/** Runs an operation and sends its answer with the requested fault, or else with the test card's. */
export async function respondWithFault(
  reply: FastifyReply,
  requested: Fault | undefined,
  stalled: StalledReplies,
  operate: () => Promise<ApiAnswer>,
): Promise<FastifyReply> {
  const answer = isEarly(requested) ? errorAnswer("internal_error") : await operate();
  const fault = requested ?? answer.fault;
  switch (fault) {
    case undefined:
      return send(reply, answer);
    case "timeout_before_charge":
    case "timeout_after_charge":
      return stalled.stall(reply);
    case "status_429":
      return send(reply.header("retry-after", "1"), errorAnswer("rate_limited"));
    case "status_500_before_charge":
    case "status_500_after_charge":
      return send(reply, errorAnswer("internal_error"));
    case "truncated_json":
      return sendTruncated(reply, answer);
    default:
      return unreachable(fault);
  }
}

function send(reply: FastifyReply, answer: ApiAnswer): FastifyReply {
  if (answer.replayed) reply.header("idempotent-replayed", "true");
  return reply.code(answer.status).send(answer.body);
}

function sendTruncated(reply: FastifyReply, answer: ApiAnswer): FastifyReply {
  const text = JSON.stringify(answer.body);
  return reply
    .code(answer.status)
    .type("application/json; charset=utf-8")
    .serializer((payload: string) => payload)
    .send(text.slice(0, text.length / 2));
}

/** Requests that never get an answer. */
export type StalledReplies = {
  /** Keeps the connection open without an answer for `holdMs`, then drops it. */
  stall(reply: FastifyReply): FastifyReply;
  /** Drops all stalled connections, so that the server can close. */
  dropAll(): void;
};

export function createStalledReplies(holdMs: number): StalledReplies {
  const held = new Map<FastifyReply, NodeJS.Timeout>();
  const drop = (reply: FastifyReply) => {
    clearTimeout(held.get(reply));
    held.delete(reply);
    reply.raw.destroy();
  };
  return {
    stall: (reply) => {
      reply.hijack();
      held.set(
        reply,
        setTimeout(() => drop(reply), holdMs),
      );
      // The caller usually closes the connection first.
      reply.raw.once("close", () => drop(reply));
      return reply;
    },
    dropAll: () => {
      for (const reply of held.keys()) drop(reply);
    },
  };
}
