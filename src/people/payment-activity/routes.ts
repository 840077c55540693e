import type { FastifyInstance } from "fastify";
import { type AuditEntry, selectEntriesAbout } from "../../audit/audit-log.ts";
import { answering } from "../../http/result-reply.ts";
import { isOwnId } from "../../kernel/id.ts";
import { notFound } from "../../kernel/not-found.ts";
import { failed, success } from "../../kernel/result.ts";
import { asReaderOf, type PersonDeps } from "../as-member.ts";
import { selectObjectsOf } from "./queries.ts";

type WithId = { readonly Params: { readonly id: string } };

const most = 100;

/** `/dashboard/api/payments/{id}/activity`: who asked for what about a payment, its session, refunds and disputes; the newest first. */
export function paymentActivityRoutes(deps: PersonDeps) {
  const reader = answering(asReaderOf(deps));
  return async (app: FastifyInstance): Promise<void> => {
    app.get<WithId>("/:id/activity", (request, reply) =>
      reader(request, reply, async ({ tenantId, mode }) => {
        const scope = { tenantId, mode };
        const { id } = request.params;
        if (!isOwnId(id, "pay", scope)) return failed(notFound);
        const objects = await deps.database.inTenant(scope, (trx) => selectObjectsOf(trx, id));
        if (objects.length === 0) return failed(notFound);
        const entries = await deps.database.inControl((trx) =>
          selectEntriesAbout(trx, scope.tenantId, objects, most),
        );
        return success({
          object: "list",
          data: entries.map(toApiActivity),
          hasMore: entries.length === most,
        });
      }),
    );
  };
}

/** From where somebody did it is for owners only, who read the audit log. */
const toApiActivity = ({ position, at, actor, action, object, objectId, changes }: AuditEntry) => ({
  object: "activity",
  position,
  at: at.toISOString(),
  actor,
  action,
  changed: object,
  objectId,
  changes,
});
