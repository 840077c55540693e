import type { Transaction } from "../../database/transaction.ts";
import { deleteHold, type Hold, selectHolds } from "../queries/holds.ts";

export type { Hold } from "../queries/holds.ts";

/** The held accounts of one tenant or of all, the longest held first. */
export const listHolds = (trx: Transaction, tenantId: number | undefined): Promise<Hold[]> =>
  selectHolds(trx, tenantId);

/**
 * Ends a hold although the account hasn't been compared. A running comparison continues, and has no hold to release.
 *
 * @returns the hold as it was; undefined if the account isn't held
 */
export const releaseByHand = (
  trx: Transaction,
  tenantId: number,
  account: string,
): Promise<Hold | undefined> => deleteHold(trx, tenantId, account);

/** The risk of ending a hold before the comparison, and what to check first. */
export const holdRisk = [
  "The database may lack captures, voids and refunds that the PSP has made. While the account isn't compared, Kassa may make",
  "such a movement a second time, for example pay out a refund twice.",
  "Check first:",
  "  1. Is a server running, and why can't it compare the account? Its log says so: \"the PSP's charges couldn't be listed\",",
  '     "a held account could not be compared" or "a charge could not be compared".',
  "  2. Which captures, voids and refunds does the PSP's dashboard show since the restored point in time? Compare",
  "     them with GET /api/payments and GET /api/refunds. Make sure that nobody repeats one that is missing here.",
] as const;
