import { readFile } from "node:fs/promises";
import type { BackupSecret } from "../backup/backup-key.ts";

/** @throws the error of the file system if it can't be read */
export async function readKeyFile(file: string | undefined): Promise<BackupSecret | undefined> {
  return file === undefined ? undefined : { kind: "key_file", content: await readFile(file) };
}
