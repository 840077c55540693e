import type { FastifyInstance } from "fastify";
import { sendProblem } from "../../http/problem-reply.ts";
import { authOf } from "../../http/request-auth.ts";
import type { PaymentDeps } from "../deps.ts";
import { RoutingSimulationSchema, type SimulateRoutingQuery, SimulateRoutingSchema } from "./schemas.ts";
import { simulateRouting } from "./simulate-routing.ts";

/** `/api/routing` */
export const routingRoutes =
  (deps: Pick<PaymentDeps, "connectors" | "circuits">) =>
  async (app: FastifyInstance): Promise<void> => {
    app.get<{ Querystring: SimulateRoutingQuery }>(
      "/routing/simulation",
      {
        config: { scope: ["connector_accounts", "read"], operation: "simulateRouting" },
        schema: {
          summary: "Simulate which connector account a payment would use",
          description:
            "Returns the accounts at which Kassa would try a payment, in order, and why it would pass over the others. It uses the current rules, stores nothing and calls no PSP.",
          querystring: SimulateRoutingSchema,
          response: { 200: RoutingSimulationSchema },
        },
      },
      async (request, reply) => {
        const simulated = await simulateRouting(deps, authOf(request), request.query);
        if (!simulated.ok) return sendProblem(request, reply, simulated.failure);
        return reply.send(simulated.value);
      },
    );
  };
