import type { FastifyInstance } from "fastify";
import { answering } from "../../http/result-reply.ts";
import { present } from "../../kernel/assert.ts";
import { modes } from "../../kernel/mode.ts";
import { success } from "../../kernel/result.ts";
import { setTenantLimits } from "../../tenants/change-tenant.ts";
import { readHosts } from "../../tenants/check-limits.ts";
import { getTenant, type Tenant } from "../../tenants/find-tenant.ts";
import { actorOf, asMemberOf, asReaderOf, type PersonDeps } from "../as-member.ts";
import { AllowedHostsSchema } from "../schemas.ts";

/** `/dashboard/api/limits`: the hosts that customers may be sent back to, which owners change, and the rate limits, which the operator sets. */
export function limitRoutes(deps: PersonDeps) {
  const reader = answering(asReaderOf(deps));
  const member = answering(asMemberOf(deps));
  return async (app: FastifyInstance): Promise<void> => {
    app.get("/", (request, reply) =>
      reader(request, reply, async ({ tenantId, mode }) => {
        const tenant = await deps.database.inTenant({ tenantId, mode, writes: [] }, (trx) =>
          getTenant(trx, tenantId),
        );
        return success(toApiLimits(deps, present(tenant, "the tenant of a member")));
      }),
    );
    app.post<{ Body: { readonly allowedHosts: readonly string[] } }>(
      "/",
      { schema: { body: AllowedHostsSchema } },
      (request, reply) =>
        member(request, reply, "owner", async ({ tenantId }, who) => {
          const hosts = readHosts(request.body.allowedHosts);
          if (!hosts.ok) return hosts;
          const { database } = deps;
          const change = { allowedHosts: hosts.value };
          const tenant = await setTenantLimits({ database, actor: actorOf(request, who) }, tenantId, change);
          return success(toApiLimits(deps, tenant));
        }),
    );
  };
}

/** Requests per second of each key: those of the tenant, else of the installation; null for any number. */
const toApiLimits = ({ keys }: PersonDeps, tenant: Tenant) => ({
  object: "tenant_limits",
  allowedHosts: tenant.allowedHosts,
  requestsPerSecond: Object.fromEntries(modes.map((mode) => [mode, keys.rateOf(tenant, mode)])),
});
