import { readdir } from "node:fs/promises";
import { SUFFIX } from "./archive-marker.ts";
import { isSegment } from "./segment-names.ts";

/** The names of the segments in an archive. */
export async function listArchive(folder: string): Promise<ReadonlySet<string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(SUFFIX));
  return new Set(names.map((name) => name.slice(0, -SUFFIX.length)).filter(isSegment));
}
