import type { FastifyInstance } from "fastify";
import { sendProblem } from "../../http/problem-reply.ts";
import { answering } from "../../http/result-reply.ts";
import { success } from "../../kernel/result.ts";
import { toApiInvitation } from "../api.ts";
import { actorOf, asPersonOf, type PersonDeps } from "../as-member.ts";
import { JoinSchema, SecretSchema } from "../schemas.ts";
import { joinAs, joinAsNewPerson, readInvitation } from "./invitations.ts";

type Secret = { readonly secret: string };
type Join = Secret & { readonly name: string; readonly email?: string; readonly password: string };

/** An invitation's page: what it is for, and accepting it. */
export function joinRoutes(deps: PersonDeps) {
  const person = answering(asPersonOf(deps));
  return async (app: FastifyInstance): Promise<void> => {
    app.post<{ Body: Secret }>("/invitation", { schema: { body: SecretSchema } }, async (request, reply) => {
      const found = await readInvitation(deps, request.body.secret);
      if (!found.ok) return sendProblem(request, reply, found.failure);
      const { hasAccount } = found.value;
      return reply.send({ ...toApiInvitation(found.value), hasAccount });
    });
    app.post<{ Body: Join }>("/join", { schema: { body: JoinSchema } }, async (request, reply) => {
      const { secret, name, password, email = null } = request.body;
      const joined = await joinAsNewPerson(deps, secret, { name, email, password }, request.ip);
      if (!joined.ok) return sendProblem(request, reply, joined.failure);
      return reply.send({ object: "person", email: joined.value.email, name: joined.value.name });
    });
    app.post<{ Body: Secret }>("/join-as-me", { schema: { body: SecretSchema } }, (request, reply) =>
      person(request, reply, async (who) => {
        const joined = await joinAs(deps, request.body.secret, who.person, actorOf(request, who));
        return joined.ok ? success(toApiInvitation(joined.value)) : joined;
      }),
    );
  };
}
