import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ofNoTenant, oncePerPerson } from "../../../http/idempotency.ts";
import { answering } from "../../../http/result-reply.ts";
import { parseTenantId } from "../../../kernel/id.ts";
import { type Problem, problem } from "../../../kernel/problem.ts";
import { failed, type Result, success } from "../../../kernel/result.ts";
import { setTenantClosed } from "../../../tenants/change-tenant.ts";
import { createTenantIn } from "../../../tenants/create-tenant.ts";
import { getTenant, listTenants, type Tenant } from "../../../tenants/find-tenant.ts";
import { actorOf, type PersonDeps } from "../../as-member.ts";
import type { PeopleMail } from "../../mail/people-mail.ts";
import { EmailSchema } from "../../schemas.ts";
import type { SignedIn } from "../../sign-in/signed-in.ts";
import { sendInvitation } from "../../team/send-invitation.ts";
import { asOperatorOf } from "../as-operator.ts";
import { changeTenant, checkName, type TenantChange } from "./change-tenant.ts";
import { inviteOwner } from "./invite-owner.ts";
import { selectOwnedTenants } from "./queries.ts";
import { ChangedTenantSchema, NewTenantSchema } from "./schemas.ts";

type Deps = PersonDeps & { readonly mail: PeopleMail | undefined };
type WithId = { Params: { readonly id: string } };

/** `/dashboard/api/operator/tenants`: the businesses of this installation. */
export function tenantRoutes(deps: Deps) {
  const operator = answering(asOperatorOf(deps));
  const { database } = deps;
  return async (app: FastifyInstance): Promise<void> => {
    app.get("/", (request, reply) =>
      operator(request, reply, async () => {
        const tenants = await database.inControl(listTenants);
        const owned = await database.inPeople(selectOwnedTenants);
        const data = tenants.map((tenant) => toApiTenant(tenant, owned.has(tenant.tenantId)));
        return success({ object: "list", data });
      }),
    );
    app.post<{ Body: { name: string } }>("/", { schema: { body: NewTenantSchema } }, (request, reply) =>
      operator(request, reply, async (who) => {
        const name = checkName(request.body.name);
        if (!name.ok) return name;
        const asked = { request, personId: who.person.id, scope: ofNoTenant };
        return database.inControl(
          (trx) =>
            oncePerPerson(deps, trx, asked, async () => {
              const { tenant, keys } = await createTenantIn(trx, deps.keyring, name.value);
              return success({ ...toApiTenant(tenant, false), keys });
            }),
          actorOf(request, who),
        );
      }),
    );
    await app.register(singleTenantRoutes(deps), { prefix: "/:id" });
  };
}

function singleTenantRoutes(deps: Deps) {
  const ofTenant = answering(ofTenantOf(deps));
  const { database } = deps;
  return async (app: FastifyInstance): Promise<void> => {
    app.get<WithId>("/", (request, reply) => ofTenant(request, reply, (tenant) => shown(deps, tenant)));
    app.post<WithId & { Body: TenantChange }>(
      "/",
      { schema: { body: ChangedTenantSchema } },
      (request, reply) =>
        ofTenant(request, reply, async (tenant, who) => {
          const changed = await changeTenant(
            { database, actor: actorOf(request, who) },
            tenant,
            request.body,
          );
          return changed.ok ? shown(deps, changed.value) : changed;
        }),
    );
    for (const [path, closed] of [
      ["/close", true],
      ["/reopen", false],
    ] as const)
      app.post<WithId>(path, (request, reply) =>
        ofTenant(request, reply, async ({ tenantId }, who) =>
          shown(deps, await setTenantClosed({ database, actor: actorOf(request, who) }, tenantId, closed)),
        ),
      );
    app.post<WithId & { Body: { email: string } }>(
      "/owner-invitations",
      { schema: { body: EmailSchema } },
      (request, reply) =>
        ofTenant(request, reply, async (tenant, who) => {
          const { email } = request.body;
          const asked = { request, personId: who.person.id, scope: ofNoTenant };
          const made = await database.inPeople(
            (trx) =>
              oncePerPerson(deps, trx, asked, () =>
                inviteOwner(deps, trx, tenant, { email, by: who.person }),
              ),
            actorOf(request, who),
          );
          if (!made.ok) return made;
          return success(
            await sendInvitation(deps, request, made.value, { email, tenant: tenant.name }, who),
          );
        }),
    );
  };
}

type TenantWork = (tenant: Tenant, who: SignedIn) => Promise<Result<object, Problem>>;

const noSuchTenant = problem("not_found", "There is no tenant with this id.");

/** Does an operator's work on the tenant that the address names. */
function ofTenantOf(deps: Deps) {
  const asOperator = asOperatorOf(deps);
  return (request: FastifyRequest, reply: FastifyReply, work: TenantWork) =>
    asOperator(request, reply, async (who) => {
      const { id } = request.params as WithId["Params"];
      const tenantId = parseTenantId(id);
      if (tenantId === undefined) return failed(noSuchTenant);
      const tenant = await deps.database.inControl((trx) => getTenant(trx, tenantId));
      return tenant?.id === id ? work(tenant, who) : failed(noSuchTenant);
    });
}

async function shown({ database }: Deps, tenant: Tenant): Promise<Result<object, Problem>> {
  const owned = await database.inPeople(selectOwnedTenants);
  return success(toApiTenant(tenant, owned.has(tenant.tenantId)));
}

function toApiTenant({ id, name, allowedHosts, rateLimits, createdAt, closedAt }: Tenant, hasOwner: boolean) {
  return {
    object: "tenant",
    ...{ id, name, hasOwner, allowedHosts },
    rateLimits: { live: rateLimits?.live ?? null, sandbox: rateLimits?.sandbox ?? null },
    createdAt: createdAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
  };
}
