import type { FastifyInstance } from "fastify";
import { sendPage } from "../http/list-reply.ts";
import { authOf } from "../http/request-auth.ts";
import { exactJson } from "../kernel/exact-json.ts";
import { type BalanceDeps, readBalance } from "./balance/read-balance.ts";
import { BalanceSchema } from "./balance/schemas.ts";
import { toApiBatch } from "./batch.ts";
import { toApiLine } from "./line.ts";
import { listBatches, listLines } from "./list-settlements.ts";
import * as schemas from "./schemas.ts";

const read = (operation: string) => ({ scope: ["balance", "read"], operation }) as const;

/** `/api/balance`, `/api/settlements` and `/api/settlement-lines` */
export function settlementRoutes(deps: BalanceDeps) {
  const { database } = deps;
  return async (app: FastifyInstance): Promise<void> => {
    app.get(
      "/balance",
      {
        config: read("getBalance"),
        schema: {
          summary: "Get the balance",
          description:
            "Where your money is, in each currency and at each connector account: pending, available, in transit or paid out. And the balance of every account of the ledger.",
          response: { 200: BalanceSchema },
        },
      },
      async (request, reply) =>
        reply
          .type("application/json; charset=utf-8")
          .serializer(exactJson)
          .send(await readBalance(deps, authOf(request))),
    );
    app.get<{ Querystring: schemas.ListBatchesQuery }>(
      "/settlements",
      {
        config: read("listSettlements"),
        schema: {
          summary: "List settlements, newest first",
          description:
            "The payouts of your PSPs with their lines. `createdAfter` and `createdBefore` filter by `paidOutAt`.",
          querystring: schemas.ListBatchesSchema,
          response: { 200: schemas.BatchListSchema },
        },
      },
      async (request, reply) =>
        sendPage(request, reply, await listBatches(database, authOf(request), request.query), toApiBatch),
    );
    app.get<{ Querystring: schemas.ListLinesQuery }>(
      "/settlement-lines",
      {
        config: read("listSettlementLines"),
        schema: {
          summary: "List settlement lines, newest first",
          description:
            "What your PSPs have booked, each matched to its payment. `status=exception` lists what Kassa can't explain. `createdAfter` and `createdBefore` are about `bookedAt`.",
          querystring: schemas.ListLinesSchema,
          response: { 200: schemas.LineListSchema },
        },
      },
      async (request, reply) =>
        sendPage(request, reply, await listLines(database, authOf(request), request.query), toApiLine),
    );
  };
}
