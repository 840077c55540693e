import type { TenantTransaction } from "../../database/transaction.ts";
import type { Clock } from "../../kernel/clock.ts";
import { makeId } from "../../kernel/id.ts";
import { type Problem, problem } from "../../kernel/problem.ts";
import { failed, type Result, success } from "../../kernel/result.ts";
import type { StoredDispute } from "../dispute.ts";
import { lockRespondable } from "../lock-respondable.ts";
import { getDispute, setEvidence } from "../queries.ts";
import { type FileType, fileTypeOf, fileTypes } from "./file-types.ts";
import { insertFile } from "./queries.ts";

/** Limits for all files of one dispute: banks read few pages, and all files are sent in one request. */
export const filesPerDispute = 10;
export const bytesPerDispute = 20 * 1024 * 1024;

/** The limit for one file. */
export const fileMaxBytes = 5 * 1024 * 1024;

export type UploadedFile = {
  readonly name: string;
  /** The request's Content-Type; null if it doesn't name a file type. */
  readonly declared: FileType | null;
  readonly content: Buffer;
};

/** Stores a file as part of a dispute's evidence and returns the dispute. The type is determined from the file's bytes. */
export async function addFile(
  deps: { readonly clock: Clock },
  trx: TenantTransaction,
  disputeId: string,
  file: UploadedFile,
): Promise<Result<StoredDispute, Problem>> {
  const mediaType = checkFile(file);
  if (!mediaType.ok) return mediaType;
  const locked = await lockRespondable(trx, disputeId);
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
  // The merchant selected files before this one existed, and can't have meant to exclude it.
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
