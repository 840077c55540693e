import { pino } from "pino";
import type { TenantScope } from "../../src/database/transaction.ts";
import type { EventRow } from "../../src/events/event.ts";
import type { EventType } from "../../src/events/event-types.ts";
import { recordEvent } from "../../src/events/record-event.ts";
import { eventRoutes } from "../../src/events/routes.ts";
import { makeAuthenticator } from "../../src/http/authenticate.ts";
import { makeServer } from "../../src/http/server.ts";
import { refuseUnexpectedInput } from "../../src/http/validation.ts";
import { DatabaseClock } from "../../src/kernel/clock.ts";
import { type AgentsFor, makeAgentsFor, makeGuardedAgents } from "../../src/kernel/guarded-agent.ts";
import { HostResolver, type Lookup } from "../../src/kernel/host-resolver.ts";
import type { Mode } from "../../src/kernel/mode.ts";
import { ApiKeyCache } from "../../src/tenants/api-key-cache.ts";
import { createTenant, type NewTenant } from "../../src/tenants/create-tenant.ts";
import {
  type DeliveryWorker,
  type DeliveryWorkerOptions,
  startDeliveryWorker,
} from "../../src/webhooks/delivery/start-delivery-worker.ts";
import { fanOut } from "../../src/webhooks/fan-out.ts";
import { webhookRoutes } from "../../src/webhooks/routes.ts";
import type { CallOptions, JsonBody } from "./app.ts";
import { openTestDatabase } from "./database.ts";
import { openTestKeyring } from "./keyring.ts";

type Answer = { status: number; body: JsonBody; text: string; headers: Record<string, unknown> };

export type WebhookTestbed = Awaited<ReturnType<typeof openWebhookTestbed>>;

/** The events and webhooks rooms with their real routes on a database of their own. No worker runs unless started. */
export async function openWebhookTestbed(
  options: { lookup?: Lookup; resolver?: HostResolver; allowLoopback?: boolean } = {},
) {
  const db = await openTestDatabase();
  const { database } = db;
  const logged: string[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void logged.push(line) });
  const keyring = await openTestKeyring(database);
  const clock = new DatabaseClock();
  const nowMs = (): number => clock.nowMs();
  const { allowLoopback = true, lookup, resolver = new HostResolver() } = options;
  const agentsFor: AgentsFor = lookup
    ? () => makeGuardedAgents({ allowLoopback, lookup })
    : makeAgentsFor({ allowLoopback, resolver });
  const keys = new ApiKeyCache({
    database,
    keyring,
    clock,
    rateLimits: "off",
    readAmountLimits: async () => ({}),
  });
  await keys.start();
  const server = makeServer({ publicUrl: new URL("http://localhost"), logger: log, trustedProxies: [] });
  const workers: DeliveryWorker[] = [];
  const wake = (): void => workers.forEach((worker) => void worker.wake());
  server.register(
    async (api) => {
      api.addHook("onRequest", makeAuthenticator(keys));
      refuseUnexpectedInput(api);
      await api.register(eventRoutes({ database }));
      await api.register(webhookRoutes({ database, keyring, nowMs, agentsFor, wake }));
    },
    { prefix: "/api" },
  );
  const tenant = await createTenant({ database, keyring }, "Test shop");

  const call = async (
    method: "GET" | "POST" | "DELETE",
    path: string,
    request: CallOptions = {},
  ): Promise<Answer> => {
    const { key = tenant.keys.sandbox.secret, body, headers = {} } = request;
    const response = await server.inject({
      method,
      url: `/api${path}`,
      headers: {
        ...headers,
        ...(key ? { authorization: `Bearer ${key}` } : {}),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    return {
      status: response.statusCode,
      body: response.json(),
      text: response.body,
      headers: response.headers,
    };
  };

  return {
    db,
    database,
    keyring,
    nowMs,
    log,
    logged,
    tenant,
    scope: { tenantId: tenant.tenant.tenantId, mode: "sandbox" } as TenantScope,
    call,
    makeTenant: (name = "Other shop"): Promise<NewTenant> => createTenant({ database, keyring }, name),
    /** Records an event as a payment does, and wakes the workers. */
    record: async (
      type: EventType,
      object: object = {},
      mode: Mode = "sandbox",
      of = tenant,
    ): Promise<EventRow> => {
      const scope = { tenantId: of.tenant.tenantId, mode };
      sequence += 1;
      const event = { type, sessionId: `cs_${mode}_test`, sequence, object };
      const deps = { nowMs, subscribers: [fanOut] };
      const row = await database.inTenant(scope, (trx) => recordEvent(deps, trx, event));
      wake();
      return row;
    },
    startWorker: (workerOptions: DeliveryWorkerOptions = {}): DeliveryWorker => {
      const worker = startDeliveryWorker(
        { database, keyring, log, nowMs, agentsFor },
        { pollMs: 50, ...workerOptions },
      );
      workers.push(worker);
      return worker;
    },
    close: async (): Promise<void> => {
      await Promise.all(workers.map((worker) => worker.stop()));
      await server.close();
      await keys.stop();
      await db.close();
    },
  };
}

let sequence = 0;
