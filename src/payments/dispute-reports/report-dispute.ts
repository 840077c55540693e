import type { TenantTransaction } from "../../database/transaction.ts";
import { insertReport, type Report, reopenReports, selectUnknownDisputes } from "./queries.ts";

/**
 * Records that a PSP has reported a dispute, and makes the report due at once. A report is a reason to ask, not a proof: the job
 * for disputes asks the PSP, and opens the dispute if the answer matches the charge.
 */
export function reportDispute(trx: TenantTransaction, report: Report): Promise<void> {
  return insertReport(trx, report);
}

/**
 * Reports those disputes that the PSP lists with a charge and that Kassa doesn't know. Known ones have schedules of their own:
 * a check of the charge must not check all its disputes each time.
 */
export async function reportUnknownDisputes(
  trx: TenantTransaction,
  charge: { readonly connectorAccount: string; readonly attemptId: string },
  pspReferences: readonly string[],
): Promise<void> {
  if (pspReferences.length === 0) return;
  const unknown = await selectUnknownDisputes(trx, charge.connectorAccount, pspReferences);
  for (const pspReference of unknown) await insertReport(trx, { ...charge, pspReference });
}

/**
 * Makes the earlier reports of a charge's disputes due again, because only now it is known that the charge took money: it had
 * been given up, needed a review, or its money had failed.
 */
export function recheckReports(trx: TenantTransaction, attemptId: string): Promise<void> {
  return reopenReports(trx, attemptId);
}
