import type { TenantTransaction } from "../../database/transaction.ts";
import type { Clock } from "../../kernel/clock.ts";
import { makeId } from "../../kernel/id.ts";
import { type Problem, problem } from "../../kernel/problem.ts";
import { failed, type Result, success } from "../../kernel/result.ts";
import type { StoredDispute } from "../dispute.ts";
import { lockChangeable } from "../lock-changeable.ts";
import { getDispute, setEvidence } from "../queries.ts";
import { type FileType, fileTypeOf, fileTypes } from "./file-types.ts";
import { insertFile } from "./queries.ts";

/** Files of one dispute, and the bytes of all of them together: banks read few pages, and all are sent at once. */
export const filesPerDispute = 10;
export const bytesPerDispute = 20 * 1024 * 1024;

/** Bytes of one file. */
export const fileMaxBytes = 5 * 1024 * 1024;

export type UploadedFile = {
  readonly name: string;
  /** What the request's Content-Type said; null where it said nothing of the kind. */
  readonly declared: FileType | null;
  readonly content: Buffer;
};

/** Keeps a file as a part of a dispute's evidence, and gives the dispute back with it. Its own bytes say what it is. */
export async function addFile(
  deps: { readonly clock: Clock },
  trx: TenantTransaction,
  disputeId: string,
  file: UploadedFile,
): Promise<Result<StoredDispute, Problem>> {
  const mediaType = checkFile(file);
  if (!mediaType.ok) return mediaType;
  const locked = await lockChangeable(trx, disputeId);
  if (!locked.ok) return locked;
  const { files, evidence, evidenceFiles } = locked.value;
  const bytes = files.reduce((sum, { size }) => sum + size, file.content.length);
  if (files.length >= filesPerDispute || bytes > bytesPerDispute) {
    return failed(
      problem("file_limit_reached", "A dispute can have 10 files of at most 20 MB together, each of 5 MB."),
    );
  }
  const id = makeId("file", trx.mode, trx.tenantId, deps.clock.nowMs());
  const { name, content } = file;
  await insertFile(trx, { name, content, mediaType: mediaType.value, id, disputeId });
  // A choice among the files was made before this one came, and can't have meant to leave it out.
  if (evidenceFiles !== null)
    setEvidence(trx, disputeId, { texts: evidence ?? {}, files: [...evidenceFiles, id] });
  const dispute = await getDispute(trx, disputeId);
  return dispute ? success(dispute) : failed(problem("not_found", "The dispute is gone."));
}

function checkFile({ declared, content }: UploadedFile): Result<FileType, Problem> {
  if (content.length === 0) return failed(problem("file_invalid", "The file is empty."));
  const type = fileTypeOf(content);
  if (type !== undefined && (declared ?? type) === type) return success(type);
  const expected = declared ?? fileTypes.join(", ");
  return failed(problem("file_invalid", `Its first bytes are not those of ${expected}.`));
}
