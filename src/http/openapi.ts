import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { newestApiVersion } from "../tenants/versions.ts";
import { finishDocument } from "./openapi/finish-document.ts";
import type { OpenApiDocument } from "./openapi/types.ts";
import type { WebhookPayload } from "./openapi/webhooks.ts";

export type { WebhookPayload } from "./openapi/webhooks.ts";

/** Where the API is described by an OpenAPI 3.1 document. */
export const openApiPath = "/openapi.json";

/** The tags by the first words of their paths. */
const tags = [
  {
    name: "Checkout sessions",
    description: "One call makes a session; its `url` is the payment page.",
    prefix: "/api/checkout/",
  },
  {
    name: "Payments",
    description: "What came of a session: the money that was authorized, captured and given back.",
    prefix: "/api/payments",
  },
  { name: "Refunds", description: "Captured money that is given back.", prefix: "/api/refunds" },
  {
    name: "Disputes",
    description: "What customers deny at their banks: evidence against it, and how it ends.",
    prefix: "/api/disputes",
  },
  {
    name: "Balance",
    description: "What the PSPs hold for the merchant, and the balance of every account.",
    prefix: "/api/balance",
  },
  {
    name: "Ledger",
    description: "The double-entry books: what each movement of money was booked to.",
    prefix: "/api/ledger/",
  },
  { name: "Events", description: "What happened, kept for 90 days.", prefix: "/api/events" },
  {
    name: "Webhook endpoints",
    description: "Where events are sent, and what came of it.",
    prefix: "/api/webhook-endpoints",
  },
  {
    name: "Settings",
    description: "What the payment page looks like: name, contact, language, colour, logo.",
    prefix: "/api/settings",
  },
  {
    name: "Sandbox clocks",
    description: "Time that is moved by a call, for what lasts days.",
    prefix: "/api/sandbox/clocks",
  },
] as const;

const description = `Send an API key with every request: \`Authorization: Bearer ks_sandbox_…\`. Bodies are JSON in UTF-8 of at most 64 KiB;
unknown fields are refused. Times are RFC 3339 in UTC. Amounts are whole numbers of minor units (2599 is €25.99 or ¥2,599).
Failures are problem details (RFC 9457); the extension \`x-problem\` of a field names the code of a fault in it.`;

declare module "fastify" {
  interface FastifyInstance {
    /** What the document says of webhooks. */
    webhookPayloads: readonly WebhookPayload[];
  }
}

/** Collects the routes that are registered after it. The document itself is made when it is first asked for. */
export function collectRoutes(app: FastifyInstance, webhooks: readonly WebhookPayload[]): void {
  app.decorate("webhookPayloads", [...webhooks]);
  app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Kassa",
        summary: "The checkout a business owns.",
        description,
        version: newestApiVersion,
        license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      },
      tags: [
        ...tags.map(({ name, description }) => ({ name, description })),
        { name: "Webhooks", description: "What Kassa sends to your webhook endpoints." },
      ],
      security: [{ apiKey: [] }],
      components: { securitySchemes: { apiKey: { type: "http", scheme: "bearer" } } },
    },
    stripBasePath: false,
    transform: ({ schema, url, route }) => {
      const operationId = route.config?.operation;
      const tag = tags.find(({ prefix }) => url.startsWith(prefix));
      // Pages, notifications of PSPs and what operators ask are no part of the API.
      if (!url.startsWith("/api/") || schema?.hide === true) return { schema: { hide: true }, url };
      if (operationId === undefined || !tag)
        throw new Error(`${url} needs an operation in its config and a tag here`);
      const failures = route.config?.failures;
      const extra = failures === undefined ? {} : { "x-failures": failures };
      return { schema: { ...schema, operationId, tags: [tag.name], ...extra }, url };
    },
  });
}

/** The document for a server at the given address. The app has to be ready. */
export function describeApi(app: FastifyInstance, serverUrl: string): OpenApiDocument {
  const collected = app.swagger();
  let finished = documents.get(collected);
  if (!finished) {
    // A copy, for the collector keeps and hands out one and the same object.
    finished = finishDocument(JSON.parse(JSON.stringify(collected)) as OpenApiDocument, app.webhookPayloads);
    documents.set(collected, finished);
  }
  const { openapi, info, ...rest } = finished;
  const contact = { name: "Documentation", url: `${serverUrl}/docs` };
  return { openapi, info: { ...info, contact }, servers: [{ url: serverUrl }], ...rest };
}

/** By what was collected, which is one object an app. */
const documents = new WeakMap<object, OpenApiDocument>();

/**
 * `GET /openapi.json`, readable from every origin: tools in browsers load it. Written once, because it takes 15 ms and needs
 * no key.
 */
export function openApiRoute(publicUrl: URL) {
  return async (app: FastifyInstance): Promise<void> => {
    let written: Buffer | undefined;
    app.get(openApiPath, { schema: { hide: true } }, (request, reply) => {
      written ??= Buffer.from(JSON.stringify(describeApi(request.server, publicUrl.origin)));
      return reply
        .header("access-control-allow-origin", "*")
        .header("cache-control", "public, max-age=300")
        .type("application/json; charset=utf-8")
        .send(written);
    });
  };
}
