import type { FastifyInstance } from "fastify";
import { insertAuditEntry } from "../../audit/audit-log.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { answering } from "../../http/result-reply.ts";
import { problem } from "../../kernel/problem.ts";
import { failed, success } from "../../kernel/result.ts";
import { actorOf, asReaderOf, type PersonDeps } from "../as-member.ts";
import { type HandledReport, HandledReportSchema } from "../schemas.ts";

/** A report that changed nothing, and how the room of payments finds and ends them. */
export type Quarantined = HandledReport & { readonly reason: string; readonly at: Date };
export type Quarantine = {
  list(trx: TenantTransaction, limit: number): Promise<readonly Quarantined[]>;
  handle(trx: TenantTransaction, report: HandledReport): Promise<boolean>;
};
type Deps = PersonDeps & { readonly quarantine: Quarantine };

const most = 20;

/** `/dashboard/api/quarantine`: what PSPs reported that matches nothing in Kassa, until somebody has dealt with it at the PSP. */
export function quarantineRoutes(deps: Deps) {
  const { database, quarantine } = deps;
  const reader = answering(asReaderOf(deps));
  return async (app: FastifyInstance): Promise<void> => {
    app.get("/", (request, reply) =>
      reader(request, reply, async ({ tenantId, mode }) => {
        const found = await database.inTenant({ tenantId, mode, writes: [] }, (trx) =>
          quarantine.list(trx, most + 1),
        );
        return success({
          object: "list",
          data: found.slice(0, most).map(toApiReport),
          hasMore: found.length > most,
        });
      }),
    );
    app.post<{ Body: HandledReport }>(
      "/handled",
      { schema: { body: HandledReportSchema } },
      (request, reply) =>
        reader(request, reply, async ({ tenantId, mode, may }, who) => {
          if (!may("refunds", "write")) return failed(notAllowed);
          const { kind, connectorAccount, reference } = request.body;
          const changes = { kind: { to: kind }, reference: { to: reference } };
          const entry = {
            action: "requested",
            object: "handle_quarantined",
            tenantId,
            mode,
            changes,
          } as const;
          await database.inControl((trx) =>
            insertAuditEntry(trx, actorOf(request, who), { ...entry, objectId: connectorAccount }),
          );
          const isHandled = await database.inTenant({ tenantId, mode }, (trx) =>
            quarantine.handle(trx, request.body),
          );
          return isHandled ? success({ object: "quarantined_report", ...request.body }) : failed(unknown);
        }),
    );
  };
}

const notAllowed = problem("role_forbids", "Your role can't decide what happens to money.");
const unknown = problem("not_found", "There is no such report, or somebody has already handled it.");

const toApiReport = ({ kind, connectorAccount, reference, reason, at }: Quarantined) => ({
  object: "quarantined_report",
  id: `${kind} ${connectorAccount} ${reference}`,
  ...{ kind, connectorAccount, reference, reason },
  at: at.toISOString(),
});
