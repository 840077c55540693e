import type { TenantTransaction } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";
import type { Problem } from "../kernel/problem.ts";
import { type Result, success } from "../kernel/result.ts";
import { getTenant } from "../tenants/find-tenant.ts";
import { mergeLimits } from "./amount-limits.ts";
import { type ChangeRules, checkChange } from "./check-change.ts";
import { getSettings, lockSettings, updateSettings } from "./queries.ts";
import { readSettings } from "./read-settings.ts";
import type { ChangeSettingsBody } from "./schemas.ts";
import { defaultSettings, type PageSettings } from "./settings.ts";

/** Changes what the request names and leaves the rest. The failure names everything that is wrong with it. */
export async function changeSettings(
  rules: Omit<ChangeRules, "mode">,
  trx: TenantTransaction,
  body: ChangeSettingsBody,
): Promise<Result<PageSettings, Problem>> {
  const change = checkChange(body, { ...rules, mode: trx.mode });
  if (!change.ok) return change;
  const tenant = present(await getTenant(trx, trx.tenantId), "the tenant of the key");
  await lockSettings(trx, defaultSettings(tenant));
  const { logo: _logo, ...now } = present(await getSettings(trx), "the settings just locked");
  const amountLimits =
    body.amountLimits === undefined
      ? now.amountLimits
      : mergeLimits(now.amountLimits ?? {}, body.amountLimits);
  await updateSettings(trx, { ...now, ...change.value, amountLimits });
  return success(await readSettings(trx, tenant));
}
