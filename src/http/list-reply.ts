import type { FastifyReply, FastifyRequest } from "fastify";
import type { Page } from "../kernel/page.ts";
import type { Problem } from "../kernel/problem.ts";
import type { Result } from "../kernel/result.ts";
import { sendProblem } from "./problem-reply.ts";

/** Answers with a page of a list, each item converted by `show`, or with the problem. */
export function sendPage<Item>(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Result<Page<Item>, Problem>,
  show: (item: Item) => unknown,
): FastifyReply {
  if (!page.ok) return sendProblem(request, reply, page.failure);
  const { data, hasMore } = page.value;
  return reply.send({ object: "list", data: data.map(show), hasMore });
}
