import type { FastifyInstance } from "fastify";
import type { ConnectorKind } from "../../connectors/kind.ts";
import { connectorKinds } from "../../connectors/kinds.ts";

/**
 * `/dashboard/api/connector-kinds`: what each PSP gives its merchants, in its own words, for the form that sets up an account. It is
 * the same for everybody, and in the guides, too.
 */
export async function connectorKindRoutes(app: FastifyInstance): Promise<void> {
  const kinds = { object: "list", data: connectorKinds.map(describe) };
  app.get("/dashboard/api/connector-kinds", (_request, reply) => reply.send(kinds));
}

function describe({ name, title, credentials, settings, registerNotifications }: ConnectorKind) {
  return {
    object: "connector_kind",
    name,
    title,
    credentials: credentials.map(({ name: field, label, expects, needed }) => ({
      name: field,
      ...{ label, expects, needed },
    })),
    settings: settings.map(({ name: field, label, expects, modes, isOptional = false }) => ({
      name: field,
      ...{ label, expects, modes, isOptional },
    })),
    registersNotifications: registerNotifications !== undefined,
  };
}
