import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { withIdempotency } from "../http/idempotency.ts";
import { sendPage } from "../http/list-reply.ts";
import { sendProblem } from "../http/problem-reply.ts";
import { authOf } from "../http/request-auth.ts";
import { notFound } from "../kernel/not-found.ts";
import { failed, success } from "../kernel/result.ts";
import { toApiAccount } from "./account.ts";
import { checkAccount, recordCheck, toApiCheck } from "./check-account.ts";
import { checkNewAccount, createAccount } from "./create-account.ts";
import { deleteAccount } from "./delete-account.ts";
import type { ConnectorAccountDeps } from "./deps.ts";
import { findAccountFacts } from "./find-account.ts";
import { listAccounts } from "./list-accounts.ts";
import { registerNotifications } from "./register-notifications.ts";
import { checkNewCredentials, rotateCredentials, usualOverlapHours } from "./rotate-credentials.ts";
import * as schemas from "./schemas.ts";
import { updateAccount } from "./update-account.ts";

type Deps = ConnectorAccountDeps;
type WithId = { Params: { id: string } };

/** `/api/connector-accounts` */
export function connectorAccountRoutes(deps: ConnectorAccountDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    addAccountRoutes(app, deps);
    addChangeRoutes(app, deps);
    addAccountActions(app, deps);
  };
}

const read = (operation: string) => ({ scope: ["connector_accounts", "read"], operation }) as const;
const write = (operation: string) => ({ scope: ["connector_accounts", "write"], operation }) as const;

function addAccountRoutes(app: FastifyInstance, deps: Deps): void {
  app.post<{ Body: schemas.CreateAccountBody }>(
    "/connector-accounts",
    {
      config: write("createConnectorAccount"),
      schema: {
        summary: "Create a connector account",
        description:
          "Stores your credentials at a PSP, in the mode of the API key, after the PSP has accepted them. If a credential for notifications is missing, the account is disabled until it is there and you enable it. With the status `disabled`, you can make a test payment before customers get it.",
        body: schemas.CreateAccountSchema,
        response: { 200: schemas.AccountSchema },
      },
    },
    (request, reply) => create(deps, request, reply),
  );
  app.get<{ Querystring: schemas.ListAccountsQuery }>(
    "/connector-accounts",
    {
      config: read("listConnectorAccounts"),
      schema: {
        summary: "List connector accounts, newest first",
        description: "The accounts of the key's mode, a page at a time. Credentials are not shown.",
        querystring: schemas.ListAccountsSchema,
        response: { 200: schemas.AccountListSchema },
      },
    },
    async (request, reply) => {
      const page = await listAccounts(deps.database, authOf(request), request.query);
      return sendPage(request, reply, page, (account) => toApiAccount(account, deps.publicUrl));
    },
  );
  app.get<WithId>(
    "/connector-accounts/:id",
    {
      config: read("getConnectorAccount"),
      schema: {
        summary: "Get a connector account",
        description: "The account without its credentials, which are never shown.",
        response: { 200: schemas.AccountSchema },
      },
    },
    async (request, reply) => {
      const account = await deps.database.inTenant(authOf(request), (trx) =>
        findAccountFacts(trx, request.params.id),
      );
      if (!account) return sendProblem(request, reply, notFound);
      return reply.send(toApiAccount(account, deps.publicUrl));
    },
  );
}

function addChangeRoutes(app: FastifyInstance, deps: Deps): void {
  app.post<WithId & { Body: schemas.UpdateAccountBody }>(
    "/connector-accounts/:id",
    {
      config: write("updateConnectorAccount"),
      schema: {
        summary: "Change, enable or disable a connector account",
        description: "Fields that you don't send stay unchanged. Settings can't be changed.",
        body: schemas.UpdateAccountSchema,
        response: { 200: schemas.AccountSchema },
      },
    },
    (request, reply) =>
      withIdempotency(deps, request, reply, async (trx) => {
        const changed = await updateAccount(trx, request.params.id, request.body);
        if (!changed.ok) return changed;
        return changed.value ? success(toApiAccount(changed.value, deps.publicUrl)) : failed(notFound);
      }),
  );
  app.delete<WithId>(
    "/connector-accounts/:id",
    {
      config: write("deleteConnectorAccount"),
      schema: {
        summary: "Delete a connector account",
        description: "Only an account that was never enabled can be deleted. Disable any other.",
        response: { 200: schemas.DeletedAccountSchema },
      },
    },
    (request, reply) =>
      withIdempotency(deps, request, reply, async (trx) => {
        const { id } = request.params;
        const deleted = await deleteAccount(trx, id);
        if (!deleted.ok) return deleted;
        return deleted.value ? success({ object: "connector_account", id, deleted: true }) : failed(notFound);
      }),
  );
}

