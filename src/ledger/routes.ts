import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../database/database.ts";
import { sendPage } from "../http/list-reply.ts";
import { sendProblem } from "../http/problem-reply.ts";
import { authOf } from "../http/request-auth.ts";
import { Type } from "../kernel/type.ts";
import { csvExample, toApiEntry } from "./entry.ts";
import { exportEntries } from "./export/export-entries.ts";
import { listEntries } from "./list-entries.ts";
import {
  type ExportEntriesQuery,
  ExportEntriesSchema,
  LedgerEntryListSchema,
  type ListEntriesQuery,
  ListEntriesSchema,
} from "./schemas.ts";

export type LedgerRouteDeps = { readonly database: Database };

/** `/api/ledger`. */
export function ledgerRoutes(deps: LedgerRouteDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get<{ Querystring: ListEntriesQuery }>(
      "/ledger/entries",
      {
        config: { scope: ["balance", "read"], operation: "listLedgerEntries" },
        schema: {
          summary: "List the ledger's entries, newest first",
          description: "The entries of all movements of money. They are never changed or deleted.",
          querystring: ListEntriesSchema,
          response: { 200: LedgerEntryListSchema },
        },
      },
      (request, reply) => list(deps, request, reply),
    );
    app.get<{ Querystring: ExportEntriesQuery }>(
      "/ledger/entries.csv",
      {
        config: { scope: ["balance", "read"], operation: "exportLedgerEntries" },
        schema: {
          summary: "Download the ledger's entries as CSV",
          description: `All entries in posting order, without paging: a header and one line per entry (RFC 4180). The columns are the
fields of a LedgerEntry and amountDecimal, the amount in major units.`,
          querystring: ExportEntriesSchema,
          response: {
            200: {
              description: "The operation succeeded.",
              content: { "text/csv": { schema: Type.String(), example: csvExample } },
            },
          },
        },
      },
      (request, reply) => download(deps, request, reply),
    );
  };
}

async function list(
  deps: LedgerRouteDeps,
  request: FastifyRequest<{ Querystring: ListEntriesQuery }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const auth = authOf(request);
  const page = await listEntries(deps.database, auth, request.query);
  return sendPage(request, reply, page, toApiEntry);
}

async function download(
  deps: LedgerRouteDeps,
  request: FastifyRequest<{ Querystring: ExportEntriesQuery }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const auth = authOf(request);
  const file = await exportEntries(deps.database, auth, request.query);
  if (!file.ok) return sendProblem(request, reply, file.failure);
  return reply
    .type("text/csv; charset=utf-8; header=present")
    .header("content-disposition", `attachment; filename="kassa-ledger-${auth.mode}.csv"`)
    .send(Readable.from(file.value, { objectMode: false }));
}
