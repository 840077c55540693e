import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../database/database.ts";
import { sendProblem } from "../http/problem-reply.ts";
import { refuseUnexpectedInput } from "../http/validation.ts";
import { type Problem, problem } from "../kernel/problem.ts";
import type { Result } from "../kernel/result.ts";
import { Type } from "../kernel/type.ts";
import { admit } from "../tenants/admit.ts";
import type { Caller } from "../tenants/caller.ts";
import { isTimeZone } from "./day-starts.ts";
import { MetricsCache } from "./metrics-cache.ts";
import { daysAtMost, readMetrics } from "./read-metrics.ts";

export type MetricsDeps = {
  readonly database: Database;
  readonly nowMs: () => number;
  /** Who makes a request of the dashboard, and for which tenant and mode. */
  readonly authenticate: (request: FastifyRequest, reply: FastifyReply) => Promise<Result<Caller, Problem>>;
};

const MetricsQuerySchema = Type.Object(
  {
    days: Type.Integer({ minimum: 1, maximum: daysAtMost }),
    zone: Type.String({ minLength: 1, maxLength: 60 }),
  },
  { additionalProperties: false },
);
type Query = { readonly days: number; readonly zone: string };

/** `/dashboard/api/metrics`: what a tenant's payments came to, for the dashboard's start. */
export function metricsRoutes({ database, nowMs, authenticate }: MetricsDeps) {
  const cache = new MetricsCache<Awaited<ReturnType<typeof readMetrics>>>();
  return async (app: FastifyInstance): Promise<void> => {
    refuseUnexpectedInput(app);
    app.get<{ Querystring: Query }>(
      "/dashboard/api/metrics",
      { schema: { querystring: MetricsQuerySchema } },
      async (request, reply) => {
        const caller = admit(await authenticate(request, reply), ["payments", "read"], roleForbids);
        if (!caller.ok) return sendProblem(request, reply, caller.failure);
        const { tenantId, mode } = caller.value;
        const { days, zone } = request.query;
        if (!isTimeZone(zone)) return sendProblem(request, reply, unknownZone);
        const count = async () => {
          try {
            return await readMetrics(database, { tenantId, mode }, { days, zone, nowMs: nowMs() });
          } catch (error) {
            // Whoever is shown older numbers doesn't learn of it.
            request.log.warn({ err: error, requestId: request.id }, "the numbers of Home can't be counted");
            throw error;
          }
        };
        const numbers = await cache.read(`${tenantId} ${mode} ${days} ${zone}`, count);
        return numbers ? reply.send(numbers) : sendProblem(request, reply, busy);
      },
    );
  };
}

const roleForbids = problem("role_forbids", "Your role doesn't include payments.");
const busy = {
  ...problem("service_unavailable", "Too many people are loading numbers at this moment. Try again shortly."),
  retryAfter: 5,
};
const unknownZone = problem("parameter_invalid", "It has to be a time zone, such as Europe/Berlin.", "zone");
