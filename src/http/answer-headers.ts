import type { FastifyInstance } from "fastify";

/** Sets the headers of every answer, before any other hook can answer. */
export function addAnswerHeaders(app: FastifyInstance): void {
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(app.answerHeaders);
    done();
  });
}
