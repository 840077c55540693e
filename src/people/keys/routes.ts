import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Transaction } from "../../database/transaction.ts";
import { oncePerPerson } from "../../http/idempotency.ts";
import { answering } from "../../http/result-reply.ts";
import { parseId } from "../../kernel/id.ts";
import { type Problem, problem } from "../../kernel/problem.ts";
import { failed, type Result, success } from "../../kernel/result.ts";
import { createKeyIn, findBadNetwork } from "../../tenants/create-key.ts";
import { type KeyFacts, listKeys } from "../../tenants/list-keys.ts";
import { revokeKey, rollKeyIn } from "../../tenants/roll-key.ts";
import type { Scope } from "../../tenants/scopes.ts";
import { actorOf, asDeveloperOf, type Developing, type PersonDeps } from "../as-member.ts";
import { NewKeySchema, RollKeySchema } from "../schemas.ts";

type NewKey = {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly allowedNetworks?: readonly string[];
  readonly expiresInDays?: number;
};
type WithId = { readonly Params: { readonly id: string } };

const dayMs = 86_400_000;
const notTheirs = problem("not_found", "There is no key with this id in this mode.");

/** `/dashboard/api/keys`: the API keys of the tenant and mode that the request names. For those who may do everything in the mode. */
export function keyRoutes(deps: PersonDeps) {
  const developer = answering(asDeveloperOf(deps));
  const once = onceOf(deps);
  return async (app: FastifyInstance): Promise<void> => {
    app.get("/", (request, reply) =>
      developer(request, reply, async ({ tenantId, mode }) => {
        const keys = await listKeys(deps.database, tenantId);
        return success({ object: "list", data: keys.filter((key) => key.mode === mode).map(toApiKey) });
      }),
    );
    app.post<{ Body: NewKey }>("/", { schema: { body: NewKeySchema } }, (request, reply) =>
      developer(request, reply, async ({ tenantId, mode, who }) => {
        const { name, scopes, allowedNetworks = [], expiresInDays } = request.body;
        const badNetwork = findBadNetwork(allowedNetworks);
        if (badNetwork) return failed({ ...badNetwork, param: "/allowedNetworks" });
        const expiresAt = expiresInDays === undefined ? null : new Date(Date.now() + expiresInDays * dayMs);
        const key = { tenantId, mode, name: name.trim(), scopes, allowedNetworks, expiresAt };
        return once(request, { tenantId, mode, who }, (trx) => createKeyIn(trx, deps.keyring, key));
      }),
    );
    app.post<WithId & { Body: { overlapHours: number } }>(
      "/:id/roll",
      { schema: { body: RollKeySchema } },
      (request, reply) =>
        developer(request, reply, async ({ tenantId, mode, who }) => {
          const { id } = request.params;
          if (!isOf(id, tenantId, mode)) return failed(notTheirs);
          const overlapSeconds = request.body.overlapHours * 3_600;
          return once(request, { tenantId, mode, who }, (trx) =>
            rollKeyIn(trx, deps.keyring, id, { overlapSeconds }),
          );
        }),
    );
    app.post<WithId>("/:id/revoke", (request, reply) =>
      developer(request, reply, async ({ tenantId, mode, who }) => {
        const { id } = request.params;
        if (!isOf(id, tenantId, mode)) return failed(notTheirs);
        return revokeKey({ ...deps, actor: actorOf(request, who) }, id);
      }),
    );
  };
}

/** Makes a key once for each Idempotency-Key, however often the request is repeated. */
function onceOf({ database, keyring }: PersonDeps) {
  return (
    request: FastifyRequest,
    { tenantId, mode, who }: Developing,
    work: (trx: Transaction) => Promise<Result<object, Problem>>,
  ): Promise<Result<object, Problem>> => {
    const asked = { request, personId: who.person.id, scope: { tenantId, mode } };
    return database.inControl(
      (trx) => oncePerPerson({ keyring }, trx, asked, () => work(trx)),
      actorOf(request, who),
    );
  };
}

function isOf(id: string, tenantId: number, mode: string): boolean {
  const parsed = parseId(id, "key");
  return parsed?.tenantId === tenantId && parsed.mode === mode;
}

/** A key without its secret. */
function toApiKey({ createdAt, expiresAt, revokedAt, lastUsedAt, ...key }: KeyFacts) {
  const { id, mode, name, hint, scopes, allowedNetworks } = key;
  const time = (at: Date | null): string | null => at?.toISOString() ?? null;
  return {
    object: "api_key",
    ...{ id, mode, name, hint, scopes, allowedNetworks },
    createdAt: createdAt.toISOString(),
    expiresAt: time(expiresAt),
    revokedAt: time(revokedAt),
    lastUsedAt: time(lastUsedAt),
  };
}
