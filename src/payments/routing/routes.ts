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
            "Answers at which accounts a payment would be tried, in order, and why the others are passed over, by the rules that payments use at this moment. Nothing is stored and no PSP is called.",
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
