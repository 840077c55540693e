import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../database/database.ts";
import { sendProblem } from "../http/problem-reply.ts";
import { refuseUnexpectedInput } from "../http/validation.ts";
import { pageFields } from "../kernel/fields.ts";
import { isOwnId } from "../kernel/id.ts";
import { notFound } from "../kernel/not-found.ts";
import { makePage, type PageQuery, readPage } from "../kernel/page.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import { type Result, success } from "../kernel/result.ts";
import { Type } from "../kernel/type.ts";
import { admit } from "../tenants/admit.ts";
import type { Caller } from "../tenants/caller.ts";
import { getLine, selectLines } from "./queries.ts";
import { toApiLine } from "./request-line.ts";

export type RequestLogRouteDeps = {
  readonly database: Database;
  /** Who makes a request of the dashboard, and for which tenant and mode. */
  readonly authenticate: (request: FastifyRequest, reply: FastifyReply) => Promise<Result<Caller, Problem>>;
};

const { limit, startingAfter, endingBefore } = pageFields("request", "requests");
const ListSchema = Type.Object(
  {
    ...{ limit, startingAfter, endingBefore },
    status: Type.Optional(Type.String({ enum: ["failed"] })),
    method: Type.Optional(Type.String({ enum: ["GET", "POST", "DELETE"] })),
    path: Type.Optional(Type.String({ maxLength: 200 })),
    key: Type.Optional(Type.String({ maxLength: 100 })),
  },
  { additionalProperties: false },
);
type ListQuery = PageQuery & {
  readonly status?: "failed";
  readonly method?: string;
  readonly path?: string;
  readonly key?: string;
};

/** `/dashboard/api/requests`: what a tenant's programs asked, newest first. For those who set up the tenant's webhooks: owners and developers. */
export function requestLogRoutes({ database, authenticate }: RequestLogRouteDeps) {
  const developer = async (request: FastifyRequest, reply: FastifyReply): Promise<Result<Caller, Problem>> =>
    admit(await authenticate(request, reply), ["webhook_endpoints", "write"], roleForbids);
  return async (app: FastifyInstance): Promise<void> => {
    refuseUnexpectedInput(app);
    app.get<{ Querystring: ListQuery }>(
      "/dashboard/api/requests",
      { schema: { querystring: ListSchema } },
      async (request, reply) => {
        const caller = await developer(request, reply);
        if (!caller.ok) return sendProblem(request, reply, caller.failure);
        const page = await listLines(database, caller.value, request.query);
        if (!page.ok) return sendProblem(request, reply, page.failure);
        return reply.send(page.value);
      },
    );
    app.get<{ Params: { id: string } }>("/dashboard/api/requests/:id", async (request, reply) => {
      const caller = await developer(request, reply);
      if (!caller.ok) return sendProblem(request, reply, caller.failure);
      const { id } = request.params;
      const { tenantId, mode } = caller.value;
      if (!isOwnId(id, "rql", { tenantId, mode })) return sendProblem(request, reply, notFound);
      const line = await database.inTenant({ tenantId, mode }, (trx) => getLine(trx, id));
      if (!line) return sendProblem(request, reply, notFound);
      return reply.send(toApiLine(line));
    });
  };
}

async function listLines(
  database: Database,
  { tenantId, mode }: Caller,
  { status, method, path, key, ...query }: ListQuery,
): Promise<Result<object, Problem>> {
  const scope = { tenantId, mode };
  const range = readPage("rql", scope, query);
  if (!range.ok) return range;
  const filter = {
    failed: status === "failed",
    ...(method !== undefined && { method }),
    ...(path !== undefined && { path }),
    ...(key !== undefined && { key }),
  };
  const rows = await database.inTenant(scope, (trx) => selectLines(trx, range.value, filter));
  const { data, hasMore } = makePage(rows, range.value);
  return success({ object: "list", data: data.map(toApiLine), hasMore });
}

const roleForbids = problem("role_forbids", "Your role doesn't include the request log.");
