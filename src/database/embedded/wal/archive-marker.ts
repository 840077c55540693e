import { readFile } from "node:fs/promises";
import path from "node:path";
import { errorCode } from "../errors.ts";

/**
 * What an archive says about itself. An archive is a folder with the log of one database from one moment on. A database that was
 * restored or copied begins another, so that no two logs with the same names for their files ever meet in a folder.
 */
export type ArchiveMarker = {
  /** Its own name, which is its folder's. */
  readonly name: string;
  /** When it was begun: a backup made before that isn't continued by it. */
  readonly startedAt: string;
  /** Of PostgreSQL's cluster. */
  readonly systemIdentifier: string;
  readonly encryption: "none" | "key_file";
};

const MARKER = "archive.json";

export const markerFile = (folder: string): string => path.join(folder, MARKER);

/** Undefined if the folder has none. @throws the error of the file system if it can't be read */
export async function readMarker(folder: string): Promise<ArchiveMarker | undefined> {
  try {
    return JSON.parse(await readFile(markerFile(folder), "utf8")) as ArchiveMarker;
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(errorCode(error) ?? "")) return undefined;
    throw error;
  }
}

export const SUFFIX = ".kassa";

/** The archived file of a segment. Its content is compressed, and encrypted if the archive is. */
export const archivedFile = (folder: string, name: string): string => path.join(folder, name + SUFFIX);
