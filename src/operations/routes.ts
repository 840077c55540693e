import type { FastifyInstance } from "fastify";
import { makeReadiness, type ReadinessDeps } from "./readiness.ts";

/** Probes use the machine's address as Host, which isn't one of Kassa's names. */
const probe = { config: { anyHost: true, underOverload: "exempt" }, schema: { hide: true } } as const;

/** `GET /healthz`: the process is up. `GET /readyz`: it can serve, otherwise 503 with the reasons. Neither needs a key. */
export function healthRoutes(deps: ReadinessDeps) {
  const findObstacles = makeReadiness(deps);
  return async (app: FastifyInstance): Promise<void> => {
    app.get("/healthz", probe, (_request, reply) =>
      reply.header("cache-control", "no-store").send({ status: "up" }),
    );
    app.get("/readyz", probe, async (_request, reply) => {
      const reasons = await findObstacles();
      reply.header("cache-control", "no-store");
      if (reasons.length === 0) return reply.send({ status: "ready" });
      return reply.code(503).header("retry-after", "2").send({ status: "not_ready", reasons });
    });
  };
}
