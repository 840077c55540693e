import type { TenantTransaction } from "../../database/transaction.ts";
import type { FileType } from "./file-types.ts";

export type FileContent = {
  readonly name: string;
  readonly mediaType: FileType;
  readonly content: Buffer;
};

export async function insertFile(
  trx: TenantTransaction,
  file: FileContent & { readonly id: string; readonly disputeId: string },
): Promise<void> {
  await trx.run(
    `INSERT INTO dispute_files (tenant_id, id, mode, dispute_id, name, media_type, content)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [trx.tenantId, file.id, trx.mode, file.disputeId, file.name, file.mediaType, file.content],
  );
}

export function getFile(
  trx: TenantTransaction,
  disputeId: string,
  id: string,
): Promise<FileContent | undefined> {
  return trx.one<FileContent>(
    `SELECT name, media_type AS "mediaType", content FROM dispute_files
     WHERE tenant_id = $1 AND dispute_id = $2 AND id = $3`,
    [trx.tenantId, disputeId, id],
  );
}

/** The given files of a dispute, or all its files, in the order of their uploads. */
export function selectFiles(
  trx: TenantTransaction,
  disputeId: string,
  ids: readonly string[] | null,
): Promise<FileContent[]> {
  return trx.query<FileContent>(
    `SELECT name, media_type AS "mediaType", content FROM dispute_files
     WHERE tenant_id = $1 AND dispute_id = $2 AND ($3::text[] IS NULL OR id = ANY ($3)) ORDER BY id`,
    [trx.tenantId, disputeId, ids],
  );
}
