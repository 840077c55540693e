import type { AddressInfo } from "node:net";
import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync } from "fastify";
import type { Database } from "../database/database.ts";
import type { ApiKeyCache } from "../tenants/api-key-cache.ts";
import { makeAuthenticator, type PeopleAuthenticator } from "./authenticate.ts";
import { connectionsRefused } from "./connections.ts";
import { Drain } from "./drain.ts";
import { takeEmptyObjects } from "./empty-objects.ts";
import { FailureLimits } from "./failure-limits.ts";
import { loadLimits, type Queue, requestsShed } from "./load-shedding.ts";
import { openApiRoute } from "./openapi.ts";
import { PublicIds } from "./public-ids.ts";
import { authenticationsRefused } from "./refused-authentications.ts";
import { makeServer } from "./server.ts";
import { refuseUnexpectedInput } from "./validation.ts";

type Core = {
  readonly database: Database;
  readonly lane: Queue;
  readonly publicUrl: URL;
  readonly log: FastifyBaseLogger;
  readonly config: {
    readonly host: string;
    readonly trustedProxies: readonly string[];
    readonly poolSize: number;
  };
  readonly acquireTimeoutMs: number | undefined;
};

/** Adds hooks to the API's routes that note what is asked and answered. */
type Observe = (api: FastifyInstance) => void;

export function makeHttp(core: Core, keys: ApiKeyCache, people: PeopleAuthenticator, observe: Observe) {
  const { database, lane, publicUrl, log, config, acquireTimeoutMs } = core;
  const server = makeServer({
    publicUrl,
    logger: log,
    trustedProxies: config.trustedProxies,
    load: {
      queues: { database: () => database.load(), lane: () => lane },
      limits: loadLimits(config.poolSize, acquireTimeoutMs),
      closesConnections: () => draining.closesConnections,
    },
  });
  const draining: Drain = new Drain(server);
  const failures = new FailureLimits();
  return {
    server,
    draining,
    /** The URL at which this process reaches its own server, once it listens. */
    ownUrl: (): string => draining.ownUrl ?? ownAddress(server, config.host),
    publicIds: new PublicIds(keys, failures),
    routes: [openApiRoute(publicUrl)],
    /** Routes for callers: API keys, and people who are signed in. */
    forCallers: (routes: readonly FastifyPluginAsync[]) =>
      forCallers(routes, makeAuthenticator(keys, people, failures), people.record, observe),
    counters: [
      {
        name: "kassa_connections_refused_total",
        help: "Connections closed on arrival because too many were open, in total (all) or from one address (address).",
        label: "reason",
        counter: connectionsRefused,
      },
      {
        name: "kassa_requests_shed_total",
        help: "Requests refused with 503 because too many were waiting, by the resource they waited for.",
        label: "waiting_for",
        counter: requestsShed,
      },
      {
        name: "kassa_refused_authentications_total",
        help: "Requests whose authentication or authorization failed, by reason.",
        label: "reason",
        counter: authenticationsRefused,
      },
    ],
  };
}

function forCallers(
  routes: readonly FastifyPluginAsync[],
  authenticate: ReturnType<typeof makeAuthenticator>,
  record: PeopleAuthenticator["record"],
  observe: Observe,
): FastifyPluginAsync {
  return async (api) => {
    observe(api);
    api.addHook("onRequest", authenticate);
    api.addHook("preValidation", takeEmptyObjects);
    api.addHook("preHandler", (request, _reply, done) => {
      if (request.method === "GET" || !request.auth?.writes) done();
      else record(request).then(() => done(), done);
    });
    refuseUnexpectedInput(api);
    for (const each of routes) await api.register(each);
  };
}

function ownAddress(server: FastifyInstance, host: string): string {
  const { port } = server.server.address() as AddressInfo;
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}
