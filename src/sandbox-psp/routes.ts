import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { apiRoutes } from "./api-routes.ts";
import type { SandboxPspDeps } from "./deps.ts";
import { createStalledReplies, type FaultSource } from "./faults.ts";
import { pageRoutes } from "./page-routes.ts";
import { checkSecretKey } from "./secrets.ts";

export type SandboxPspOptions = SandboxPspDeps & {
  /** How long a stalled connection is kept open; 30 s by default. */
  readonly holdMs?: number;
  readonly faults?: FaultSource;
};

const defaultHoldMs = 30_000;

/**
 * The simulated PSP as a Fastify plugin: an API for Kassa and pages for browsers. It has its own parsers, validation and
 * error answers, so it behaves the same wherever it is mounted.
 */
export function sandboxPspRoutes(options: SandboxPspOptions): FastifyPluginAsync {
  checkSecretKey(options.secretKey);
  const stalled = createStalledReplies(options.holdMs ?? defaultHoldMs);
  return async (app: FastifyInstance) => {
    app.addHook("preClose", async () => stalled.dropAll());
    await app.register(apiRoutes(options, stalled, options.faults));
    await app.register(pageRoutes(options));
  };
}
