import type { TenantTransaction } from "../../database/transaction.ts";
import type { Attempt } from "../payment.ts";
import { endCompareFrom } from "../queries/attempts.ts";
import { compareSoon } from "../queries/compared.ts";

/**
 * Has the movements looked at again that the PSP had listed of a charge and that had to wait for a review, for the attempt's
 * outcome or for another movement. That is over now. The caller holds the session's lock.
 */
export async function comparePostponed(
  trx: TenantTransaction,
  { id, connectorAccount, compareFrom }: Attempt,
): Promise<void> {
  if (compareFrom === null) return;
  // Attempts are locked before accounts, here as where a notification has both looked at.
  endCompareFrom(trx, id);
  await compareSoon(trx, connectorAccount, compareFrom);
}
