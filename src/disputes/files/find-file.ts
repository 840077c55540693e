import type { TenantTransaction } from "../../database/transaction.ts";
import { isOwnId } from "../../kernel/id.ts";
import { type FileContent, getFile } from "./queries.ts";

/** A file of the caller's dispute, or undefined. Ids that aren't the caller's are known without asking the database. */
export async function findFile(
  trx: TenantTransaction,
  disputeId: string,
  fileId: string,
): Promise<FileContent | undefined> {
  const isOwn = isOwnId(disputeId, "dp", trx.scope) && isOwnId(fileId, "file", trx.scope);
  return isOwn ? getFile(trx, disputeId, fileId) : undefined;
}
