import { type FileHandle, mkdir, open } from "node:fs/promises";
import path from "node:path";
import type { RecordSink } from "./read-backup.ts";

/** Writes a backup's files into an empty folder, each flushed to the disk. */
export function unpackInto(folder: string, onProgress: (bytes: number) => void): RecordSink {
  let file: FileHandle | undefined;
  let bytes = 0;
  return async (record) => {
    switch (record.kind) {
      case "folder":
        await mkdir(path.join(folder, record.path), { mode: 0o700, recursive: true });
        break;
      case "file":
        file = await open(path.join(folder, record.path), "wx", 0o600);
        break;
      case "content":
        await file?.writeFile(record.content);
        bytes += record.content.length;
        onProgress(bytes);
        break;
      case "end":
        await file?.sync();
        await file?.close();
        file = undefined;
        break;
    }
  };
}
