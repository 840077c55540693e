import type { FastifyReply, FastifyRequest } from "fastify";
import { sendResult } from "../http/result-reply.ts";
import { asMember, asPerson, type MemberWork, type PersonDeps, type PersonWork } from "./as-member.ts";

/** Answers who is signed in with what the work returns. */
export const answerPerson =
  (deps: PersonDeps) =>
  async (request: FastifyRequest, reply: FastifyReply, work: PersonWork): Promise<FastifyReply> =>
    sendResult(request, reply, await asPerson(deps, request, reply, work));

/** The same for a member of the tenant that the request names. */
export const answerMember =
  (deps: PersonDeps) =>
  async (
    request: FastifyRequest,
    reply: FastifyReply,
    needed: "any" | "owner",
    work: MemberWork,
  ): Promise<FastifyReply> =>
    sendResult(request, reply, await asMember(deps, request, reply, needed, work));
