import type { FastifyInstance } from "fastify";
import type { World } from "./world.ts";

/** Report files, for the API key of a report user, which here is that of the account. */
export function addReportRoutes(app: FastifyInstance, world: World, apiKey: string): void {
  app.get("/reports/download/MerchantAccount/:account/:name", async (request, reply) => {
    if (request.headers["x-api-key"] !== apiKey) return reply.code(401).send("");
    const report = world.state.reports.get(request.url);
    if (report === undefined) return reply.code(404).send("");
    return reply.type("text/csv; charset=utf-8").send(report);
  });
}
