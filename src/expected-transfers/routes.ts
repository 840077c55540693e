import type { FastifyInstance } from "fastify";
import { sendPage } from "../http/list-reply.ts";
import { sendProblem } from "../http/problem-reply.ts";
import { authOf } from "../http/request-auth.ts";
import { notFound } from "../kernel/not-found.ts";
import { toApiTransfer, toApiTransferToSend } from "./api-transfer.ts";
import type { TransferDeps } from "./deps.ts";
import { findTransfer } from "./find-transfer.ts";
import { listTransfers } from "./list-transfers.ts";
import * as schemas from "./schemas.ts";

type WithId = { Params: { id: string } };

const read = (operation: string) => ({ scope: ["bank_statements", "read"], operation }) as const;

/** `/api/expected-transfers` */
export function transferRoutes({ database }: TransferDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get<{ Querystring: schemas.ListTransfersQuery }>(
      "/expected-transfers",
      {
        config: read("listExpectedTransfers"),
        schema: {
          summary: "List expected transfers, newest first",
          description:
            "The bank transfers that customers were asked to make, with the amount that has arrived for each.",
          querystring: schemas.ListTransfersSchema,
          response: { 200: schemas.TransferListSchema },
        },
      },
      async (request, reply) => {
        const page = await listTransfers(database, authOf(request), request.query);
        return sendPage(request, reply, page, toApiTransfer);
      },
    );
    app.get<WithId>(
      "/expected-transfers/:id",
      {
        config: read("getExpectedTransfer"),
        schema: {
          summary: "Get an expected transfer",
          description: "The transfer with the instructions that its customer was given.",
          response: { 200: schemas.TransferSchema },
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        const found = await database.inTenant(authOf(request), (trx) => findTransfer(trx, id));
        return found ? reply.send(toApiTransferToSend(found)) : sendProblem(request, reply, notFound);
      },
    );
  };
}
