import { type Problem, problem } from "../../../kernel/problem.ts";
import { failed, type Result, success } from "../../../kernel/result.ts";
import { type RateChange, renameTenant, setTenantLimits } from "../../../tenants/change-tenant.ts";
import { readHosts } from "../../../tenants/check-limits.ts";
import type { TenantDeps } from "../../../tenants/deps.ts";
import type { Tenant } from "../../../tenants/find-tenant.ts";
import { faultOfTenantName } from "../../../tenants/tenant-name.ts";

export type TenantChange = {
  readonly name?: string;
  readonly allowedHosts?: string[];
  readonly rateLimits?: RateChange;
};

/** A tenant's name as it is stored. Fails with `parameter_invalid`. */
export function checkName(given: string): Result<string, Problem> {
  const name = given.trim();
  const fault = faultOfTenantName(name);
  return fault === undefined
    ? success(name)
    : failed(problem("parameter_invalid", `The name ${fault}`, "/name"));
}

/** Changes a tenant's name and limits, as `kassa tenants rename` and `limit` do. Fails with `parameter_invalid`. */
export async function changeTenant(
  deps: Pick<TenantDeps, "database" | "actor">,
  tenant: Tenant,
  { name, allowedHosts, rateLimits }: TenantChange,
): Promise<Result<Tenant, Problem>> {
  const checked = name === undefined ? success(undefined) : checkName(name);
  if (!checked.ok) return checked;
  const hosts = readHosts(allowedHosts ?? []);
  if (!hosts.ok) return hosts;
  let changed = tenant;
  if (checked.value !== undefined) changed = await renameTenant(deps, tenant.tenantId, checked.value);
  if (allowedHosts || rateLimits)
    changed = await setTenantLimits(deps, tenant.tenantId, {
      ...(allowedHosts && { allowedHosts: hosts.value }),
      ...(rateLimits && { rateLimits }),
    });
  return success(changed);
}
