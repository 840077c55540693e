import type { FastifyInstance } from "fastify";
import { type IdempotencyDeps, withIdempotency } from "../http/idempotency.ts";
import { sendPage } from "../http/list-reply.ts";
import { sendProblem } from "../http/problem-reply.ts";
import { authOf } from "../http/request-auth.ts";
import { notFound } from "../kernel/not-found.ts";
import { success } from "../kernel/result.ts";
import { toApiBankRefund } from "./bank-refund.ts";
import { changeFile, findFile, findFileContent } from "./change-file.ts";
import { changeRefund, findRefund, type RefundMoved } from "./change-refund.ts";
import { listFiles, listRefunds } from "./lists.ts";
import { makeFile, type RestoreWatch } from "./make-file.ts";
import { toApiFile } from "./refund-file.ts";
import * as schemas from "./schemas.ts";

export type RefundRouteDeps = IdempotencyDeps & {
  readonly nowMs: () => number;
  readonly refundMoved: RefundMoved;
  readonly watch: RestoreWatch;
};

type WithId = { Params: { id: string } };

const read = (operation: string) => ({ scope: ["refunds", "read"], operation }) as const;
const write = (operation: string) => ({ scope: ["refunds", "write"], operation }) as const;

/** `/api/bank-refunds` and `/api/bank-refund-files` */
export function bankRefundRoutes(deps: RefundRouteDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    addRefundRoutes(app, deps);
    addFileRoutes(app, deps);
    addFileReads(app, deps);
  };
}

function addRefundRoutes(app: FastifyInstance, deps: RefundRouteDeps): void {
  app.get<{ Querystring: schemas.ListRefundsQuery }>(
    "/bank-refunds",
    {
      config: read("listBankRefunds"),
      schema: {
        summary: "List bank refunds, newest first",
        description: "Money that you have to send back to payers of bank transfers.",
        querystring: schemas.ListRefundsSchema,
        response: { 200: schemas.BankRefundListSchema },
      },
    },
    async (request, reply) => {
      const page = await listRefunds(deps.database, authOf(request), request.query);
      return sendPage(request, reply, page, toApiBankRefund);
    },
  );
  app.get<WithId>(
    "/bank-refunds/:id",
    {
      config: read("getBankRefund"),
      schema: {
        summary: "Get a bank refund",
        description: "Money that you have to send back to a payer, with its status.",
        response: { 200: schemas.BankRefundSchema },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const found = await deps.database.inTenant(authOf(request), (trx) => findRefund(trx, id));
      return found ? reply.send(toApiBankRefund(found)) : sendProblem(request, reply, notFound);
    },
  );
  app.post<WithId & { Body: schemas.ChangeRefundBody }>(
    "/bank-refunds/:id",
    {
      config: write("updateBankRefund"),
      schema: {
        summary: "Set a bank refund's payee, or its status if you sent it yourself",
        description:
          "You send and confirm refunds yourself if the account has no IBAN, or if your statements don't contain the EndToEndId.",
        body: schemas.ChangeRefundSchema,
        response: { 200: schemas.BankRefundSchema },
      },
    },
    (request, reply) =>
      withIdempotency(deps, request, reply, async (trx) => {
        const changed = await changeRefund(deps.refundMoved, trx, request.params.id, request.body);
        return changed.ok ? success(toApiBankRefund(changed.value)) : changed;
      }),
  );
}

function addFileRoutes(app: FastifyInstance, deps: RefundRouteDeps): void {
  app.post<{ Body: schemas.MakeFileBody }>(
    "/bank-refund-files",
    {
      config: write("createBankRefundFile"),
      schema: {
        summary: "Create a file of the waiting bank refunds",
        description:
          "A pain.001.001.09 with up to 1,000 refunds of the account, oldest first. If the database may have been restored since they were requested, confirm with `unsentConfirmed` that your bank has none of them. Download the file at `/content`, send it to your bank, and set its status to `sent`.",
        body: schemas.MakeFileSchema,
        response: { 200: schemas.RefundFileSchema },
      },
    },
    (request, reply) =>
      withIdempotency(deps, request, reply, async (trx) => {
        const made = await makeFile(deps, trx, request.body);
        return made.ok ? success(toApiFile(made.value)) : made;
      }),
  );
  app.post<WithId & { Body: schemas.ChangeFileBody }>(
    "/bank-refund-files/:id",
    {
      config: write("updateBankRefundFile"),
      schema: {
        summary: "Mark a file of bank refunds as sent, or cancel it",
        description: "After it is sent, a statement confirms each refund by its EndToEndId.",
        body: schemas.ChangeFileSchema,
        response: { 200: schemas.RefundFileSchema },
      },
    },
    (request, reply) =>
      withIdempotency(deps, request, reply, async (trx) => {
        const changed = await changeFile(trx, request.params.id, request.body.status);
        return changed.ok ? success(toApiFile(changed.value)) : changed;
      }),
  );
}

function addFileReads(app: FastifyInstance, { database }: RefundRouteDeps): void {
  app.get<{ Querystring: schemas.ListFilesQuery }>(
    "/bank-refund-files",
    {
      config: read("listBankRefundFiles"),
      schema: {
        summary: "List files of bank refunds, newest first",
        description: "The files of bank refunds for your bank.",
        querystring: schemas.ListFilesSchema,
        response: { 200: schemas.RefundFileListSchema },
      },
    },
    async (request, reply) =>
      sendPage(request, reply, await listFiles(database, authOf(request), request.query), toApiFile),
  );
  app.get<WithId>(
    "/bank-refund-files/:id",
    {
      config: read("getBankRefundFile"),
      schema: {
        summary: "Get a file of bank refunds",
        description: "What is in the file, and whether you sent it. Its XML is at `/content`.",
        response: { 200: schemas.RefundFileSchema },
      },
    },
    async (request, reply) => {
      const found = await database.inTenant(authOf(request), (trx) => findFile(trx, request.params.id));
      return found ? reply.send(toApiFile(found)) : sendProblem(request, reply, notFound);
    },
  );
  app.get<WithId>(
    "/bank-refund-files/:id/content",
    {
      config: read("getBankRefundFileContent"),
      schema: { summary: "Download a file of bank refunds", description: "The XML to hand to your bank." },
    },
    async (request, reply) => {
      const { id } = request.params;
      const content = await database.inTenant(authOf(request), (trx) => findFileContent(trx, id));
      if (content === undefined) return sendProblem(request, reply, notFound);
      reply.header("content-disposition", `attachment; filename="${id}.xml"`);
      return reply.type("application/xml; charset=utf-8").send(content);
    },
  );
}
