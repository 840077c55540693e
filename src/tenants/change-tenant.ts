import { present } from "../kernel/assert.ts";
import type { TenantDeps } from "./deps.ts";
import { getTenant, lockTenant, type TenantRow, updateClosed, updateLimits, updateName } from "./queries.ts";

type Deps = Pick<TenantDeps, "database" | "actor">;

/** Renames a tenant. The caller has checked that the name has 1 to 100 characters. */
export function renameTenant({ database, actor }: Deps, tenantId: number, name: string): Promise<TenantRow> {
  return database.inControl(async (trx) => {
    await updateName(trx, tenantId, name);
    return present(await getTenant(trx, tenantId), "the renamed tenant");
  }, actor);
}

/**
 * Closes a tenant or reopens it. Within a second, every process refuses a closed tenant's keys and new attempts on its
 * sessions. Attempts, captures, refunds, disputes and webhooks in flight continue.
 */
export function setTenantClosed(
  { database, actor }: Deps,
  tenantId: number,
  closed: boolean,
): Promise<TenantRow> {
  return database.inControl(async (trx) => {
    await updateClosed(trx, tenantId, closed);
    return present(await getTenant(trx, tenantId), "the tenant");
  }, actor);
}

/** Requests a second for each key, by mode. Null removes the mode's limit; an absent mode keeps its limit. */
export type RateChange = { live?: number | null; sandbox?: number | null };

type LimitsChange = { readonly allowedHosts?: readonly string[]; readonly rateLimits?: RateChange };

/**
 * Sets to which hosts a tenant's sessions may send customers, and how many requests a second each of its keys may make.
 * Absent limits stay as they are. An empty list allows all hosts; without a rate, KASSA_RATE_LIMIT applies. Takes effect
 * within a second.
 */
export function setTenantLimits(
  { database, actor }: Deps,
  tenantId: number,
  change: LimitsChange,
): Promise<TenantRow> {
  return database.inControl(async (trx) => {
    const { allowedHosts, rateLimits } = present(await lockTenant(trx, tenantId), "the tenant");
    await updateLimits(trx, tenantId, {
      allowedHosts: change.allowedHosts ?? allowedHosts,
      rateLimits: withRates(rateLimits ?? {}, change.rateLimits ?? {}),
    });
    return present(await getTenant(trx, tenantId), "the tenant");
  }, actor);
}

function withRates(held: RateChange, change: RateChange): TenantRow["rateLimits"] {
  const rates: { live?: number; sandbox?: number } = {};
  for (const [mode, rate] of Object.entries({ ...held, ...change }))
    if (rate !== null) rates[mode as "live" | "sandbox"] = rate;
  return Object.keys(rates).length === 0 ? null : rates;
}
