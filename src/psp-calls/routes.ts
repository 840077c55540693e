import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../database/database.ts";
import { sendProblem } from "../http/problem-reply.ts";
import { refuseUnexpectedInput } from "../http/validation.ts";
import { isOwnId } from "../kernel/id.ts";
import { notFound } from "../kernel/not-found.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import type { Result } from "../kernel/result.ts";
import { admit } from "../tenants/admit.ts";
import type { Caller } from "../tenants/caller.ts";
import { toApiCall } from "./call.ts";
import { listCallsOf } from "./queries.ts";

export type PspCallRouteDeps = {
  readonly database: Database;
  /** Who makes a request of the dashboard, and for which tenant and mode. */
  readonly authenticate: (request: FastifyRequest, reply: FastifyReply) => Promise<Result<Caller, Problem>>;
};

const most = 100;

/** `/dashboard/api/payments/{id}/psp-calls`: the newest calls to PSPs about a payment's attempts. */
export function pspCallRoutes({ database, authenticate }: PspCallRouteDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    refuseUnexpectedInput(app);
    app.get<{ Params: { id: string } }>("/dashboard/api/payments/:id/psp-calls", async (request, reply) => {
      const caller = admit(await authenticate(request, reply), ["payments", "read"], roleForbids);
      if (!caller.ok) return sendProblem(request, reply, caller.failure);
      const { tenantId, mode } = caller.value;
      const { id } = request.params;
      const scope = { tenantId, mode };
      if (!isOwnId(id, "pay", scope)) return sendProblem(request, reply, notFound);
      const calls = await database.inTenant(scope, (trx) => listCallsOf(trx, id, most));
      if (!calls) return sendProblem(request, reply, notFound);
      return reply.send({ object: "list", data: calls.map(toApiCall), hasMore: calls.length === most });
    });
  };
}

const roleForbids = problem("role_forbids", "Your role doesn't include payments.");
