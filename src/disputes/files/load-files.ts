import type { TenantTransaction } from "../../database/transaction.ts";
import type { StoredDispute } from "../dispute.ts";
import { type FileContent, selectFiles } from "./queries.ts";

/** The files of a dispute's evidence, with their contents. */
export function loadFiles(
  trx: TenantTransaction,
  { id, evidenceFiles }: Pick<StoredDispute, "id" | "evidenceFiles">,
): Promise<FileContent[]> {
  return selectFiles(trx, id, evidenceFiles);
}
