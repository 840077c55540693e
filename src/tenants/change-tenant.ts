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

/** Requests a second of each key by mode; null takes the mode's limit back, and what isn't named stays. */
export type RateChange = { live?: number | null; sandbox?: number | null };

type LimitsChange = { readonly allowedHosts?: string[]; readonly rateLimits?: RateChange };

/**
 * Limits where a tenant's sessions may send customers, and how many requests a second each of its keys may send. What isn't
 * named stays; no hosts are all hosts, and without a rate KASSA_RATE_LIMIT holds. Holds within a second.
 */
export function setTenantLimits(
  database: Database,
  tenantId: number,
  change: LimitsChange,
): Promise<TenantRow> {
  return database.inControl(async (trx) => {
    const { allowedHosts, rateLimits } = present(await getTenant(trx, tenantId), "the tenant");
    await updateLimits(trx, tenantId, {
      allowedHosts: change.allowedHosts ?? allowedHosts,
      rateLimits: withRates(rateLimits ?? {}, change.rateLimits ?? {}),
    });
    return present(await getTenant(trx, tenantId), "the tenant");
  });
}

function withRates(held: RateChange, change: RateChange): TenantRow["rateLimits"] {
  const rates: { live?: number; sandbox?: number } = {};
  for (const [mode, rate] of Object.entries({ ...held, ...change }))
    if (rate !== null) rates[mode as "live" | "sandbox"] = rate;
  return Object.keys(rates).length === 0 ? null : rates;
}