function addAccountActions(app: FastifyInstance, deps: Deps): void {
  app.post<WithId & { Body: schemas.RotateCredentialsBody }>(
    "/connector-accounts/:id/credentials",
    {
      config: write("rotateConnectorCredentials"),
      schema: {
        summary: "Add or rotate a connector account's credentials",
        description:
          "Kassa first tries the new credentials at the PSP. It accepts notifications signed with the previous ones for 7 more days, or as long as `overlapHours` says.",
        body: schemas.RotateCredentialsSchema,
        response: { 200: schemas.AccountSchema },
      },
    },
    (request, reply) => rotate(deps, request, reply),
  );
  app.post<WithId>(
    "/connector-accounts/:id/register-notifications",
    {
      config: write("registerConnectorNotifications"),
      schema: {
        summary: "Register the notification address at the PSP",
        description:
          "Makes a webhook endpoint at Stripe and stores its signing secret. At other PSPs you enter `notificationUrl` in the dashboard.",
        response: { 200: schemas.AccountSchema },
      },
    },
    (request, reply) => register(deps, request, reply),
  );
  app.post<WithId>(
    "/connector-accounts/:id/check",
    {
      config: write("checkConnectorAccount"),
      schema: {
        summary: "Check a connector account's credentials",
        description: "Asks the PSP whether the stored credentials still work.",
        response: { 200: schemas.AccountCheckSchema },
      },
    },
    (request, reply) => check(deps, request, reply),
  );
}

async function create(
  deps: Deps,
  request: FastifyRequest<{ Body: schemas.CreateAccountBody }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // Outside the transaction, because it calls the PSP. The repeat of a successful request ignores the result.
  const checked = await checkNewAccount(deps, authOf(request).mode, request.body);
  return withIdempotency(deps, request, reply, async (trx) => {
    const account = checked.ok ? await createAccount(deps, trx, checked.value) : checked;
    return account.ok ? success(toApiAccount(account.value, deps.publicUrl)) : account;
  });
}

async function rotate(
  deps: Deps,
  request: FastifyRequest<WithId & { Body: schemas.RotateCredentialsBody }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { credentials, overlapHours = usualOverlapHours } = request.body;
  const checked = await checkNewCredentials(deps, authOf(request), request.params.id, credentials);
  return store(deps, request, reply, checked, overlapHours);
}

async function register(
  deps: Deps,
  request: FastifyRequest<WithId>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const checked = await registerNotifications(deps, authOf(request), request.params.id);
  return store(deps, request, reply, checked, usualOverlapHours);
}

function store(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  checked: Awaited<ReturnType<typeof checkNewCredentials>>,
  overlapHours: number,
): Promise<FastifyReply> {
  return withIdempotency(deps, request, reply, async (trx) => {
    if (!checked.ok) return checked;
    if (!checked.value) return failed(notFound);
    const account = await rotateCredentials(deps, trx, checked.value, overlapHours);
    if (!account.ok) return account;
    return account.value ? success(toApiAccount(account.value, deps.publicUrl)) : failed(notFound);
  });
}

async function check(
  deps: Deps,
  request: FastifyRequest<WithId>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const checked = await checkAccount(deps, authOf(request), request.params.id);
  return withIdempotency(deps, request, reply, async (trx) => {
    if (!checked) return failed(notFound);
    return success(toApiCheck(await recordCheck(trx, checked), checked.outcome));
  });
}
