import type { FastifyInstance } from "fastify";
import { type IdempotencyDeps, withIdempotency } from "../../http/idempotency.ts";
import { sendProblem } from "../../http/problem-reply.ts";
import { authOf } from "../../http/request-auth.ts";
import { success } from "../../kernel/result.ts";
import { closePeriod, reopenPeriod, waitForPostings } from "./close-period.ts";
import { findObstacles } from "./find-differences.ts";
import { findImporters } from "./incomplete-imports.ts";
import { toApiPeriod } from "./period.ts";
import { selectPeriods } from "./queries.ts";
import * as schemas from "./schemas.ts";

const read = (operation: string) => ({ scope: ["ledger_periods", "read"], operation }) as const;
const write = (operation: string) => ({ scope: ["ledger_periods", "write"], operation }) as const;

type PeriodDeps = IdempotencyDeps & { readonly connectors: Parameters<typeof findImporters>[0] };

/** `/api/ledger/periods` and `/api/ledger/differences` */
export function periodRoutes(deps: PeriodDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    addReadRoutes(app, deps);
    addWriteRoutes(app, deps);
  };
}

function addReadRoutes(app: FastifyInstance, { database, connectors }: PeriodDeps): void {
  app.get(
    "/ledger/periods",
    {
      config: read("listLedgerPeriods"),
      schema: {
        summary: "List the closed months, the last one first",
        description: "All months that were ever closed. Months before the first one are closed with it.",
        response: { 200: schemas.PeriodListSchema },
      },
    },
    async (request) => {
      const periods = await database.inTenant(authOf(request), selectPeriods);
      return { object: "list", data: periods.map(toApiPeriod) };
    },
  );
  app.get<{ Querystring: schemas.DifferencesQuery }>(
    "/ledger/differences",
    {
      config: read("listLedgerDifferences"),
      schema: {
        summary: "List what keeps a month from being closed",
        description:
          "The current differences from the PSPs, in this month and since the last closed month before it. Also the accounts whose imports haven't reached the month's end: until they have, there may be more differences.",
        querystring: schemas.DifferencesQuerySchema,
        response: { 200: schemas.DifferenceListSchema },
      },
    },
    async (request) => {
      const { month } = request.query;
      const importers = await findImporters(connectors, authOf(request));
      const { differences, incompleteImports } = await database.inTenant(authOf(request), async (trx) =>
        findObstacles(trx, { month, periods: await selectPeriods(trx), importers }),
      );
      return { object: "list", data: differences, incompleteImports };
    },
  );
}

function addWriteRoutes(app: FastifyInstance, deps: PeriodDeps): void {
  app.post<{ Body: schemas.ClosePeriodBody }>(
    "/ledger/periods",
    {
      config: write("closeLedgerPeriod"),
      schema: {
        summary: "Close a month of the ledger",
        description:
          "Nothing is posted with a time in it any more: what is learned later is posted in the open month. Months are closed one after the other, once they are over.",
        body: schemas.ClosePeriodSchema,
        response: { 200: schemas.PeriodSchema },
      },
    },
    async (request, reply) => {
      const settled = await waitForPostings(deps.database, authOf(request), request.body.month);
      if (!settled.ok) return sendProblem(request, reply, settled.failure);
      const importers = await findImporters(deps.connectors, authOf(request));
      return withIdempotency(deps, request, reply, async (trx) => {
        const closed = await closePeriod(trx, request.body, importers);
        return closed.ok ? success(toApiPeriod(closed.value)) : closed;
      });
    },
  );
  app.post<{ Body: schemas.ReopenPeriodBody }>(
    "/ledger/periods/reopen",
    {
      config: write("reopenLedgerPeriod"),
      schema: {
        summary: "Reopen the last closed month",
        description:
          "For a month that was closed by mistake. The audit log records it with the reason. Reports of the month can change afterwards.",
        body: schemas.ReopenPeriodSchema,
        response: { 200: schemas.PeriodSchema },
      },
    },
    (request, reply) =>
      withIdempotency(deps, request, reply, async (trx) => {
        const reopened = await reopenPeriod(trx, request.body);
        return reopened.ok ? success(toApiPeriod(reopened.value)) : reopened;
      }),
  );
}
