import type { Scope, Transaction } from "../../database/transaction.ts";
import { isOwnId } from "../../kernel/id.ts";
import { type FileContent, getFile } from "./queries.ts";

/** A file of the caller's dispute, or undefined. Ids that aren't the caller's are known without asking the database. */
export async function findFile(
  trx: Transaction,
  scope: Scope,
  disputeId: string,
  fileId: string,
): Promise<FileContent | undefined> {
  const isOwn = isOwnId(disputeId, "dp", scope) && isOwnId(fileId, "file", scope);
  return isOwn ? getFile(trx, scope, disputeId, fileId) : undefined;
}
