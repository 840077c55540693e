import type { TenantTransaction } from "../../database/transaction.ts";
import type { Attempt } from "../payment.ts";
import { clearCompareFrom } from "../queries/attempts.ts";
import { compareSoon } from "../queries/compared.ts";

/**
 * Makes the account due for a comparison that applies the postponed movements of an attempt's charge. They had to wait for a
 * review, for the attempt's outcome or for another movement, and that wait is over. The caller holds the session's lock.
 */
export async function comparePostponed(
  trx: TenantTransaction,
  { id, connectorAccount, compareFrom }: Attempt,
): Promise<void> {
  if (compareFrom === null) return;
  // Attempts are locked before accounts, as they are when a notification is received.
  clearCompareFrom(trx, id);
  await compareSoon(trx, connectorAccount, compareFrom);
}
