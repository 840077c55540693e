import type { FastifyInstance } from "fastify";
import { answering } from "../../http/result-reply.ts";
import { problem } from "../../kernel/problem.ts";
import { failed, success } from "../../kernel/result.ts";
import { actorOf, asPersonOf, type PersonDeps } from "../as-member.ts";
import { absoluteSeconds } from "../sign-in/terms.ts";
import { deleteOtherSignIns, deleteSignIn, type SignInRow, selectSignIns } from "./queries.ts";

/** `/dashboard/api/sign-ins`: where a person is signed in; they end what isn't theirs any more. */
export function signInListRoutes(deps: PersonDeps) {
  const { database } = deps;
  const person = answering(asPersonOf(deps));
  return async (app: FastifyInstance): Promise<void> => {
    app.get("/", (request, reply) =>
      person(request, reply, async (who) => {
        const rows = await database.inPeople((trx) => selectSignIns(trx, who.person.id, absoluteSeconds));
        return success({ object: "list", data: rows.map((row) => toApiSignIn(row, who.signInId)) });
      }),
    );
    app.delete<{ Params: { id: string } }>("/:id", (request, reply) =>
      person(request, reply, async (who) => {
        const { id } = request.params;
        const isEnded = await database.inPeople(
          (trx) => deleteSignIn(trx, who.person.id, id),
          actorOf(request, who),
        );
        return isEnded
          ? success({ object: "sign_in", id, ended: true })
          : failed(problem("not_found", "You have no such sign-in."));
      }),
    );
    app.post("/end-others", (request, reply) =>
      person(request, reply, async (who) => {
        const ended = await database.inPeople(
          (trx) => deleteOtherSignIns(trx, who.person.id, who.signInId),
          actorOf(request, who),
        );
        return success({ object: "sign_ins", ended });
      }),
    );
  };
}

function toApiSignIn({ id, factors, createdAt, usedAt, address, userAgent }: SignInRow, ownId: string) {
  return {
    object: "sign_in",
    ...{ id, factors, address, userAgent },
    isThisOne: id === ownId,
    createdAt: createdAt.toISOString(),
    usedAt: usedAt.toISOString(),
  };
}
