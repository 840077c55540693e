import type { AddressInfo } from "node:net";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Config } from "./config.ts";
import { type ConnectionSettings, type Database, openDatabase } from "./database/database.ts";
import { Lane } from "./database/lane.ts";
import { makeAuthenticator } from "./http/authenticate.ts";
import { makeServer } from "./http/server.ts";
import { DatabaseClock } from "./kernel/clock.ts";
import { Keyring } from "./kernel/seal.ts";
import { insertSessions, type NewSessionRow } from "./sessions/queries.ts";
import { sessionRoutes } from "./sessions/routes.ts";
import { KeyMemory } from "./tenants/key-memory.ts";

/** What a process of Kassa is made of, wired by hand. */
export type App = {
  readonly server: FastifyInstance;
  readonly database: Database;
  readonly publicUrl: URL;
  /** Begins to listen and to work; resolves with the address when requests are answered. */
  start(): Promise<string>;
  /** Answers what has been asked, finishes what has been begun, and lets go of everything. */
  stop(): Promise<void>;
};

export type AppOptions = {
  readonly config: Config;
  readonly settings: ConnectionSettings;
  readonly secretKey: string;
  readonly logger: FastifyBaseLogger;
};

/** Wires the rooms. Nothing runs before `start`. */
export function makeApp({ config, settings, secretKey, logger }: AppOptions): App {
  const database = openDatabase(settings, { poolSize: config.poolSize });
  const keyring = new Keyring(secretKey);
  const clock = new DatabaseClock();
  const keys = new KeyMemory({ database, keyring, clock, rateLimits: config.rateLimits });
  const lane = new Lane<NewSessionRow>(settings, insertSessions);
  const publicUrl = new URL(config.publicUrl);
  const events = { nowMs: () => clock.nowMs(), subscribers: [] };
  const server = makeServer({ publicUrl, logger, trustedProxies: config.trustedProxies });
  server.register(
    async (api) => {
      api.addHook("onRequest", makeAuthenticator(keys));
      await api.register(sessionRoutes({ database, keyring, clock, lane, events, publicUrl }));
    },
    { prefix: "/api" },
  );

  return {
    server,
    database,
    publicUrl,
    start: async () => {
      await keys.start();
      await lane.open();
      await server.listen({ port: config.port, host: config.host });
      const { port } = server.server.address() as AddressInfo;
      if (config.port === 0) publicUrl.port = String(port);
      return publicUrl.origin;
    },
    stop: async () => {
      await server.close();
      await lane.close();
      await keys.stop();
      await database.close();
    },
  };
}
