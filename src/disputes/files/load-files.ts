import type { Scope, Transaction } from "../../database/transaction.ts";
import type { StoredDispute } from "../dispute.ts";
import { type FileContent, selectFiles } from "./queries.ts";

/** The files that a dispute's evidence is made of, with their contents. */
export function loadFiles(
  trx: Transaction,
  scope: Scope,
  { id, evidenceFiles }: Pick<StoredDispute, "id" | "evidenceFiles">,
): Promise<FileContent[]> {
  return selectFiles(trx, scope, id, evidenceFiles);
}
