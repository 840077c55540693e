import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../database/database.ts";
import { withIdempotency } from "../http/idempotency.ts";
import { sendPage } from "../http/list-reply.ts";
import { sendProblem } from "../http/problem-reply.ts";
import { actingScope, authOf } from "../http/request-auth.ts";
import type { Clock } from "../kernel/clock.ts";
import { isOwnId } from "../kernel/id.ts";
import { notFound } from "../kernel/not-found.ts";
import { makePage, readPage } from "../kernel/page.ts";
import { problem } from "../kernel/problem.ts";
import { success } from "../kernel/result.ts";
import type { Keyring } from "../kernel/seal.ts";
import { Type } from "../kernel/type.ts";
import { allows } from "../tenants/scopes.ts";
import { showsCollected } from "./columns.ts";
import { createExport } from "./create-export.ts";
import { type ExportFormat, toApiExport } from "./export.ts";
import { deleteExport, selectExports } from "./queries.ts";
import { findExport, readContent } from "./read-content.ts";
import * as schemas from "./schemas.ts";

export type ExportRouteDeps = {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly clock: Clock;
  /** Has a new export begun at once. */
  readonly wake: () => void;
};

type WithId = { Params: { id: string } };

/** An export shows nothing but what the scope may read, apart from what customers entered: see `mayRead`. */
const reading = (operation: string) => ({ scope: ["payments", "read"], operation }) as const;

const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  csv: "text/csv; charset=utf-8; header=present",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** `/api/exports` */
export function exportRoutes(deps: ExportRouteDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    addListRoutes(app, deps);
    addObjectRoutes(app, deps);
  };
}

function addListRoutes(app: FastifyInstance, deps: ExportRouteDeps): void {
  app.post<{ Body: schemas.CreateExportBody }>(
    "/exports",
    {
      config: reading("createExport"),
      schema: {
        summary: "Export payments",
        description:
          "Creates a file of all payments that match the filters, newest first, in the background. Get the export until its `status` is `completed`, then download its content.",
        body: schemas.CreateExportSchema,
        response: { 200: schemas.ExportSchema },
      },
    },
    (request, reply) => create(deps, request, reply),
  );
  app.get<{ Querystring: schemas.ListExportsQuery }>(
    "/exports",
    {
      config: reading("listExports"),
      schema: {
        summary: "List exports, newest first",
        description: "The exports of the last 7 days; older ones are deleted.",
        querystring: schemas.ListExportsSchema,
        response: { 200: schemas.ExportListSchema },
      },
    },
    (request, reply) => list(deps, request, reply),
  );
}

function addObjectRoutes(app: FastifyInstance, deps: ExportRouteDeps): void {
  app.get<WithId>(
    "/exports/:id",
    {
      config: reading("getExport"),
      schema: {
        summary: "Get an export",
        description: "The export with the number of rows so far and the day that it has reached.",
        response: { 200: schemas.ExportSchema },
      },
    },
    async (request, reply) => {
      const made = await findExport(deps.database, authOf(request), request.params.id);
      return made ? reply.send(toApiExport(made)) : sendProblem(request, reply, notFound);
    },
  );
  app.delete<WithId>(
    "/exports/:id",
    {
      config: reading("deleteExport"),
      schema: {
        summary: "Delete an export",
        description: "Deletes the export with its content. An export in progress is cancelled.",
        response: { 200: schemas.DeletedExportSchema },
      },
    },
    (request, reply) => remove(deps, request, reply),
  );
  app.get<WithId>(
    "/exports/:id/content",
    {
      config: { ...reading("downloadExport"), failures: [409] },
      schema: {
        summary: "Download an export",
        description:
          "The file, which is written while it is sent. Amounts are in major units, times in UTC. In CSV, a text that a spreadsheet would run as a formula begins with an apostrophe.",
        response: {
          200: {
            description: "The operation succeeded.",
            content: {
              "text/csv": { schema: Type.String(), example: "id,amount,currency\r\n" },
              [mediaTypes.xlsx]: { schema: Type.String({ format: "binary" }) },
            },
          },
        },
      },
    },
    (request, reply) => download(deps, request, reply),
  );
}

/** Whether the caller may read these columns: what customers entered belongs to their sessions. */
const mayRead = (request: FastifyRequest, columns: readonly string[]): boolean =>
  !showsCollected(columns) || allows(authOf(request).scopes, "checkout_sessions", "read");

const sessionScopeMissing = (param?: string) =>
  problem(
    "scope_missing",
    'For columns of `collected`, this key also needs the scope "checkout_sessions:read".',
    param,
  );

async function create(
  deps: ExportRouteDeps,
  request: FastifyRequest<{ Body: schemas.CreateExportBody }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!mayRead(request, request.body.columns ?? []))
    return sendProblem(request, reply, sessionScopeMissing("/columns"));
  return withIdempotency(deps, request, reply, async (trx) => {
    const made = await createExport(deps, trx, request.body);
    if (!made.ok) return made;
    trx.afterCommit(deps.wake);
    return success(toApiExport(made.value));
  });
}

async function list(
  { database }: ExportRouteDeps,
  request: FastifyRequest<{ Querystring: schemas.ListExportsQuery }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const scope = authOf(request);
  const range = readPage("exp", scope, request.query);
  if (!range.ok) return sendProblem(request, reply, range.failure);
  const rows = await database.inTenant(scope, (trx) => selectExports(trx, range.value));
  return sendPage(request, reply, success(makePage(rows, range.value)), toApiExport);
}

async function remove(
  { database }: ExportRouteDeps,
  request: FastifyRequest<WithId>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id } = request.params;
  const scope = actingScope(request);
  const deleted = isOwnId(id, "exp", scope)
    ? await database.inTenant(scope, (trx) => deleteExport(trx, id))
    : 0;
  if (deleted === 0) return sendProblem(request, reply, notFound);
  return reply.send({ object: "export", id, deleted: true });
}

async function download(
  { database }: ExportRouteDeps,
  request: FastifyRequest<WithId>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const scope = authOf(request);
  const content = await readContent(database, scope, request.params.id);
  if (!content.ok) return sendProblem(request, reply, content.failure);
  const { made, chunks } = content.value;
  if (!mayRead(request, made.columns)) return sendProblem(request, reply, sessionScopeMissing());
  const day = made.createdAt.toISOString().slice(0, 10);
  const fileName = `kassa-${made.resource}-${day}-${made.mode}.${made.format}`;
  return reply
    .header("content-disposition", `attachment; filename="${fileName}"`)
    .type(mediaTypes[made.format])
    .send(Readable.from(chunks, { objectMode: false }));
}
