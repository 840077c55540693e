import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { apiRoutes } from "./api-routes.ts";
import type { SandboxPspDeps } from "./deps.ts";
import { createHolder, type FaultSource } from "./faults.ts";
import { pageRoutes } from "./page-routes.ts";
import { checkSecretKey } from "./secrets.ts";

export type SandboxPspOptions = SandboxPspDeps & {
  /** How long a connection is held that is never answered; 30 s unless given. */
  readonly holdMs?: number;
  readonly faults?: FaultSource;
};

const defaultHoldMs = 30_000;

/**
 * The simulated PSP as a Fastify plugin: an API for Kassa, and pages for browsers. It brings its own
 * parsers, validation and error answers, so that it behaves the same wherever it is mounted.
 */
export function sandboxPspRoutes(options: SandboxPspOptions): FastifyPluginAsync {
  checkSecretKey(options.secretKey);
  const holder = createHolder(options.holdMs ?? defaultHoldMs);
  return async (app: FastifyInstance) => {
    app.addHook("preClose", async () => holder.release());
    await app.register(apiRoutes(options, holder, options.faults));
    await app.register(pageRoutes(options));
  };
}
