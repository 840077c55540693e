import type { TenantTransaction } from "../database/transaction.ts";
import { present } from "../kernel/assert.ts";
import type { Problem } from "../kernel/problem.ts";
import { type Result, success } from "../kernel/result.ts";
import { getTenant } from "../tenants/find-tenant.ts";
import { mergeLimits } from "./amount-limits.ts";
import { type ChangeRules, checkChange } from "./check-change.ts";
import { mergeTexts } from "./page-texts.ts";
import { getSettings, lockSettings, updateSettings } from "./queries.ts";
import { readSettings } from "./read-settings.ts";
import type { ChangeSettingsBody } from "./schemas.ts";
import { defaultSettings, type PageSettings } from "./settings.ts";

/** Changes the settings in the request and leaves the others. The failure lists all faults of the request. */
export async function changeSettings(
  rules: Omit<ChangeRules, "mode">,
  trx: TenantTransaction,
  body: ChangeSettingsBody,
): Promise<Result<PageSettings, Problem>> {
  const change = checkChange(body, { ...rules, mode: trx.mode });
  if (!change.ok) return change;
  const tenant = present(await getTenant(trx, trx.tenantId), "the tenant of the key");
  await lockSettings(trx, defaultSettings(tenant));
  const { logo: _logo, ...current } = present(await getSettings(trx), "the settings just locked");
  const amountLimits =
    body.amountLimits === undefined
      ? current.amountLimits
      : mergeLimits(current.amountLimits ?? {}, body.amountLimits);
  const transferRules =
    body.transferRules === undefined
      ? current.transferRules
      : body.transferRules && { ...current.transferRules, ...body.transferRules };
  const texts =
    body.texts === undefined
      ? current.texts
      : mergeTexts(current.texts ?? {}, body.texts, rules.supportedLocale);
  await updateSettings(trx, { ...current, ...change.value, amountLimits, transferRules, texts });
  return success(await readSettings(trx, tenant));
}
