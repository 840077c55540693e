import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Actor } from "../database/transaction.ts";
import { sendProblem } from "../http/problem-reply.ts";
import { refuseUnexpectedInput } from "../http/validation.ts";
import type { Problem } from "../kernel/problem.ts";
import { problem } from "../kernel/problem.ts";
import { failed, type Result, success } from "../kernel/result.ts";
import { toApiInvitation, toApiMe, toApiMember } from "./api.ts";
import { nameOf, type PersonDeps, signInRequired, tenantHeader } from "./authenticate-person.ts";
import { invitationPath, joinAs, joinAsNewPerson, readInvitation } from "./invitations.ts";
import {
  getMembership,
  type Membership,
  revokeInvitation,
  selectMembers,
  selectMemberships,
  selectOpenInvitations,
} from "./queries.ts";
import type { StaffRole } from "./roles.ts";
import { InvitationSchema, InviteSchema, JoinSchema, RoleSchema } from "./schemas.ts";
import { foreignOrigin } from "./sign-in/same-origin.ts";
import { readSignedIn, type SignedIn } from "./sign-in/signed-in.ts";
import { changeRole, inviteMember, removeMember } from "./team.ts";

type Invite = { readonly email: string; readonly role: StaffRole };
type Secret = { readonly secret: string };
type Join = Secret & { readonly name: string; readonly email?: string; readonly password: string };

/** `/dashboard/api`: what isn't for merchants' programs. Who is signed in, and who works for a tenant. */
export function peopleRoutes(deps: PersonDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook("onRequest", async (request, reply) => {
      const foreign = foreignOrigin(request, deps.publicUrl);
      if (foreign) return sendProblem(request, reply, foreign);
      return undefined;
    });
    refuseUnexpectedInput(app);
    app.get("/me", async (request, reply) =>
      asPerson(deps, request, reply, async (who) => {
        const memberships = await deps.database.inPeople((trx) => selectMemberships(trx, who.person.id));
        return success(toApiMe(who, memberships));
      }),
    );
    await app.register(joinRoutes(deps));
    await app.register(teamRoutes(deps), { prefix: "/team" });
  };
}

/** An invitation's page: what it is for, and accepting it. */
function joinRoutes(deps: PersonDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.post<{ Body: Secret }>(
      "/invitation",
      { schema: { body: InvitationSchema } },
      async (request, reply) => {
        const found = await readInvitation(deps, request.body.secret);
        if (!found.ok) return sendProblem(request, reply, found.failure);
        const { hasAccount } = found.value;
        return reply.send({ ...toApiInvitation(found.value), hasAccount });
      },
    );
    app.post<{ Body: Join }>("/join", { schema: { body: JoinSchema } }, async (request, reply) => {
      const { secret, name, password, email = null } = request.body;
      const joined = await joinAsNewPerson(deps, secret, { name, email, password }, request.ip);
      if (!joined.ok) return sendProblem(request, reply, joined.failure);
      return reply.send({ object: "person", email: joined.value.email, name: joined.value.name });
    });
    app.post<{ Body: Secret }>(
      "/join-as-me",
      { schema: { body: InvitationSchema } },
      async (request, reply) =>
        asPerson(deps, request, reply, async (who) => {
          const joined = await joinAs(deps, request.body.secret, who.person, actorOf(request, who));
          return joined.ok ? success(toApiInvitation(joined.value)) : joined;
        }),
    );
  };
}

/** The people of the tenant that the request names. Owners change them. */
function teamRoutes(deps: PersonDeps) {
  const { database } = deps;
  return async (app: FastifyInstance): Promise<void> => {
    app.get("/", async (request, reply) =>
      asMember(deps, request, reply, "any", async ({ tenantId }) => {
        const [members, invitations] = await database.inPeople(async (trx) => [
          await selectMembers(trx, tenantId),
          await selectOpenInvitations(trx, tenantId),
        ]);
        return success({
          object: "team",
          members: members.map(toApiMember),
          invitations: invitations.map(toApiInvitation),
        });
      }),
    );
    app.post<{ Body: Invite }>("/invitations", { schema: { body: InviteSchema } }, async (request, reply) =>
      asMember(deps, request, reply, "owner", async ({ tenantId }, who) => {
        const made = await inviteMember(
          deps,
          tenantId,
          { ...request.body, by: who.person },
          actorOf(request, who),
        );
        if (!made.ok) return made;
        const link = new URL(invitationPath(made.value), deps.publicUrl).href;
        return success({ object: "invitation.link", id: made.value.id, link });
      }),
    );
    app.delete<{ Params: { id: string } }>("/invitations/:id", async (request, reply) =>
      asMember(deps, request, reply, "owner", async ({ tenantId }, who) => {
        const isRevoked = await database.inPeople(
          (trx) => revokeInvitation(trx, tenantId, request.params.id),
          actorOf(request, who),
        );
        return isRevoked
          ? success({ object: "invitation", id: request.params.id, revoked: true })
          : failed(problem("not_found", "There is no such open invitation."));
      }),
    );
    app.post<{ Params: { id: string }; Body: { role: StaffRole } }>(
      "/members/:id",
      { schema: { body: RoleSchema } },
      async (request, reply) =>
        asMember(deps, request, reply, "owner", async ({ tenantId }, who) => {
          const change = { personId: request.params.id, role: request.body.role };
          const changed = await changeRole(deps, tenantId, change, actorOf(request, who));
          return changed.ok ? success({ object: "member", id: change.personId, role: change.role }) : changed;
        }),
    );
    app.delete<{ Params: { id: string } }>("/members/:id", async (request, reply) =>
      asMember(deps, request, reply, "owner", async ({ tenantId }, who) => {
        const { id } = request.params;
        const removed = await removeMember(deps, tenantId, id, actorOf(request, who));
        return removed.ok ? success({ object: "member", id, removed: true }) : removed;
      }),
    );
  };
}

const actorOf = (request: FastifyRequest, who: SignedIn): Actor => ({
  name: nameOf(who),
  origin: request.ip,
});

async function asPerson(
  deps: PersonDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (who: SignedIn) => Promise<Result<object, Problem>>,
): Promise<FastifyReply> {
  const who = await readSignedIn(deps.openSignIn, request, reply);
  if (!who) return sendProblem(request, reply, signInRequired);
  const done = await work(who);
  return done.ok ? reply.send(done.value) : sendProblem(request, reply, done.failure);
}

/**
 * Does the work for a member of the tenant that the request names.
 *
 * @param needed `owner`: who has shown two factors and owns the tenant
 */
function asMember(
  deps: PersonDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  needed: "any" | "owner",
  work: (membership: Membership, who: SignedIn) => Promise<Result<object, Problem>>,
): Promise<FastifyReply> {
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
