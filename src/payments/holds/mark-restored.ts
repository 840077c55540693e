import type { Transaction } from "../../database/transaction.ts";
import { forgetIdentity } from "../queries/holds.ts";

/**
 * Has the next start recognise the database as restored, however short the time since the backup was: a restored copy of the files has
 * the identity of the original, and so tells nothing itself.
 */
export const markRestored = (trx: Transaction): Promise<void> => forgetIdentity(trx);
