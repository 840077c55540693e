import type { TenantTransaction } from "../database/transaction.ts";
import type { TransferRules } from "../statement-matching/decide-amount.ts";
import { defaultRules } from "./rules.ts";

export async function readRules(_trx: TenantTransaction): Promise<TransferRules> {
  return defaultRules;
}
