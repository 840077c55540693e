import type { TenantTransaction } from "../../database/transaction.ts";
import { insertReport, type Report, reopenReports, selectUnheardOf } from "./queries.ts";

/**
 * Notes that a PSP has told of a dispute, so that it is asked about at once. It is a reason to ask and no proof: the
 * disputes' job makes a dispute of the PSP's answer, if that fits the charge.
 */
export function reportDispute(trx: TenantTransaction, report: Report): Promise<void> {
  return insertReport(trx, report);
}

/**
 * Notes those disputes of a charge that nothing is known of, as the PSP lists them beside the charge. What is known has
 * a schedule of its own, and a charge that is asked about often must not have all its disputes asked about each time.
 */
export async function reportUnheardOf(
  trx: TenantTransaction,
  charge: { readonly connectorAccount: string; readonly attemptId: string },
  pspReferences: readonly string[],
): Promise<void> {
  if (pspReferences.length === 0) return;
  const unheardOf = await selectUnheardOf(trx, charge.connectorAccount, pspReferences);
  for (const pspReference of unheardOf) await insertReport(trx, { ...charge, pspReference });
}

/**
 * A charge has taken money, though it had been given up or needed a review: what PSPs said of its disputes before that was
 * known is asked about again.
 */
export function reportAgain(trx: TenantTransaction, attemptId: string): Promise<void> {
  return reopenReports(trx, attemptId);
}
