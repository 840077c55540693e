import type { TenantTransaction } from "../database/transaction.ts";
import { getTransferRules } from "../settings/read-settings.ts";
import type { TransferRules } from "../statement-matching/decide-amount.ts";

/** The tenant's rules for transfers that aren't as expected. */
export async function readRules(trx: TenantTransaction): Promise<TransferRules> {
  const { tolerance: toleranceMinor, ...rules } = await getTransferRules(trx);
  return { ...rules, toleranceMinor };
}
