import type { FastifyReply, FastifyRequest } from "fastify";
import { unreachable } from "../kernel/assert.ts";
import { type ApiErrorCode, apiErrors, describeError } from "./errors.ts";

/** What can go wrong between a PSP and who calls it, on demand: by the header `Sandbox-Fault` or for a whole process. */
export const faults = [
  "timeout_before_charge",
  "timeout_after_charge",
  "status_500_before_charge",
  "status_500_after_charge",
  "truncated_json",
  "status_429",
] as const;
export type Fault = (typeof faults)[number];

/** Answers the fault to put into a request's way, if any. Serves crash tests, which can't reach the headers. */
export type FaultSource = (request: FastifyRequest) => Fault | undefined;

export type ApiAnswer = {
  readonly status: number;
  readonly body: object;
  readonly replayed?: boolean;
  /** What a test card makes of the answer. */
  readonly fault?: Fault | undefined;
};

/** The faults that come before anything is done. */
export type EarlyFault = "timeout_before_charge" | "status_500_before_charge" | "status_429";
export function isEarly(fault: Fault | undefined): fault is EarlyFault {
  return fault === "timeout_before_charge" || fault === "status_500_before_charge" || fault === "status_429";
}

export function errorAnswer(code: ApiErrorCode): ApiAnswer {
  return { status: apiErrors[code].status, body: describeError(code) };
}

/** Runs an operation and answers it, with the fault in between: the one that is asked for, or else the test card's. */
export async function answerWithFault(
  reply: FastifyReply,
  requested: Fault | undefined,
  holder: Holder,
  operate: () => Promise<ApiAnswer>,
): Promise<FastifyReply> {
  const answer = isEarly(requested) ? errorAnswer("internal_error") : await operate();
  const fault = requested ?? answer.fault;
  switch (fault) {
    case undefined:
      return send(reply, answer);
    case "timeout_before_charge":
    case "timeout_after_charge":
      return holder.hold(reply);
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

/** Keeps requests waiting for an answer that never comes. */
export type Holder = {
  /** Holds the connection, then drops it. */
  hold(reply: FastifyReply): FastifyReply;
  /** Drops all that are held, for a server that wants to close. */
  release(): void;
};

export function createHolder(holdMs: number): Holder {
  const held = new Map<FastifyReply, NodeJS.Timeout>();
  const drop = (reply: FastifyReply) => {
    clearTimeout(held.get(reply));
    held.delete(reply);
    reply.raw.destroy();
  };
  return {
    hold: (reply) => {
      reply.hijack();
      held.set(
        reply,
        setTimeout(() => drop(reply), holdMs),
      );
      // The caller usually gives up first.
      reply.raw.once("close", () => drop(reply));
      return reply;
    },
    release: () => {
      for (const reply of held.keys()) drop(reply);
    },
  };
}
