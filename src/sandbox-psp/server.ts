import type { AddressInfo } from "node:net";
import Fastify, { type FastifyBaseLogger } from "fastify";
import { present } from "../kernel/assert.ts";
import { answerHeaders } from "../kernel/page-headers.ts";
import { type NotifierDeps, startSandboxPspNotifier } from "./notifier.ts";
import { type SandboxPspOptions, sandboxPspRoutes } from "./routes.ts";

/** Where the plugin is mounted, here and in Kassa's own server. */
export const sandboxPspPrefix = "/sandbox-psp";

export type SandboxPspServerOptions = Omit<SandboxPspOptions, "publicUrl"> &
  Pick<NotifierDeps, "database" | "notificationUrl" | "pollMs"> & {
    readonly host: string;
    /** 0 takes any free port. */
    readonly port: number;
    /** The URL at which browsers reach this server; by default the one that it listens on. */
    readonly publicUrl?: string;
    readonly logger?: FastifyBaseLogger;
  };

export type SandboxPspServer = {
  /** The API's base URL, including the prefix. */
  readonly url: string;
  close(): Promise<void>;
};

/** Runs the simulated PSP with its notifier as a standalone server. */
export async function startSandboxPspServer(options: SandboxPspServerOptions): Promise<SandboxPspServer> {
  const { logger, publicUrl: givenUrl, ...rest } = options;
  // Callers keep idle connections open for a minute; closing doesn't wait for them.
  const app = Fastify({ forceCloseConnections: true, ...(logger ? { loggerInstance: logger } : {}) });
  let url = givenUrl;
  const publicUrl = () => present(url, "the PSP's address, known once it listens");
  app.addHook("onRequest", async (_request, reply) => {
    reply.headers(answerHeaders(new URL(publicUrl())));
  });
  await app.register(sandboxPspRoutes({ ...rest, publicUrl }), { prefix: sandboxPspPrefix });
  await app.listen({ host: options.host, port: options.port });
  const listening = urlOf(app.server.address(), options.host);
  url ??= listening;
  const notifier = startSandboxPspNotifier({ ...rest, publicUrl, ...(logger ? { log: logger } : {}) });
  return {
    url: listening,
    close: async () => {
      await notifier.stop();
      await app.close();
    },
  };
}

function urlOf(address: string | AddressInfo | null, host: string): string {
  const port = typeof address === "object" ? present(address, "the listening address").port : 0;
  // Nobody can connect to a wildcard address.
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}${sandboxPspPrefix}`;
}
