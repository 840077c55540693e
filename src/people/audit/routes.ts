import type { FastifyInstance } from "fastify";
import { type AuditEntry, selectAuditEntries } from "../../audit/audit-log.ts";
import { answering } from "../../http/result-reply.ts";
import { success } from "../../kernel/result.ts";
import { asMemberOf, type PersonDeps } from "../as-member.ts";
import { AuditQuerySchema } from "../schemas.ts";

type Query = { readonly limit?: number; readonly before?: number };

const usualLimit = 50;

/** `/dashboard/api/audit`: who changed what of the tenant, the newest first. For owners with a second factor. */
export function auditRoutes(deps: PersonDeps) {
  const member = answering(asMemberOf(deps));
  return async (app: FastifyInstance): Promise<void> => {
    app.get<{ Querystring: Query }>("/", { schema: { querystring: AuditQuerySchema } }, (request, reply) => {
      const { limit = usualLimit, before } = request.query;
      return member(request, reply, "owner", async ({ tenantId }) => {
        const filter = { tenantId, before, limit: limit + 1 };
        const entries = await deps.database.inControl((trx) => selectAuditEntries(trx, filter));
        return success({
          object: "list",
          data: entries.slice(0, limit).map(toApiEntry),
          hasMore: entries.length > limit,
        });
      });
    });
  };
}

function toApiEntry({ at, ...entry }: AuditEntry) {
  return { ...entry, object: "audit_entry", changed: entry.object, at: at.toISOString() };
}
