import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../database/database.ts";
import { sendProblem } from "../../http/problem-reply.ts";
import { authOf } from "../../http/request-auth.ts";
import { Type } from "../../kernel/type.ts";
import { makeReport } from "./make-report.ts";
import { type ReportFormat, type ReportName, reportNames, reports } from "./report.ts";
import { ReportQuerySchema, type ReportQueryString, reportSchema } from "./schemas.ts";
import { csvHeaderOf } from "./to-csv.ts";

const mediaTypes: Readonly<Record<ReportFormat, string>> = {
  json: "application/json; charset=utf-8",
  csv: "text/csv; charset=utf-8; header=present",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** `/api/reports/…` */
export function reportRoutes(deps: { readonly database: Database }) {
  return async (app: FastifyInstance): Promise<void> => {
    for (const name of reportNames) addRoute(app, deps.database, name);
  };
}

function addRoute(app: FastifyInstance, database: Database, name: ReportName): void {
  const { title, means } = reports[name];
  app.get<{ Querystring: ReportQueryString }>(
    `/reports/${name}`,
    {
      config: { scope: ["balance", "read"], operation: `get${title}Report` },
      schema: {
        summary: `Get the report of ${name}`,
        description: `${means} By the date of the ledger's transactions, for a month or for days, in UTC, as JSON, CSV or XLSX.
A report over closed months never changes.`,
        querystring: ReportQuerySchema,
        response: {
          200: {
            description: "The operation succeeded.",
            content: {
              "application/json": { schema: reportSchema(name) },
              "text/csv": { schema: Type.String(), example: csvHeaderOf(name) },
              [mediaTypes.xlsx]: { schema: Type.String({ format: "binary" }) },
            },
          },
        },
      },
    },
    (request, reply) => send(database, name, request, reply),
  );
}

async function send(
  database: Database,
  name: ReportName,
  request: FastifyRequest<{ Querystring: ReportQueryString }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const auth = authOf(request);
  const { format = "json", month, from, to } = request.query;
  const file = await makeReport(database, auth, name, request.query);
  if (!file.ok) return sendProblem(request, reply, file.failure);
  if (format !== "json") {
    const fileName = `kassa-${name}-${month ?? `${from}-${to}`}-${auth.mode}.${format}`;
    reply.header("content-disposition", `attachment; filename="${fileName}"`);
  }
  return reply.type(mediaTypes[format]).send(Readable.from(file.value, { objectMode: false }));
}
