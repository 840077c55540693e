import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Transaction } from "../../database/transaction.ts";
import { oncePerPerson } from "../../http/idempotency.ts";
import { answering } from "../../http/result-reply.ts";
import { type Problem, problem } from "../../kernel/problem.ts";
import { failed, type Result, success } from "../../kernel/result.ts";
import { toApiInvitation, toApiMember } from "../api.ts";
import { actorOf, asMemberOf, type PersonDeps } from "../as-member.ts";
import type { PeopleMail } from "../mail/people-mail.ts";
import { resetForMember } from "../password-resets/password-resets.ts";
import { revokeInvitation, selectMembers, selectOpenInvitations } from "../queries.ts";
import type { StaffRole } from "../roles.ts";
import { InviteSchema, ResetLinkSchema, RoleSchema } from "../schemas.ts";
import type { SignedIn } from "../sign-in/signed-in.ts";
import { sendInvitation } from "./send-invitation.ts";
import { changeRole, inviteMember, removeMember } from "./team.ts";

type Invite = { readonly email: string; readonly role: StaffRole };
type Deps = PersonDeps & { readonly mail: PeopleMail | undefined };

/** The people of the tenant that the request names. Owners change them. */
export function teamRoutes(deps: Deps) {
  const { database } = deps;
  const member = answering(asMemberOf(deps));
  const once = onceOf(deps);
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
      member(request, reply, "owner", async ({ tenantId, tenantName }, who) => {
        const invitation = { ...request.body, by: who.person };
        const made = await once(request, tenantId, who, (trx) =>
          inviteMember(deps, trx, tenantId, invitation),
        );
        if (!made.ok) return made;
        const invited = { email: request.body.email, tenant: tenantName };
        return success(await sendInvitation(deps, request, made.value, invited, who));
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
    await app.register(memberRoutes(deps), { prefix: "/members/:id" });
  };
}

function memberRoutes(deps: Deps) {
  const member = answering(asMemberOf(deps));
  const once = onceOf(deps);
  return async (app: FastifyInstance): Promise<void> => {
    app.post<{ Params: { id: string }; Body: { role: StaffRole } }>(
      "/",
      { schema: { body: RoleSchema } },
      (request, reply) =>
        member(request, reply, "owner", async ({ tenantId }, who) => {
          const change = { personId: request.params.id, role: request.body.role };
          const changed = await changeRole(deps, tenantId, change, actorOf(request, who));
          return changed.ok ? success({ object: "member", id: change.personId, role: change.role }) : changed;
        }),
    );
    app.post<{ Params: { id: string }; Body: { removesSecondFactors: boolean } }>(
      "/reset-link",
      { schema: { body: ResetLinkSchema } },
      (request, reply) =>
        member(request, reply, "owner", async ({ tenantId }, who) => {
          const reset = { personId: request.params.id, ...request.body };
          const made = await once(request, tenantId, who, (trx) =>
            resetForMember(deps, trx, tenantId, reset),
          );
          if (!made.ok) return made;
          const link = new URL(made.value.path, deps.publicUrl).href;
          return success({ object: "password_reset.link", link });
        }),
    );
    app.delete<{ Params: { id: string } }>("/", (request, reply) =>
      member(request, reply, "owner", async ({ tenantId }, who) => {
        const { id } = request.params;
        const removed = await removeMember(deps, tenantId, id, actorOf(request, who));
        return removed.ok ? success({ object: "member", id, removed: true }) : removed;
      }),
    );
  };
}

/** Makes something for a team once for each Idempotency-Key, however often the request is repeated. Teams are those of both modes. */
function onceOf({ database, keyring }: PersonDeps) {
  return <Made extends object>(
    request: FastifyRequest,
    tenantId: number,
    who: SignedIn,
    work: (trx: Transaction) => Promise<Result<Made, Problem>>,
  ): Promise<Result<Made, Problem>> => {
    const asked = { request, personId: who.person.id, scope: { tenantId, mode: "live" } } as const;
    return database.inPeople(
      (trx) => oncePerPerson({ keyring }, trx, asked, () => work(trx)),
      actorOf(request, who),
    );
  };
}
