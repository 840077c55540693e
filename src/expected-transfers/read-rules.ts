import type { TenantTransaction } from "../database/transaction.ts";
import { getTransferRules } from "../settings/read-settings.ts";
import type { TransferRules } from "../statement-matching/decide-amount.ts";

/** The tenant's rules for transfers that aren't as expected. */
export async function readRules(trx: TenantTransaction): Promise<TransferRules> {
  const { tolerance: toleranceMinor, waitDays: _days, ...rules } = await getTransferRules(trx);
  return { ...rules, toleranceMinor };
}

/** How many days a customer has for a transfer that they choose now. */
export const readWaitDays = async (trx: TenantTransaction): Promise<number> =>
  (await getTransferRules(trx)).waitDays;
