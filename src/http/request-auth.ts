import type { FastifyRequest } from "fastify";
import type { TenantScope } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";
import type { Caller } from "../tenants/caller.ts";

/** Who makes the request. For routes behind `authenticate` only. */
export const authOf = (request: FastifyRequest): Caller => present(request.auth, "the request's auth");

/** The scope of a changing request: the tenant and mode, and the actor for the audit log. */
export function actingScope(request: FastifyRequest): TenantScope {
  const { tenantId, mode, name, writes } = authOf(request);
  return { tenantId, mode, actor: { name, origin: request.ip }, ...(writes && { writes }) };
}
