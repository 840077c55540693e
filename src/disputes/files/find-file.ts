import type { TenantTransaction } from "../../database/transaction.ts";
import { isOwnId } from "../../kernel/id.ts";
import { type FileContent, getFile } from "./queries.ts";

/** A file of the caller's dispute, or undefined. Ids of other tenants are recognised without a query. */
export async function findFile(
  trx: TenantTransaction,
  disputeId: string,
  fileId: string,
): Promise<FileContent | undefined> {
  const isOwn = isOwnId(disputeId, "dp", trx.scope) && isOwnId(fileId, "file", trx.scope);
  return isOwn ? getFile(trx, disputeId, fileId) : undefined;
}
