import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { newestApiVersion } from "../tenants/versions.ts";
import { finishDocument } from "./openapi/finish-document.ts";
import { tags } from "./openapi/tags.ts";
import type { OpenApiDocument } from "./openapi/types.ts";
import type { WebhookPayload } from "./openapi/webhooks.ts";

export type { WebhookPayload } from "./openapi/webhooks.ts";

/** The path of the OpenAPI 3.1 document. */
export const openApiPath = "/openapi.json";

const description = `Send an API key with every request: \`Authorization: Bearer ks_sandbox_…\`. Bodies are JSON in UTF-8 of at most 64 KiB;
unknown fields are refused. Times are RFC 3339 in UTC. Amounts are whole numbers of minor units (2599 is €25.99 or ¥2,599).
Errors are problem details (RFC 9457); the extension \`x-problem\` of a field is the problem code for an invalid value.`;

declare module "fastify" {
  interface FastifyInstance {
    /** The webhooks in the document. */
    webhookPayloads: readonly WebhookPayload[];
  }
}

/** Collects the routes that are registered after it. The document is built at the first request for it. */
export function collectRoutes(app: FastifyInstance, webhooks: readonly WebhookPayload[]): void {
  app.decorate("webhookPayloads", [...webhooks]);
  app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Kassa",
        summary: "A checkout server that you run yourself.",
        description,
        version: newestApiVersion,
        license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      },
      tags: [
        ...tags.map(({ name, description }) => ({ name, description })),
        { name: "Webhooks", description: "The events that Kassa sends to your webhook endpoints." },
      ],
      security: [{ apiKey: [] }],
      components: { securitySchemes: { apiKey: { type: "http", scheme: "bearer" } } },
    },
    stripBasePath: false,
    transform: ({ schema, url, route }) => {
      const operationId = route.config?.operation;
      const tag = tags.find(({ prefix }) => url.startsWith(prefix));
      // Pages, PSP notifications and operators' routes are not part of the API.
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
    // A copy, because the collector always returns the same object.
    finished = finishDocument(JSON.parse(JSON.stringify(collected)) as OpenApiDocument, app.webhookPayloads);
    documents.set(collected, finished);
  }
  const { openapi, info, ...rest } = finished;
  const contact = { name: "Documentation", url: `${serverUrl}/docs` };
  return { openapi, info: { ...info, contact }, servers: [{ url: serverUrl }], ...rest };
}

/** By the collector's object, of which each app has one. */
const documents = new WeakMap<object, OpenApiDocument>();

/**
 * `GET /openapi.json`. Readable from every origin, because tools in browsers load it. Serialized only once, because that
 * takes 15 ms and the route needs no key.
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
