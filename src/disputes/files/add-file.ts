import type { Scope, Transaction } from "../../database/transaction.ts";
import { containsCardNumber } from "../../kernel/card-number.ts";
import { makeId } from "../../kernel/id.ts";
import { type Problem, problem } from "../../kernel/problem.ts";
import { failed, type Result, success } from "../../kernel/result.ts";
import type { StoredDispute } from "../dispute.ts";
import { lockChangeable } from "../lock-changeable.ts";
import { getDispute, setEvidence, transactionTimeMs } from "../queries.ts";
import { looksLike } from "./file-types.ts";
import { type FileContent, insertFile } from "./queries.ts";

/** Files of one dispute, and the bytes of all of them together: banks read few pages, and all are sent at once. */
export const filesPerDispute = 10;
export const bytesPerDispute = 20 * 1024 * 1024;

/** Bytes of one file. */
export const fileMaxBytes = 5 * 1024 * 1024;

/**
 * Keeps a file as a part of a dispute's evidence, and gives the dispute back with it.
 *
 * @param file its type has been taken from the request's Content-Type; whether that is true is seen here
 */
export async function addFile(
  trx: Transaction,
  scope: Scope,
  disputeId: string,
  file: FileContent,
): Promise<Result<StoredDispute, Problem>> {
  const fault = faultOf(file);
  if (fault) return failed(fault);
  const locked = await lockChangeable(trx, scope, disputeId);
  if (!locked.ok) return locked;
  const { files, evidence, evidenceFiles } = locked.value;
  const bytes = files.reduce((sum, { size }) => sum + size, file.content.length);
  if (files.length >= filesPerDispute || bytes > bytesPerDispute) {
    return failed(
      problem("file_limit_reached", "A dispute can have 10 files of at most 20 MB together, each of 5 MB."),
    );
  }
  const id = makeId("file", scope.mode, scope.tenantId, await transactionTimeMs(trx));
  await insertFile(trx, scope, { ...file, id, disputeId });
  // A choice among the files was made before this one came, and can't have meant to leave it out.
  if (evidenceFiles !== null)
    await setEvidence(trx, scope, disputeId, { texts: evidence ?? {}, files: [...evidenceFiles, id] });
  const dispute = await getDispute(trx, scope, disputeId);
  return dispute ? success(dispute) : failed(problem("not_found", "The dispute is gone."));
}

function faultOf({ name, mediaType, content }: FileContent): Problem | undefined {
  if (containsCardNumber(name))
    return problem("pan_in_field", "It seems to hold a card number. Nothing of it was stored.", "name");
  if (content.length === 0) return problem("file_invalid", "The file is empty.");
  if (looksLike(mediaType, content)) return undefined;
  return problem("file_invalid", `The bytes don't begin as those of ${mediaType} do.`);
}
