import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendProblem } from "../http/problem-reply.ts";
import { sendResult } from "../http/result-reply.ts";
import { refuseUnexpectedInput } from "../http/validation.ts";
import { problem } from "../kernel/problem.ts";
import { failed, success } from "../kernel/result.ts";
import { toApiInvitation, toApiMe, toApiMember } from "./api.ts";
import {
  actorOf,
  asMember,
  asPerson,
  type MemberWork,
  type PersonDeps,
  type PersonWork,
} from "./as-member.ts";
import { invitationPath, joinAs, joinAsNewPerson, readInvitation } from "./invitations.ts";
import { keyRoutes } from "./keys/routes.ts";
import { revokeInvitation, selectMembers, selectMemberships, selectOpenInvitations } from "./queries.ts";
import type { StaffRole } from "./roles.ts";
import { InvitationSchema, InviteSchema, JoinSchema, RoleSchema } from "./schemas.ts";
import { foreignOrigin } from "./sign-in/same-origin.ts";
import { changeRole, inviteMember, removeMember } from "./team.ts";

type Invite = { readonly email: string; readonly role: StaffRole };
type Secret = { readonly secret: string };
type Join = Secret & { readonly name: string; readonly email?: string; readonly password: string };

/** `/dashboard/api`: what isn't for merchants' programs. Who is signed in, and who works for a tenant. */
export function peopleRoutes(deps: PersonDeps) {
  const person = answerPerson(deps);
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook("onRequest", async (request, reply) => {
      const foreign = foreignOrigin(request, deps.publicUrl);
      if (foreign) return sendProblem(request, reply, foreign);
      return undefined;
    });
    refuseUnexpectedInput(app);
    app.get("/me", (request, reply) =>
      person(request, reply, async (who) => {
        const memberships = await deps.database.inPeople((trx) => selectMemberships(trx, who.person.id));
        return success(toApiMe(who, memberships));
      }),
    );
    await app.register(joinRoutes(deps));
    await app.register(teamRoutes(deps), { prefix: "/team" });
    await app.register(keyRoutes(deps), { prefix: "/keys" });
  };
}

/** An invitation's page: what it is for, and accepting it. */
function joinRoutes(deps: PersonDeps) {
  const person = answerPerson(deps);
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
    app.post<{ Body: Secret }>("/join-as-me", { schema: { body: InvitationSchema } }, (request, reply) =>
      person(request, reply, async (who) => {
        const joined = await joinAs(deps, request.body.secret, who.person, actorOf(request, who));
        return joined.ok ? success(toApiInvitation(joined.value)) : joined;
      }),
    );
  };
}

/** The people of the tenant that the request names. Owners change them. */
function teamRoutes(deps: PersonDeps) {
  const { database } = deps;
  const member = answerMember(deps);
  return async (app: FastifyInstance): Promise<void> => {
    app.get("/", (request, reply) =>
      member(request, reply, "any", async ({ tenantId }) => {
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
    app.post<{ Body: Invite }>("/invitations", { schema: { body: InviteSchema } }, (request, reply) =>
      member(request, reply, "owner", async ({ tenantId }, who) => {
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
    app.delete<{ Params: { id: string } }>("/invitations/:id", (request, reply) =>
      member(request, reply, "owner", async ({ tenantId }, who) => {
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
      (request, reply) =>
        member(request, reply, "owner", async ({ tenantId }, who) => {
          const change = { personId: request.params.id, role: request.body.role };
          const changed = await changeRole(deps, tenantId, change, actorOf(request, who));
          return changed.ok ? success({ object: "member", id: change.personId, role: change.role }) : changed;
        }),
    );
    app.delete<{ Params: { id: string } }>("/members/:id", (request, reply) =>
      member(request, reply, "owner", async ({ tenantId }, who) => {
        const { id } = request.params;
        const removed = await removeMember(deps, tenantId, id, actorOf(request, who));
        return removed.ok ? success({ object: "member", id, removed: true }) : removed;
      }),
    );
  };
}

/** Answers who is signed in with what the work returns. */
const answerPerson =
  (deps: PersonDeps) =>
  async (request: FastifyRequest, reply: FastifyReply, work: PersonWork): Promise<FastifyReply> =>
    sendResult(request, reply, await asPerson(deps, request, reply, work));

/** The same for a member of the tenant that the request names. */
const answerMember =
  (deps: PersonDeps) =>
  async (
    request: FastifyRequest,
    reply: FastifyReply,
    needed: "any" | "owner",
    work: MemberWork,
  ): Promise<FastifyReply> =>
    sendResult(request, reply, await asMember(deps, request, reply, needed, work));
