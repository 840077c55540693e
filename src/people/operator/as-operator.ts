import type { FastifyReply, FastifyRequest } from "fastify";
import { type Problem, problem } from "../../kernel/problem.ts";
import { failed, type Result } from "../../kernel/result.ts";
import { asPersonOf, type PersonDeps, type PersonWork } from "../as-member.ts";

const operatorsOnly = problem("role_forbids", "Only an operator of this installation can do this.");
const secondFactorRequired = problem(
  "second_factor_required",
  "Sign in with a second factor to see and change what concerns the whole installation.",
);

/** Does the work for an operator of the installation who has shown two factors, whichever tenants they work for. */
export function asOperatorOf(deps: PersonDeps) {
  const asPerson = asPersonOf(deps);
  return (request: FastifyRequest, reply: FastifyReply, work: PersonWork): Promise<Result<object, Problem>> =>
    asPerson(request, reply, async (who) => {
      if (!who.person.operator) return failed(operatorsOnly);
      if (who.factors < 2) return failed(secondFactorRequired);
      return work(who);
    });
}
