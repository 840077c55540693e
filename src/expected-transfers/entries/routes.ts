import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { TenantTransaction } from "../../database/transaction.ts";
import { withIdempotency } from "../../http/idempotency.ts";
import { sendProblem } from "../../http/problem-reply.ts";
import { authOf } from "../../http/request-auth.ts";
import { present } from "../../kernel/assert.ts";
import { notFound } from "../../kernel/not-found.ts";
import type { Problem } from "../../kernel/problem.ts";
import { type Result, success } from "../../kernel/result.ts";
import { toApiDecidedEntry } from "../api-entry.ts";
import type { TransferDeps } from "../deps.ts";
import { findDecidedEntry } from "../find-decided-entry.ts";
import { ignoreEntry } from "../ignore-entry.ts";
import { matchByHand } from "../match-by-hand.ts";
import * as schemas from "../schemas.ts";
import { unmatchEntry } from "../unmatch-entry.ts";

type WithId = { Params: { id: string } };

const write = (operation: string) => ({ scope: ["bank_statements", "write"], operation }) as const;

/** `/api/bank-entries/{id}`: what an entry is for, and decisions about it. */
export function entryRoutes(deps: TransferDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get<WithId>(
      "/bank-entries/:id",
      {
        config: { scope: ["bank_statements", "read"], operation: "getBankEntry" },
        schema: {
          summary: "Get a bank entry",
          description: "The entry with its purpose. An entry that is open for your decision has suggestions.",
          response: { 200: schemas.DecidedEntrySchema },
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        const found = await deps.database.inTenant(authOf(request), (trx) => findDecidedEntry(deps, trx, id));
        return found ? reply.send(toApiDecidedEntry(found)) : sendProblem(request, reply, notFound);
      },
    );
    addDecisionRoutes(app, deps);
  };
}

function addDecisionRoutes(app: FastifyInstance, deps: TransferDeps): void {
  app.post<WithId & { Body: schemas.MatchEntryBody }>(
    "/bank-entries/:id/match",
    {
      config: write("matchBankEntry"),
      schema: {
        summary: "Match a bank entry to an expected transfer",
        description:
          "Says what money is for that Kassa couldn't assign. Your rules for amounts apply; late money is accepted.",
        body: schemas.MatchEntrySchema,
        response: { 200: schemas.DecidedEntrySchema },
      },
    },
    (request, reply) =>
      decide(deps, request, reply, (trx) => matchByHand(deps, trx, request.params.id, request.body)),
  );
  app.post<WithId & { Body: schemas.EntryPartBody | undefined }>(
    "/bank-entries/:id/ignore",
    {
      config: write("ignoreBankEntry"),
      schema: {
        summary: "Ignore a bank entry",
        description: "Says that the money is for no expected transfer, such as a deposit of your own.",
        body: schemas.EntryPartSchema,
        response: { 200: schemas.DecidedEntrySchema },
      },
    },
    (request, reply) =>
      decide(deps, request, reply, (trx) => ignoreEntry(trx, request.params.id, request.body?.transaction)),
  );
  app.post<WithId & { Body: schemas.EntryPartBody | undefined }>(
    "/bank-entries/:id/unmatch",
    {
      config: write("unmatchBankEntry"),
      schema: {
        summary: "Undo the match of a bank entry",
        description:
          "Undoes a match, or the decision to ignore the entry. The entry is then open for a decision again. A match that has paid a transfer can't be undone.",
        body: schemas.EntryPartSchema,
        response: { 200: schemas.DecidedEntrySchema },
      },
    },
    (request, reply) =>
      decide(deps, request, reply, (trx) =>
        unmatchEntry(deps, trx, request.params.id, request.body?.transaction),
      ),
  );
}

/** Makes a decision and answers with the entry as it is then. */
function decide(
  deps: TransferDeps,
  request: FastifyRequest<WithId>,
  reply: FastifyReply,
  decision: (trx: TenantTransaction) => Promise<Result<null, Problem>>,
): Promise<FastifyReply> {
  return withIdempotency(deps, request, reply, async (trx) => {
    const decided = await decision(trx);
    if (!decided.ok) return decided;
    const entry = await findDecidedEntry(deps, trx, request.params.id);
    return success(toApiDecidedEntry(present(entry, "the entry just decided")));
  });
}
