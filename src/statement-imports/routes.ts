import type { FastifyInstance, FastifyRequest } from "fastify";
import { largestFile } from "../bank-statements/read-statement.ts";
import { readIdempotencyKey } from "../http/idempotency.ts";
import { sendPage } from "../http/list-reply.ts";
import { sendProblem } from "../http/problem-reply.ts";
import { actingScope, authOf } from "../http/request-auth.ts";
import {
  acceptUploads,
  answerUpload,
  checkQueryOnly,
  type UploadRules,
} from "../http/uploads/accept-uploads.ts";
import { notFound } from "../kernel/not-found.ts";
import type { Problem } from "../kernel/problem.ts";
import { type Result, success } from "../kernel/result.ts";
import { Type } from "../kernel/type.ts";
import { toApiBankEntry } from "./bank-entry.ts";
import { type StatementImport, toApiImport } from "./import.ts";
import { type ImportDeps, importStatement } from "./import-statement.ts";
import { listEntries } from "./list-entries.ts";
import { findImport, listImports } from "./list-imports.ts";
import { readMapping } from "./read-mapping.ts";
import * as schemas from "./schemas.ts";

type Upload = { Querystring: schemas.ImportQuery };
type WithId = { Params: { id: string } };

const read = (operation: string) => ({ scope: ["bank_statements", "read"], operation }) as const;

/** The format is recognised by the content, so any of these may be sent for any file. */
const rules: UploadRules = {
  fileTypes: ["application/octet-stream", "application/xml", "text/xml", "text/plain", "text/csv"],
  largestBytes: largestFile,
};

/** `/api/bank-statements` and `/api/bank-entries` */
export function statementRoutes(deps: ImportDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    addReadRoutes(app, deps);
    await app.register(uploadRoutes(deps));
  };
}

function addReadRoutes(app: FastifyInstance, { database }: ImportDeps): void {
  app.get<{ Querystring: schemas.ListImportsQuery }>(
    "/bank-statements",
    {
      config: read("listStatementImports"),
      schema: {
        summary: "List imports of bank statements, newest first",
        description: "The imported files, with the number of new entries.",
        querystring: schemas.ListImportsSchema,
        response: { 200: schemas.ImportListSchema },
      },
    },
    async (request, reply) => {
      const page = await listImports(database, authOf(request), request.query);
      return sendPage(request, reply, page, toApiImport);
    },
  );
  app.get<WithId>(
    "/bank-statements/:id",
    {
      config: read("getStatementImport"),
      schema: {
        summary: "Get an import of a bank statement",
        description: "The import with the balances of its statements and the warnings about its file.",
        response: { 200: schemas.ImportSchema },
      },
    },
    async (request, reply) => {
      const found = await database.inTenant(authOf(request), (trx) => findImport(trx, request.params.id));
      return found ? reply.send(toApiImport(found)) : sendProblem(request, reply, notFound);
    },
  );
  app.get<{ Querystring: schemas.ListEntriesQuery }>(
    "/bank-entries",
    {
      config: read("listBankEntries"),
      schema: {
        summary: "List movements on bank accounts",
        description: "The entries of imported bank statements. Those that were stored last come first.",
        querystring: schemas.ListEntriesSchema,
        response: { 200: schemas.EntryListSchema },
      },
    },
    async (request, reply) => {
      const page = await listEntries(database, authOf(request), request.query);
      return sendPage(request, reply, page, toApiBankEntry);
    },
  );
}

/** Shorter than proxies wait for an answer; many wait for a minute. */
const answerAfterMs = 45_000;

function uploadRoutes(deps: ImportDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    acceptUploads(app, rules);
    app.post<Upload>(
      "/bank-statements",
      {
        config: { scope: ["bank_statements", "write"], operation: "importBankStatement" },
        bodyLimit: rules.largestBytes,
        validatorCompiler: checkQueryOnly,
        schema: {
          summary: "Import a bank statement",
          description:
            "The body is the file itself: camt.052, camt.053, camt.054, MT940, MT942 or CSV, at most 100 MB. All its accounts have to be bank accounts of yours. One fault refuses the whole file. Send a file as often as you like, and files that overlap: known entries aren't stored twice, so an `Idempotency-Key` adds nothing. If storing a large file takes longer than 45 seconds, the response has the status `storing`: get the import until it is `completed`.",
          consumes: [...rules.fileTypes],
          querystring: schemas.ImportQuerySchema,
          body: Type.String({ format: "binary", description: "The file." }),
          response: { 200: schemas.ImportSchema },
        },
      },
      (request, reply) =>
        answerUpload(request, reply, rules, async (file) => {
          const imported = await importFile(deps, request, file);
          return imported.ok ? success(toApiImport(imported.value)) : imported;
        }),
    );
  };
}

async function importFile(
  deps: ImportDeps,
  request: FastifyRequest<Upload>,
  file: AsyncIterable<Buffer>,
): Promise<Result<StatementImport, Problem>> {
  const { name = null, account, csvMapping } = request.query;
  const key = readIdempotencyKey(request);
  if (!key.ok) return key;
  const csv = readMapping(csvMapping);
  if (!csv.ok) return csv;
  const options = { fileName: name, accountId: account, csv: csv.value, patienceMs: answerAfterMs };
  return importStatement(deps, actingScope(request), file, options);
}
