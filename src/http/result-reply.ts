import type { FastifyReply, FastifyRequest } from "fastify";
import type { Problem } from "../kernel/problem.ts";
import type { Result } from "../kernel/result.ts";
import { sendProblem } from "./problem-reply.ts";

/** Answers with what an operation returned, or with its problem. */
export const sendResult = (
  request: FastifyRequest,
  reply: FastifyReply,
  result: Result<object, Problem>,
): FastifyReply => (result.ok ? reply.send(result.value) : sendProblem(request, reply, result.failure));

/** A handler's end: does the work for a request, and answers with its result. */
export const answering =
  <Given extends unknown[]>(
    work: (request: FastifyRequest, reply: FastifyReply, ...given: Given) => Promise<Result<object, Problem>>,
  ) =>
  async (request: FastifyRequest, reply: FastifyReply, ...given: Given): Promise<FastifyReply> =>
    sendResult(request, reply, await work(request, reply, ...given));
