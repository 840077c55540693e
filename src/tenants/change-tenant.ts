import type { Database } from "../database/database.ts";
import { present } from "../kernel/assert.ts";
import { getTenant, type TenantRow, updateClosed, updateLimits, updateName } from "./queries.ts";

/** Gives a tenant another name: a text of 1 to 100 characters, checked by the caller. */
export function renameTenant(database: Database, tenantId: number, name: string): Promise<TenantRow> {
  return database.inControl(async (trx) => {
    await updateName(trx, tenantId, name);
    return present(await getTenant(trx, tenantId), "the renamed tenant");
  });
}

/**
 * Closes a tenant, or opens it again. Within a second every process refuses the keys of a closed tenant, and none of its
 * sessions takes another attempt. What is in flight goes on: attempts, captures, refunds, disputes and webhooks settle.
 */
export function setTenantClosed(database: Database, tenantId: number, closed: boolean): Promise<TenantRow> {
  return database.inControl(async (trx) => {
    await updateClosed(trx, tenantId, closed);
    return present(await getTenant(trx, tenantId), "the tenant");
  });
}

type Limits = Pick<TenantRow, "allowedHosts" | "rateLimits">;

/**
 * Limits where a tenant's sessions may send customers, and how many requests a second each of its keys may send. What isn't
 * named stays; no hosts are all hosts, and `rateLimits` null is what KASSA_RATE_LIMIT says. Holds within a second.
 */
export function setTenantLimits(
  database: Database,
  { tenantId, allowedHosts, rateLimits }: TenantRow,
  change: Partial<Limits>,
): Promise<TenantRow> {
  return database.inControl(async (trx) => {
    await updateLimits(trx, tenantId, { allowedHosts, rateLimits, ...change });
    return present(await getTenant(trx, tenantId), "the tenant");
  });
}
