import type { FastifyReply, FastifyRequest } from "fastify";
import type { Actor } from "../database/transaction.ts";
import { type Mode, modes } from "../kernel/mode.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { failed, type Result } from "../kernel/result.ts";
import { type Access, allows, type Resource } from "../tenants/scopes.ts";
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

type Answered = Promise<Result<object, Problem>>;

/** Does the work for who is signed in. */
export const asPersonOf =
  (deps: PersonDeps) =>
  async (request: FastifyRequest, reply: FastifyReply, work: PersonWork): Answered => {
    const who = await readSignedIn(deps.openSignIn, request, reply);
    return who ? work(who) : failed(signInRequired);
  };

/**
 * Does the work for a member of the tenant that the request names.
 *
 * `needed` is `owner` for who owns the tenant and has shown two factors.
 */
export function asMemberOf(deps: PersonDeps) {
  const asPerson = asPersonOf(deps);
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    needed: "any" | "owner",
    work: MemberWork,
  ): Answered =>
    asPerson(request, reply, async (who) => {
      const tenant = request.headers[tenantHeader];
      if (typeof tenant !== "string")
        return failed(problem("parameter_missing", "Name the tenant by its id.", tenantHeader));
      const membership = await deps.database.inPeople((trx) => getMembership(trx, who.person.id, tenant));
      if (!membership)
        return failed(problem("role_forbids", "You don't work for this tenant.", tenantHeader));
      if (needed === "owner" && membership.role !== "owner")
        return failed(problem("role_forbids", "Only an owner does this."));
      if (needed === "owner" && who.factors < 2)
        return failed(problem("second_factor_required", "Sign in with a second factor to do this."));
      return work(membership, who);
    });
}

export type Reading = {
  readonly tenantId: number;
  readonly mode: Mode;
  /** Whether the person's role includes this. */
  readonly may: (resource: Resource, access: Access) => boolean;
};
export type ReaderWork = (reading: Reading, who: SignedIn) => Promise<Result<object, Problem>>;

/** Does the work for any member, in the mode that the request names: live data is for who has shown two factors. */
export function asReaderOf(deps: PersonDeps) {
  const asMember = asMemberOf(deps);
  return (request: FastifyRequest, reply: FastifyReply, work: ReaderWork): Answered =>
    asMember(request, reply, "any", async ({ tenantId, role }, who) => {
      const mode = modes.find((each) => each === request.headers[modeHeader]);
      if (!mode) return failed(modeMissing);
      if (mode === "live" && who.factors < 2)
        return failed(problem("second_factor_required", "Sign in with a second factor to see live data."));
      const may: Reading["may"] = (...needed) => allows(scopesOf(role, mode), ...needed);
      return work({ tenantId, mode, may }, who);
    });
}

const modeMissing = problem("parameter_missing", `Name the mode: ${modes.join(" or ")}.`, modeHeader);

export type DeveloperWork = (developing: Developing) => Promise<Result<object, Problem>>;
export type Developing = { readonly tenantId: number; readonly mode: Mode; readonly who: SignedIn };

/** Does the work for who may do everything in the mode that the request names, and has shown two factors if it is live. */
export function asDeveloperOf(deps: PersonDeps) {
  const asMember = asMemberOf(deps);
  return (request: FastifyRequest, reply: FastifyReply, work: DeveloperWork): Answered =>
    asMember(request, reply, "any", async ({ tenantId, role }, who) => {
      const mode = modes.find((each) => each === request.headers[modeHeader]);
      if (!mode) return failed(modeMissing);
      if (!scopesOf(role, mode).includes("full"))
        return failed(problem("role_forbids", `Your role doesn't include the API keys of ${mode} mode.`));
      if (mode === "live" && who.factors < 2)
        return failed(
          problem("second_factor_required", "Sign in with a second factor to see and change live keys."),
        );
      return work({ tenantId, mode, who });
    });
}
