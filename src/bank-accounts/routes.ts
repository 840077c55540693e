import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type IdempotencyDeps, withIdempotency } from "../http/idempotency.ts";
import { sendPage } from "../http/list-reply.ts";
import { sendProblem } from "../http/problem-reply.ts";
import { authOf } from "../http/request-auth.ts";
import { notFound } from "../kernel/not-found.ts";
import { success } from "../kernel/result.ts";
import { toApiBankAccount } from "./account.ts";
import { createAccount } from "./create-account.ts";
import { findAccount } from "./find-account.ts";
import { listAccounts } from "./list-accounts.ts";
import * as schemas from "./schemas.ts";
import { updateAccount } from "./update-account.ts";

export type AccountRouteDeps = IdempotencyDeps & { readonly nowMs: () => number };

type WithId = { Params: { id: string } };

const read = (operation: string) => ({ scope: ["bank_accounts", "read"], operation }) as const;
const write = (operation: string) => ({ scope: ["bank_accounts", "write"], operation }) as const;

/** `/api/bank-accounts` */
export function accountRoutes(deps: AccountRouteDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    addWriteRoutes(app, deps);
    addReadRoutes(app, deps);
  };
}

function addWriteRoutes(app: FastifyInstance, deps: AccountRouteDeps): void {
  app.post<{ Body: schemas.CreateAccountBody }>(
    "/bank-accounts",
    {
      config: write("createBankAccount"),
      schema: {
        summary: "Create a bank account",
        description:
          "An account of yours on which you take bank transfers. Send the fields that identify it, by its type.",
        body: schemas.CreateAccountSchema,
        response: { 200: schemas.BankAccountSchema },
      },
    },
    (request, reply) =>
      withIdempotency(deps, request, reply, async (trx) => {
        const created = await createAccount(deps, trx, request.body);
        return created.ok ? success(toApiBankAccount(created.value)) : created;
      }),
  );
  app.post<WithId & { Body: schemas.UpdateAccountBody }>(
    "/bank-accounts/:id",
    {
      config: write("updateBankAccount"),
      schema: {
        summary: "Change, enable or disable a bank account",
        description:
          "Fields that you don't send stay unchanged. The identifying fields can't be changed: create another account for another IBAN.",
        body: schemas.UpdateAccountSchema,
        response: { 200: schemas.BankAccountSchema },
      },
    },
    (request, reply) =>
      withIdempotency(deps, request, reply, async (trx) => {
        const updated = await updateAccount(trx, request.params.id, request.body);
        return updated.ok ? success(toApiBankAccount(updated.value)) : updated;
      }),
  );
}

function addReadRoutes(app: FastifyInstance, deps: AccountRouteDeps): void {
  app.get<{ Querystring: schemas.ListAccountsQuery }>(
    "/bank-accounts",
    {
      config: read("listBankAccounts"),
      schema: {
        summary: "List bank accounts, newest first",
        description: "The accounts of the key's mode, disabled ones included.",
        querystring: schemas.ListAccountsSchema,
        response: { 200: schemas.BankAccountListSchema },
      },
    },
    async (request, reply) => {
      const page = await listAccounts(deps.database, authOf(request), request.query);
      return sendPage(request, reply, page, toApiBankAccount);
    },
  );
  app.get<WithId>(
    "/bank-accounts/:id",
    {
      config: read("getBankAccount"),
      schema: {
        summary: "Get a bank account",
        description: "One account of the key's mode.",
        response: { 200: schemas.BankAccountSchema },
      },
    },
    (request, reply) => get(deps, request, reply),
  );
}

async function get(
  { database }: AccountRouteDeps,
  request: FastifyRequest<WithId>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const account = await database.inTenant(authOf(request), (trx) => findAccount(trx, request.params.id));
  return account ? reply.send(toApiBankAccount(account)) : sendProblem(request, reply, notFound);
}
