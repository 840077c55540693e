import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Static } from "typebox";
import { readIdempotencyKey } from "../../http/idempotency.ts";
import { authOf } from "../../http/request-auth.ts";
import {
  acceptUploads,
  answerUpload,
  checkQueryOnly,
  fileTooLarge,
  type UploadRules,
} from "../../http/uploads/accept-uploads.ts";
import { type Problem, problem } from "../../kernel/problem.ts";
import { failed, type Result, success } from "../../kernel/result.ts";
import { Type } from "../../kernel/type.ts";
import type { SettlementDeps } from "../deps.ts";
import { importReport } from "../import-report.ts";
import { ImportedReportSchema } from "../schemas.ts";

type Deps = Pick<SettlementDeps, "database" | "connectors">;

/** A file is kept in memory, because it is read twice. Larger ones are for the command line, which reads them from the disk. */
const rules: UploadRules = {
  fileTypes: ["application/octet-stream", "text/csv", "text/plain"],
  largestBytes: 32 * 1024 * 1024,
};

const UploadQuerySchema = Type.Object(
  {
    account: Type.String({
      maxLength: 100,
      description: "The connector account that the report is of. Begins with ca_live_ or ca_sandbox_.",
    }),
  },
  { additionalProperties: false },
);
type Upload = { Querystring: Static<typeof UploadQuerySchema> };

/** `POST /api/settlements`: a PSP's report, handed over as a file. */
export function reportUploadRoutes(deps: Deps) {
  return async (app: FastifyInstance): Promise<void> => {
    acceptUploads(app, rules);
    app.post<Upload>(
      "/settlements",
      {
        config: { scope: ["bank_statements", "write"], operation: "importSettlementReport" },
        bodyLimit: rules.largestBytes,
        validatorCompiler: checkQueryOnly,
        schema: {
          summary: "Import a PSP's settlement report",
          description:
            "The body is the file itself, at most 32 MB: Adyen's settlement details report. Other PSPs tell Kassa by their APIs what they booked and paid out. One line that can't be read refuses the whole file. Send a file as often as you like: nothing is stored twice, so an `Idempotency-Key` adds nothing. A file with many thousands of lines takes a minute or more; if the answer is lost, the import goes on.",
          consumes: [...rules.fileTypes],
          querystring: UploadQuerySchema,
          body: Type.String({ format: "binary", description: "The file." }),
          response: { 200: ImportedReportSchema },
        },
      },
      (request, reply) => answerUpload(request, reply, rules, (file) => importFile(deps, request, file)),
    );
  };
}

async function importFile(
  { database, connectors }: Deps,
  request: FastifyRequest<Upload>,
  file: AsyncIterable<Buffer>,
): Promise<Result<object, Problem>> {
  const key = readIdempotencyKey(request);
  if (!key.ok) return key;
  const { tenantId, mode } = authOf(request);
  const route = await connectors.routeForAccount({ tenantId, mode }, request.query.account);
  if (!route) return failed(noSuchAccount);
  const content = await readWhole(file);
  if (!content) return failed(fileTooLarge(rules));
  const imported = await importReport({ database }, route, () => inParts(content));
  if (!imported.ok) return failed(problem("settlement_report_invalid", imported.failure));
  return success({ object: "settlement_report_import", ...imported.value });
}

const noSuchAccount = problem(
  "connector_account_not_found",
  "You have no connector account with this id in this mode.",
  "/account",
);

/** Undefined if the file is too large. */
async function readWhole(file: AsyncIterable<Buffer>): Promise<readonly Buffer[] | undefined> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of file) {
    bytes += part.length;
    if (bytes > rules.largestBytes) return undefined;
    parts.push(part);
  }
  return parts;
}

async function* inParts(parts: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* parts;
}
