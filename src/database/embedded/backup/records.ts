import { damaged } from "./backup-error.ts";
import type { ByteReader } from "./byte-reader.ts";

/** What a backup says about itself before its files. */
export type BackupFacts = {
  /** Kassa's version. */
  readonly kassa: string;
  /** PostgreSQL's version, such as "18.4", and the machine's: the files fit only the same. */
  readonly postgres: string;
  readonly platform: string;
  /** When it was begun. It contains everything that was committed before that, and what was committed until its end. */
  readonly startedAt: string;
  /** Recognises the secrets.json that belongs to it; a keyed hash. */
  readonly secretsFingerprint: string;
  /** The name of the archive of the log that continues it; left out if the log wasn't archived. */
  readonly walArchive?: string | undefined;
};

/** What a backup says about itself after its files. */
export type BackupTotals = {
  readonly files: number;
  /** Of the files before compression. */
  readonly bytes: number;
  readonly finishedAt: string;
};

/** The records of a backup, in this order: facts, then folders and files with their content, then totals. Paths are relative, with "/". */
export type BackupRecord =
  | { readonly kind: "facts"; readonly facts: BackupFacts }
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "content"; readonly content: Buffer }
  /** The end of the last file. `sha256` is in hexadecimal. */
  | { readonly kind: "end"; readonly bytes: number; readonly sha256: string }
  | { readonly kind: "totals"; readonly totals: BackupTotals };

const contentCode = 1;
const jsonCode = 2;

export function encodeRecord(record: BackupRecord): Buffer {
  const isContent = record.kind === "content";
  const payload = isContent ? record.content : Buffer.from(JSON.stringify(record));
  const start = Buffer.alloc(5);
  start.writeUInt8(isContent ? contentCode : jsonCode, 0);
  start.writeUInt32BE(payload.length, 1);
  return Buffer.concat([start, payload]);
}

/** Only to be called with content whose tags were checked: so a fault here is a bug, or the end is missing. */
export async function* readRecords(source: ByteReader): AsyncGenerator<BackupRecord> {
  while (!(await source.isAtEnd())) {
    const start = await source.take(5);
    const payload = start && (await source.take(start.readUInt32BE(1)));
    if (!start || !payload) throw damaged("a record is incomplete");
    if (start.readUInt8(0) === contentCode) yield { kind: "content", content: payload };
    else yield JSON.parse(payload.toString()) as BackupRecord;
  }
}
