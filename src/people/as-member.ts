import type { FastifyReply, FastifyRequest } from "fastify";
import type { Actor } from "../database/transaction.ts";
import { type Mode, modes } from "../kernel/mode.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result } from "../kernel/result.ts";
import { modeHeader, nameOf, type PersonDeps, signInRequired, tenantHeader } from "./authenticate-person.ts";
import { getMembership, type Membership } from "./queries.ts";
import { scopesOf } from "./roles.ts";
import { readSignedIn, type SignedIn } from "./sign-in/signed-in.ts";

export type { PersonDeps } from "./authenticate-person.ts";

export const actorOf = (request: FastifyRequest, who: SignedIn): Actor => ({
  name: nameOf(who),
  origin: request.ip,
});

export type PersonWork = (who: SignedIn) => Promise<Result<object, Problem>>;
export type MemberWork = (membership: Membership, who: SignedIn) => Promise<Result<object, Problem>>;

/** Does the work for who is signed in. */
export async function asPerson(
  deps: PersonDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  work: PersonWork,
): Promise<Result<object, Problem>> {
  const who = await readSignedIn(deps.openSignIn, request, reply);
  return who ? work(who) : failed(signInRequired);
}

/**
 * Does the work for a member of the tenant that the request names.
 *
 * @param needed `owner`: who has shown two factors and owns the tenant
 */
export function asMember(
  deps: PersonDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  needed: "any" | "owner",
  work: MemberWork,
): Promise<Result<object, Problem>> {
  return asPerson(deps, request, reply, async (who) => {
    const tenant = request.headers[tenantHeader];
    if (typeof tenant !== "string")
      return failed(problem("parameter_missing", "Name the tenant by its id.", tenantHeader));
    const membership = await deps.database.inPeople((trx) => getMembership(trx, who.person.id, tenant));
    if (!membership) return failed(problem("role_forbids", "You don't work for this tenant.", tenantHeader));
    if (needed === "owner" && membership.role !== "owner")
      return failed(problem("role_forbids", "Only an owner changes the team."));
    if (needed === "owner" && who.factors < 2)
      return failed(problem("second_factor_required", "Sign in with a second factor to change the team."));
    return work(membership, who);
  });
}

export type DeveloperWork = (developing: Developing) => Promise<Result<object, Problem>>;
export type Developing = { readonly tenantId: number; readonly mode: Mode; readonly who: SignedIn };

/** Does the work for who may do everything in the mode that the request names, and has shown two factors if it is live. */
export function asDeveloper(
  deps: PersonDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  work: DeveloperWork,
): Promise<Result<object, Problem>> {
  return asMember(deps, request, reply, "any", async ({ tenantId, role }, who) => {
    const mode = modes.find((each) => each === request.headers[modeHeader]);
    if (!mode)
      return failed(problem("parameter_missing", `Name the mode: ${modes.join(" or ")}.`, modeHeader));
    if (!scopesOf(role, mode).includes("full"))
      return failed(problem("role_forbids", `Your role doesn't include the API keys of ${mode} mode.`));
    if (mode === "live" && who.factors < 2)
      return failed(
        problem("second_factor_required", "Sign in with a second factor to see and change live keys."),
      );
    return work({ tenantId, mode, who });
  });
}
